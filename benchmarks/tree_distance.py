"""How many DOM trees can be compared in a second, beside `apted` and `zss`, on one core.

    python benchmarks/tree_distance.py [--nodes 200 300 1500 5000] [--timeout 60] [--corpora FOLDER] [--no-peers]

Pages are generated in two templates, with rows, paragraphs and comments of random shape, or with --corpora taken from
recorded sites: pages of one task count as one template, pages of no task of the same site as another. The peers compute
other distances (the unrestricted one), and get one comparison each; what takes longer than the time-out is stopped.
With --corpora it also reports what the tag paths save in front of the distance, at the validator's own threshold with
three samples, and whether that or the bound on work ever changed a verdict. Times are processor times.
"""

from __future__ import annotations

import argparse
import itertools
import json
import multiprocessing
import os
import random
import sqlite3
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from hubwalk.pages.parse import read
from hubwalk.validators.structure import (
    PageTree,
    StructureValidator,
    distance,
    similarity,
    similarity_bound,
    tree_of,
)
from hubwalk.validators.tree_distance import WORK, measure
from hubwalk.validators.tree_distance_plain import rtdm as plain
from hubwalk.values import Page, Response

Pairs = list[tuple[PageTree, PageTree]]
PEERS = ("apted", "zss")
GOALS = {  # comparisons in a second at 1,500 nodes
    "same template": 500,
    "other template": 2_000,
}
FASTER = 10_000  # times than apted, at 300 nodes
_SECONDS = 1.0  # for each figure


def made_page(template: str, nodes: int, draw: random.Random) -> str:
    """A page with about that many elements: a frame that all pages share, then repeated parts of random shape."""
    menu = "<nav><ul>" + "<li><a href=/>x</a>" * 12 + "</ul></nav><footer><p><a href=/>x</a></p></footer>"
    parts: list[str] = []
    count = 34
    while count < nodes:
        part = _part(template, draw)
        parts.append(part)
        count += part.count("<") - part.count("</")
    if template == "product":
        return f"{menu}<main><div><h1>x</h1><img><table>{''.join(parts)}</table></div><aside><p>x</p></aside></main>"
    return f"{menu}<main><div><h1>x</h1><time>x</time></div><div>{''.join(parts)}</div></main>"


def _part(template: str, draw: random.Random) -> str:
    marks = draw.randrange(1, 5) if draw.random() < 0.4 else 0  # most cells and paragraphs are plain text
    inline = "".join(draw.choice(["<a href=/>x</a>", "<b>x</b>", "<i>x</i>", "<br>"]) for _ in range(marks))
    if template == "product":
        return f"<tr><th>x</th><td>{inline}</td></tr>"
    comment = f"<section><img><div><h4>x</h4><p>{inline}</p></div></section>"
    return draw.choice([f"<p>{inline}</p>", f"<ul>{'<li>x</li>' * draw.randrange(1, 5)}</ul>", comment])


def made_pairs(nodes: int, pairs: int = 20) -> dict[str, Pairs]:
    draw = random.Random(nodes)
    products, articles = (
        [tree_of(made_page(template, nodes, draw)) for _ in range(pairs + 1)] for template in ("product", "article")
    )
    same = [*itertools.pairwise(products), *itertools.pairwise(articles)]
    return {"same template": same, "other template": list(zip(products, articles, strict=True))}


def rate(compare: Callable[[PageTree, PageTree], object], pairs: Pairs) -> float:
    """Comparisons in a second; the first, which may compile or load something, is not timed."""
    compare(*pairs[0])
    done, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < _SECONDS:
        compare(*pairs[done % len(pairs)])
        done += 1
    return done / spent


def seconds_of_peer(name: str, pair: tuple[PageTree, PageTree], timeout: float) -> float | None:
    """For one comparison, in a process of its own that can be stopped; None: it took longer."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=_compare_by_peer, args=(name, *map(_unfolded, pair), theirs), daemon=True
    )
    process.start()
    theirs.close()
    try:
        return float(ours.recv()) if ours.poll(timeout) else None
    except EOFError:
        return None
    finally:
        process.kill()
        process.join()


def _compare_by_peer(
    name: str, one: tuple[list[int], list[int]], other: tuple[list[int], list[int]], answer: Connection
) -> None:
    sys.setrecursionlimit(100_000)
    if name == "apted":
        from apted import APTED
        from apted.helpers import Tree

        trees = [_nested(nodes, lambda label, children: Tree(str(label), *children)) for nodes in (one, other)]
        begin = time.process_time()
        APTED(*trees).compute_edit_distance()
    else:
        import zss

        trees = [_nested(nodes, lambda label, children: zss.Node(str(label), children)) for nodes in (one, other)]
        begin = time.process_time()
        zss.simple_distance(*trees, label_dist=lambda x, y: int(x != y))
    answer.send(time.process_time() - begin)


def _unfolded(tree: PageTree) -> tuple[list[int], list[int]]:
    """Labels and parents of all nodes, in document order."""
    classes, labels, parents = tree.classes, list[int](), list[int]()
    stack = [(len(classes.size) - 1, -1)]
    while stack:
        number, parent = stack.pop()
        children = classes.child[classes.first[number] : classes.first[number + 1]].tolist()
        stack += [(child, len(labels)) for child in reversed(children)]
        labels.append(int(classes.label[number]))
        parents.append(parent)
    return labels, parents


def _nested(nodes: tuple[list[int], list[int]], make: Callable[[int, list[Any]], Any]) -> Any:
    labels, parents = nodes
    children: list[list[Any]] = [[] for _ in labels]
    for i in range(len(labels) - 1, 0, -1):
        children[parents[i]].insert(0, make(labels[i], children[i]))
    return make(labels[0], children[0])


def recorded_sites(folder: Path) -> Iterator[tuple[str, list[Page], dict[str, list[Page]], list[Page]]]:
    """Site by site: its name, some of its pages, the targets of each task, and pages of no task."""
    for name, about in json.loads((folder / "manifest.json").read_text(encoding="utf-8")).items():
        with sqlite3.connect(f"{(folder / f'{name}.sqlite').resolve().as_uri()}?mode=ro&immutable=1", uri=True) as db:
            rows = db.execute("SELECT url, html FROM pages ORDER BY url").fetchall()
            labels = db.execute("SELECT task, url FROM labels").fetchall()
        named = {url for task in about["tasks"].values() for url in task["samples"]}
        drawn = random.Random(name).sample(rows, min(400, len(rows)))
        chosen = {url: html for url, html in rows if url in named} | dict(drawn)
        pages = {url: _page(url, zlib.decompress(html)) for url, html in chosen.items()}
        tasks = {task: [pages[u] for label, u in labels if label == task and u in pages] for task in about["tasks"]}
        wanted = {url for _, url in labels}
        yield name, list(pages.values()), tasks, [page for url, page in pages.items() if url not in wanted]


def _page(url: str, body: bytes) -> Page:
    return read(Response(url, url, 200, body, (("content-type", "text/html"),)))


def recorded_pairs(folder: Path, sizes: Sequence[int]) -> dict[int, dict[str, Pairs]]:
    """Pairs of pages within a quarter of each size."""
    found: dict[int, dict[str, Pairs]] = {size: {title: [] for title in GOALS} for size in sizes}
    for _, _, tasks, others in recorded_sites(folder):
        other = [tree_of(page.html) for page in others]
        for targets in tasks.values():
            trees = [tree_of(page.html) for page in targets]
            for size, pairs in found.items():
                near, far = ([t for t in some if abs(len(t) - size) <= size / 4][:20] for some in (trees, other))
                pairs["same template"] += itertools.pairwise(near)
                pairs["other template"] += zip(near, far, strict=False)
    return found


def report_speed(pairs: dict[int, dict[str, Pairs]], options: argparse.Namespace) -> None:
    print(f"{'nodes':>6} {'':16} {'pairs':>5} {'a second':>10} {'plain':>8} {'tag paths':>10}   peers, one comparison")
    for nodes, title in itertools.product(pairs, GOALS):
        some = pairs[nodes][title]
        if not some:
            print(f"{nodes:>6,} {title:16}     0 (no pages of that size)")
            continue
        ours = rate(distance, some)
        slow = rate(lambda a, b: measure(plain, a, b), some)
        paths = rate(similarity_bound, some)
        line = f"{nodes:>6,} {title:16} {len(some):>5} {ours:>10,.0f} {slow:>8,.0f} {paths:>10,.0f}"
        for name in PEERS if options.peers else ():
            spent = seconds_of_peer(name, some[0], options.timeout)
            took = f"{spent:.2f} s, {spent * ours:,.0f} of ours" if spent else f"more than {options.timeout:.0f} s"
            line += f"   {name} {took}"
            if nodes == 300 and name == "apted":
                line += _goal((spent or options.timeout) * ours >= FASTER, f"{FASTER:,}")
        print(line + (_goal(ours >= GOALS[title], f"{GOALS[title]:,} a second") if nodes == 1500 else ""), flush=True)


def _goal(met: bool, goal: str) -> str:
    return f" (goal {goal}: {'met' if met else 'missed'})"


def report_savings(folder: Path) -> None:
    title = f"\n{'site':16} {'task':12} {'threshold':>9}"
    print(f"{title} {'comparisons':>11} {'saved by tag paths':>18} {'verdicts changed':>16}")
    total = [0, 0, 0]
    for name, pages, tasks, _ in recorded_sites(folder):
        trees = [tree_of(page.html) for page in pages]
        for task, targets in tasks.items():
            need = StructureValidator(targets[:3]).need
            samples = [tree_of(page.html) for page in targets[:3]]
            saved = changed = 0
            for tree, sample in itertools.product(trees, samples):
                saved += similarity_bound(tree, sample) < need
                exact = 1 - measure_without_bound(tree, sample) / (len(tree) + len(sample) - 1)
                changed += (similarity(tree, sample, at_least=need) >= need) != (exact >= need)
            row = [len(trees) * len(samples), saved, changed]
            total = [sum(column) for column in zip(total, row, strict=True)]
            print(_savings(f"{name:16} {task:12} {need:>9.2f}", row), flush=True)
    print(_savings(f"{'all':16} {'':12} {'':>9}", total))


def measure_without_bound(a: PageTree, b: PageTree) -> int:
    from hubwalk.validators.tree_distance_numba import rtdm

    return measure(rtdm, a, b, 1000 * WORK)


def _savings(title: str, row: Sequence[int]) -> str:
    return f"{title} {row[0]:>11,} {row[1]:>11,} = {row[1] / row[0]:>4.0%} {row[2]:>16}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, nargs="+", default=[200, 300, 1500, 5000])
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for one comparison by a peer")
    parser.add_argument("--no-peers", dest="peers", action="store_false")
    parser.add_argument("--corpora", type=Path, default=os.environ.get("HUBWALK_CORPORA"), help="recorded sites")
    options = parser.parse_args()
    if options.corpora is not None and not (options.corpora / "manifest.json").is_file():
        sys.exit(f"tree_distance: no recorded sites in {options.corpora}: it has no manifest.json")
    if options.corpora is None:
        report_speed({nodes: made_pairs(nodes) for nodes in options.nodes}, options)
    else:
        report_speed(recorded_pairs(options.corpora, options.nodes), options)
        report_savings(options.corpora)


if __name__ == "__main__":
    main()
