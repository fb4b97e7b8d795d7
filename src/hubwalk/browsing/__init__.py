"""What gets pages: http.py (Scrapy), recorded sites. Everything that knows Scrapy's engine lives here."""
