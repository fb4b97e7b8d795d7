"""Pages per second of the live crawl against a stock Scrapy CrawlSpider, in the same run, one core each.

    python benchmarks/throughput.py [--pages 2000] [--rounds 3] [--json]

A server in another process answers at once with pages of 30 KB and 60 links. hubwalk writes its crawl log and its
results as always; the CrawlSpider extracts links with LinkExtractor and keeps nothing. The contenders take turns, and
of each the round with the median time counts, because machines are noisy. Goal: at least three times the pages/s,
below 200 MB.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LINKS = 60
SIZE = 30_000
CONTENDERS = ("stock scrapy", "hubwalk breadth_first", "hubwalk xcrawl")


def path_of(number: int) -> str:
    return f"/item/{number}" if number % 2 else f"/list/{number}"


def make_page(number: int, pages: int) -> bytes:
    """A page of about 30 KB: a menu, a list of links with some text each, and prose."""
    rng = random.Random(number)
    words = [f"w{rng.randrange(5000)}" for _ in range(400)]
    targets = [0, (number + 1) % pages, *((number * 31 + k * 97) % pages for k in range(LINKS - 2))]
    items = "".join(
        f'<li class="entry"><h3><a href="{path_of(t)}">Number {t}</a></h3><p>{" ".join(words[k : k + 12])}</p></li>'
        for k, t in enumerate(targets)
    )
    head = f"<!doctype html><html><head><title>Page {number}</title></head><body><div id=main><ul>{items}</ul>"
    tail = "</div></body></html>"
    prose = ""
    while len(head) + len(prose) + len(tail) < SIZE:
        prose += f"<p>{' '.join(rng.choices(words, k=60))}</p>"
    return (head + prose + tail).encode()


# -- the server -------------------------------------------------------------------------------------------------------


async def serve(pages: int) -> None:
    """Answers on a free port, which it prints; ends when its standard input does."""
    bodies = {path_of(n).encode(): make_page(n, pages) for n in range(pages)}
    bodies[b"/"] = bodies[path_of(0).encode()]

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                request = await reader.readuntil(b"\r\n\r\n")
                body = bodies.get(request.split(b" ", 2)[1])
                status = b"200 OK" if body else b"404 Not Found"
                head = b"HTTP/1.1 %s\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n"
                writer.write(head % (status, len(body or b"")) + (body or b""))
        writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


# -- the contenders ---------------------------------------------------------------------------------------------------


def run_stock(url: str) -> tuple[int, float]:
    import scrapy
    from scrapy.crawler import CrawlerProcess
    from scrapy.linkextractors import LinkExtractor
    from scrapy.spiders import CrawlSpider, Rule

    seen: list[str] = []

    class Stock(CrawlSpider):
        name = "stock"
        start_urls = [url]  # noqa: RUF012  # as in every Scrapy project
        rules = (Rule(LinkExtractor(), callback="parse_page", follow=True),)

        def parse_page(self, response: scrapy.http.Response) -> None:
            seen.append(response.url)

    process = CrawlerProcess({"LOG_ENABLED": False, "ROBOTSTXT_OBEY": True, "TELNETCONSOLE_ENABLED": False})
    process.crawl(Stock)
    began = time.perf_counter()
    process.start()
    return len(seen) + 1, time.perf_counter() - began


def run_hubwalk(url: str, strategy: str) -> tuple[int, float]:
    from hubwalk.browsing.engine_loop import quieten
    from hubwalk.browsing.http import HttpBrowser
    from hubwalk.config import as_dict, make_job
    from hubwalk.drivers import engine
    from hubwalk.drivers.live import LiveCrawl
    from hubwalk.samples import load_samples
    from hubwalk.store.crawl_log import SqliteCrawlLog
    from hubwalk.store.results import ResultWriter
    from hubwalk.validators import make_validator

    quieten()
    values = {"sites": [url], "like": [f"{url}item/1"], "validators": ["url:/item/"], "delay": 0, "strategy": strategy}
    job = make_job(values)
    samples = load_samples(job.like, HttpBrowser(job).fetch_all)
    with tempfile.TemporaryDirectory() as folder:
        log = SqliteCrawlLog.create(Path(folder, "crawl.db"), as_dict(job))
        with log, ResultWriter.open(Path(folder, "out.jsonl"), log=log) as writer:
            live = LiveCrawl(
                job, log, make_validator(job.validators, [sample.page for sample in samples]), samples,
                on_observation=lambda seen: writer.write(seen) if seen.verdict.accepted else None,
            )  # fmt: skip
            began = time.perf_counter()
            engine.crawl(live)
            return live.snapshot()[0].fetched, time.perf_counter() - began


def contend(name: str, url: str) -> None:
    """Run one contender in this process and print what it did."""
    fetched, seconds = run_stock(url) if name.startswith("stock") else run_hubwalk(url, name.split()[1])
    used = resource.getrusage(resource.RUSAGE_SELF)
    line = {
        "pages": fetched,
        "seconds": seconds,
        "pages_per_second": fetched / seconds,
        "cpu_ms_per_page": 1000 * (used.ru_utime + used.ru_stime) / fetched,  # with start-up; other load matters less
        "peak_mb": used.ru_maxrss / 1024,
    }
    print(json.dumps(line))


# -- the run ----------------------------------------------------------------------------------------------------------


def pinned(core: int) -> list[str]:
    """This script in a process of its own, on one core if there are several."""
    cores = sorted(os.sched_getaffinity(0))
    return [sys.executable, __file__, "--core", str(cores[core % len(cores)])]


def measure(pages: int, rounds: int) -> dict[str, dict[str, float]]:
    command = [*pinned(1), "--serve", "--pages", str(pages)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        url = f"http://127.0.0.1:{int(server.stdout.readline())}/"
        results: dict[str, list[dict[str, float]]] = {name: [] for name in CONTENDERS}
        for turn in range(rounds):
            for name in CONTENDERS:
                print(f"round {turn + 1} of {rounds}: {name} ...", file=sys.stderr, flush=True)
                command = [*pinned(0), "--contend", name, url]
                done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
                results[name].append(json.loads(done.stdout))
        server.stdin.close()
    return {name: sorted(lines, key=lambda line: line["seconds"])[rounds // 2] for name, lines in results.items()}


def report(results: dict[str, dict[str, float]]) -> None:
    base = results[CONTENDERS[0]]["pages_per_second"]
    print(f"{'':24}{'pages':>8}{'seconds':>10}{'pages/s':>10}{'ratio':>8}{'CPU ms/page':>13}{'peak MB':>10}")
    for name, line in results.items():
        ratio = line["pages_per_second"] / base
        print(
            f"{name:24}{line['pages']:8.0f}{line['seconds']:10.2f}{line['pages_per_second']:10.1f}"
            f"{ratio:8.2f}{line['cpu_ms_per_page']:13.2f}{line['peak_mb']:10.1f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--contend", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--core", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.core is not None:
        os.sched_setaffinity(0, {options.core})
    if options.serve:
        asyncio.run(serve(options.pages))
    elif options.contend:
        contend(*options.contend)
    else:
        results = measure(options.pages, options.rounds)
        print(json.dumps(results, indent=2)) if options.json else report(results)


if __name__ == "__main__":
    main()
