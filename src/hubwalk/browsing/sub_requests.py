"""What pages in a browser ask for, fetched by Scrapy's downloader: with robots.txt, the delay of the host, retries and
limits, but without its redirects, which the caller follows."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from scrapy.crawler import Crawler
from scrapy.http import Response as ScrapyResponse
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.python.failure import Failure

from hubwalk.browsing.http import from_failure, request_for, to_response
from hubwalk.browsing.middlewares import ANY_KIND
from hubwalk.browsing.reach import space_of
from hubwalk.browsing.traffic import Fetch, Wanted
from hubwalk.config import Job
from hubwalk.values import Response

_PATIENCE = 15.0  # seconds; a script that takes longer is not worth it, a page may be
_RETRIES = 1


def fetch_with(crawler: Crawler, job: Job) -> Fetch:
    """A function that fetches on the engine of a running crawler."""

    async def fetch(wanted: Wanted) -> Response:
        request = request_for(
            wanted.url,
            method=wanted.method,
            headers=dict(wanted.headers),
            cookies=dict(wanted.cookies),
            meta={
                ANY_KIND: True,
                "cookiejar": wanted.site,
                "dont_redirect": True,
                "download_timeout": min(job.timeout, _PATIENCE),
                "max_retry_times": min(job.retries, _RETRIES),
            },
        )
        if crawler.engine is None or crawler.engine.spider is None:
            return Response(wanted.url, wanted.url, 0, error="the crawl is over")
        try:
            answer = await crawler.engine.download_async(request)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            return from_failure(
                Failure(error),  # type: ignore[no-untyped-call]
                wanted.url,
                wanted.url,
                job,
            )
        if _came_from_inside(answer, wanted):
            return Response(wanted.url, wanted.url, 0, error="the answer came from a private address")
        return to_response(answer, wanted.url)

    return fetch


def _came_from_inside(answer: ScrapyResponse, wanted: Wanted) -> bool:
    """True if the host has meanwhile got another address, one that is not for this page. Through a proxy nobody can
    tell, its own address is all that is seen."""
    address = answer.ip_address
    proxied = answer.request is not None and answer.request.meta.get("proxy")
    return address is not None and not proxied and space_of(str(address)) > wanted.space


async def look_up(host: str) -> Sequence[str]:
    """The addresses of a name, by the resolver that Scrapy connects with: it remembers, so both see the same."""
    from twisted.internet import reactor

    try:
        return [await maybe_deferred_to_future(reactor.resolve(host))]  # type: ignore[arg-type]
    except Exception:  # nobody knows the name
        return []
