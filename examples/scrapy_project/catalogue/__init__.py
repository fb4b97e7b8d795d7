"""An ordinary Scrapy project that got focused crawling by three lines of settings.py."""
