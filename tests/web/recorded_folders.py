"""A folder of small recorded sites, as `hubwalk evaluate-validator --corpora` reads it."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

CAMERAS, PRINTERS, NEWS = 12, 4, 5
Run = Callable[..., int]  # a benchmark on the folder, see recorded_fixtures


def shop_pages(name: str) -> dict[str, str]:
    """Entry, two lists, cameras and printers in one template, news, and a camera that no link leads to."""
    root = f"http://{name}.test/"
    cameras = [f"{root}c{i:02}" for i in range(CAMERAS)]
    printers = [f"{root}p{i}" for i in range(PRINTERS)]
    news = [f"{root}n{i}" for i in range(NEWS)]
    pages = {root: _list("home", [f"{root}cameras", f"{root}printers", *news])}
    pages |= {f"{root}cameras": _list("cameras", cameras), f"{root}printers": _list("printers", printers)}
    pages |= {url: f"<h1>{url}</h1><p>The camera of {name}, zoom {i}" for i, url in enumerate(cameras)}
    pages |= {url: f"<h1>{url}</h1><p>A printer with {i} inks" for i, url in enumerate(printers)}
    pages |= {url: f"<h2>{url}</h2><p>Story {i}" for i, url in enumerate(news)}
    return pages | {f"{root}a-lost": "<h1>lost</h1><p>The camera that nobody links to"}


def _list(title: str, urls: Sequence[str]) -> str:
    return f"<h1>{title}</h1>" + "".join(f'<p><a href="{url}">{url}</a>' for url in urls)


def record_site(path: Path, pages: Mapping[str, str], tasks: Mapping[str, Sequence[str]]) -> None:
    """An SQLite file of pages; the first task is the primary one."""
    primary = next(iter(tasks))
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE pages(url TEXT PRIMARY KEY, html BLOB, is_target INT)")
        db.execute("CREATE TABLE labels(task TEXT, url TEXT)")
        db.execute("CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT)")
        for url, html in pages.items():
            row = [url, zlib.compress(html.encode()), url in tasks[primary]]
            db.execute("INSERT INTO pages VALUES (?, ?, ?)", row)
        db.executemany("INSERT INTO labels VALUES (?, ?)", [(task, url) for task in tasks for url in tasks[task]])
        db.execute("INSERT INTO meta VALUES ('record', ?)", [json.dumps({"primary_task": primary})])
    db.close()


def record_shops(folder: Path) -> Path:
    """Two shops: `camera` and `printer` are tasks of the first one, `camera` of the second."""
    manifest = {}
    for name in ("alpha", "beta"):
        pages = shop_pages(name)
        root = f"http://{name}.test/"
        cameras = [url for url in pages if url.startswith(f"{root}c") and url[-1].isdigit()] + [f"{root}a-lost"]
        tasks = {"camera": cameras}
        if name == "alpha":
            tasks["printer"] = [f"{root}p{i}" for i in range(PRINTERS)]
        record_site(folder / f"{name}.sqlite", pages, tasks)
        about = {
            task: {"samples": [urls[1], urls[0]], "target": f"pages of one {task}"} for task, urls in tasks.items()
        }
        manifest[name] = {
            "file": f"{name}.sqlite",
            "entry": root,
            "pages": len(pages),
            "primary_task": "camera",
            "tasks": about,
        }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder
