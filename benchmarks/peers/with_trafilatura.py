"""trafilatura's focused_crawler on one site.

Reads {"entry", "samples"} as JSON. The first call visits the entry page; the second one goes on with the pages that
were found there and the samples, which is how its documentation goes on with a crawl. Both without a pause between
pages, and with addresses of this machine allowed.
"""

from __future__ import annotations

import copy
import json
import sys
from typing import Any

from loopback_names import resolve_here
from trafilatura.settings import DEFAULT_CONFIG
from trafilatura.spider import focused_crawler

_NO_END = 10**9


def main() -> None:
    job: dict[str, Any] = json.load(sys.stdin)
    resolve_here(job["entry"])
    config = copy.deepcopy(DEFAULT_CONFIG)
    config["DEFAULT"]["SLEEP_TIME"] = "0"
    config["DEFAULT"]["SSRF_PROTECTION"] = "off"
    todo, known = focused_crawler(job["entry"], max_seen_urls=1, max_known_urls=_NO_END, config=config)
    focused_crawler(
        job["entry"],
        max_seen_urls=_NO_END,
        max_known_urls=_NO_END,
        todo=[*todo, *job["samples"]],
        known_links=known,
        config=config,
    )


if __name__ == "__main__":
    main()
