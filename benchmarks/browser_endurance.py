"""Does a browser that looks at many pages grow, and what does it cost when somebody kills it?

Looks at made-up pages in one run: menus and lists made by scripts, requests, dialogs, timers, and now and then a page
that leaks on purpose. Prints the memory (resident, of Python and of all processes of driver and browser) after the
first pages and at the end, and what the pages in flight lost when the browser was killed.

    python benchmarks/browser_endurance.py [--pages 500] [--first 100] [--kills 5]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import sys
import time
from pathlib import Path

from hubwalk.browsing.engine_loop import quieten, run
from hubwalk.browsing.headless import Looker, LookOptions, Wanted
from hubwalk.browsing.probing import Bounds
from hubwalk.values import Response, Site

SITE = Site("http://site.test/")
SCRIPT = """
const nav = document.querySelector('nav'), list = document.querySelector('ul'), n = +location.pathname.slice(1);
for (let i = 0; i < 8; i++)
  nav.insertAdjacentHTML('beforeend', `<button onclick="location='/menu/${i}'">m${i}</button>`);
fetch(`/list/${n}.json`).then(r => r.json()).then(all => all.forEach(
  i => list.insertAdjacentHTML('beforeend', `<li><a href="/item/${i}">item ${i}</a>`)));
if (n % 7 === 0) alert('hello');
if (n % 11 === 0) setInterval(() => document.title = Math.random(), 50);
if (n % 13 === 0) window.leak = Array.from({length: 200}, () => new Array(10000).fill(n));
"""


def page(number: int) -> Response:
    url = f"{SITE.url}{number}"
    text = " ".join(f"word{number}-{i}" for i in range(300))
    html = f"<body><nav></nav><p>{text}</p><ul></ul><script src=/app.js></script>"
    return Response(url, url, 200, html.encode(), (("Content-Type", "text/html"),))


async def fetch(wanted: Wanted) -> Response:
    number = int("".join(filter(str.isdigit, wanted.url)) or 0)
    body = SCRIPT if wanted.url.endswith(".js") else str([number * 10 + i for i in range(10)])
    kind = "text/javascript" if wanted.url.endswith(".js") else "application/json"
    return Response(wanted.url, wanted.url, 200, body.encode(), (("Content-Type", kind),))


async def nowhere(_: str) -> list[str]:
    return []


def resident() -> tuple[float, float]:
    """Megabytes of this process and of all that it has started."""
    parents: dict[int, int] = {}
    sizes: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            sizes[int(folder.name)] = int((folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
            parents[int(folder.name)] = int(fields[1])
        except OSError:
            continue  # it has just ended
    own = os.getpid()
    others = 0.0
    for process in parents:
        ancestor = process
        while ancestor not in (own, 0):
            ancestor = parents.get(ancestor, 0)
        if ancestor == own and process != own:
            others += sizes[process]
    return sizes[own], others


async def endure(pages: int, first: int, kills: int) -> None:
    looker = Looker(fetch, LookOptions(bounds=Bounds(seconds=5.0)), resolver=nowhere)
    fatal = {first + (pages - first) * (i + 1) // (kills + 1) for i in range(kills)}
    memory: dict[int, list[tuple[float, float]]] = {first: [], pages: []}
    lost = late = 0
    begun = time.monotonic()
    for number in range(1, pages + 1):
        looking = asyncio.ensure_future(looker.look(page(number), site=SITE))
        if number in fatal:
            await asyncio.sleep(0.1)
            os.kill(looker.process.pid, signal.SIGKILL)
        found = (await looking).rendering
        links = {link.target for link in found.links} if found is not None else set()
        complete = {f"{SITE.url}item/{number * 10 + i}" for i in range(10)} <= links
        lost += not complete and number in fatal
        late += not complete and number not in fatal
        for mark, samples in memory.items():
            if mark - 10 < number <= mark:
                samples.append(resident())
        if number % 25 == 0:
            print(f"{number} pages, {time.monotonic() - begun:.0f} s", file=sys.stderr)
    launches = looker.process.launches
    await looker.close()
    print("pages  Python MB  browser MB")
    for mark, samples in memory.items():
        python, browser = (statistics.median(column) for column in zip(*samples, strict=True))
        print(f"{mark:5}  {python:9.0f}  {browser:10.0f}")
    print(f"{launches} browsers, {kills} killed; links lost on {lost} of their pages and on {late} others")
    print(f"{(time.monotonic() - begun) / pages:.2f} s a page")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--first", type=int, default=100)
    parser.add_argument("--kills", type=int, default=5)
    arguments = parser.parse_args()
    quieten()
    run(endure(arguments.pages, arguments.first, arguments.kills))


if __name__ == "__main__":
    main()
