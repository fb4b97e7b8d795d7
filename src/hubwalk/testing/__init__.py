"""Contract suites for plug-ins: does a strategy, validator, browser, search engine, crawl log or crawler for sites keep
its promises?

Each `check_...` takes a function that makes a fresh object and raises AssertionError with the promise that was broken.
They need no test framework:

    from hubwalk.testing import check_strategy, check_validator

    def test_my_strategy() -> None:
        check_strategy(MyStrategy)

    def test_my_validator() -> None:
        check_validator(lambda: MyValidator(threshold=0.7))
"""

from hubwalk.testing.browsers import check_browser
from hubwalk.testing.crawl_logs import check_crawl_log
from hubwalk.testing.search_engines import check_search_engine
from hubwalk.testing.strategies import check_strategy
from hubwalk.testing.validators import check_validator
from hubwalk.testing.websites import check_external_crawler, check_internal_crawler

__all__ = [
    "check_browser",
    "check_crawl_log",
    "check_external_crawler",
    "check_internal_crawler",
    "check_search_engine",
    "check_strategy",
    "check_validator",
]
