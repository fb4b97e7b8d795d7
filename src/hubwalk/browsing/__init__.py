"""What gets pages: http.py (live, by Scrapy) and recorded.py (crawl logs, WARC files, SQLite files of pages; opaque.py
hides their URLs). Everything that knows Scrapy's engine lives here."""
