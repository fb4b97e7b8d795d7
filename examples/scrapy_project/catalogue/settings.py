"""Settings as in any Scrapy project; the last lines are all that hubwalk needs."""

BOT_NAME = "catalogue"
SPIDER_MODULES = ["catalogue.spiders"]
ROBOTSTXT_OBEY = True
CONCURRENT_REQUESTS_PER_DOMAIN = 2
CONCURRENT_REQUESTS = 2
TELNETCONSOLE_ENABLED = False

SCHEDULER = "hubwalk.drivers.scheduler.FocusedScheduler"
HUBWALK_LIKE: list[str] = []  # a few pages of the kind you want: URLs or HTML files
HUBWALK_VALIDATORS = ["like"]
