"""What runs a crawl: site_crawl.py (the state of one site), replay.py (on a recorded site), live.py (Scrapy)."""
