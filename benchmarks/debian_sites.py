"""Make recorded sites that anybody can have: the documentation of programs, as Debian packages it.

    python benchmarks/debian_sites.py -o sites
    python benchmarks/efficiency.py --corpora sites -o results

debian_sites.toml says which packages, and which of their pages are targets; the other debian_sites_*.toml are lists of
sites that were taken up later: --list debian_sites_later. A package is fetched by `apt-get download` and unpacked by
`dpkg-deb`; nothing is installed. Packages that are at hand already: --packages DIR.
The address of x/index.html is x/, or, where the list says that links name it (`index = true`), x/index.html; servers
know both. Only HTML is kept: a link to anything else is dead, a download that fails.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from hubwalk.errors import UsageError, unknown_name
from recorded_sites import one_line_errors

_LISTS = {path.stem: path for path in sorted(Path(__file__).parent.glob("debian_sites*.toml"))}
_SAMPLES = 10  # of each task, named in the manifest
_INDEX = "index.html"


@one_line_errors("debian_sites.py")
def main(argv: Sequence[str]) -> int:
    options = _options(argv)
    known: dict[str, dict[str, Any]] = tomllib.loads(_LISTS[options.list].read_text("utf-8"))
    for name in options.site:
        if name not in known:
            raise unknown_name("site", name, list(known))
    for program in ("apt-get", "dpkg-deb"):
        if shutil.which(program) is None:
            raise UsageError(f"{program} is not there: these sites are made on Debian and its relatives")
    options.output.mkdir(parents=True, exist_ok=True)
    manifest: dict[str, Any] = {}
    for name in options.site or known:
        print(f"{name} ...", end=" ", flush=True)
        with tempfile.TemporaryDirectory() as unpacked:
            version = _unpack(known[name]["package"], options.packages, Path(unpacked))
            if not version:
                print("left out: no such package here")
                continue
            manifest[name] = _record(name, known[name], version, Path(unpacked), options.output)
        counts = ", ".join(f"{about['targets_total']} {task}" for task, about in manifest[name]["tasks"].items())
        print(f"{manifest[name]['pages']} pages: {counts}")
    if not manifest:
        raise UsageError(
            "none of these packages can be had here; `apt-get update` first, or name a folder: --packages DIR"
        )
    (options.output / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
    return 0


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Recorded sites from the documentation that Debian packages.",
        epilog="Example: python benchmarks/debian_sites.py -o sites --site grass --site django",
    )
    parser.add_argument("--output", "-o", type=Path, required=True, help="folder for the recorded sites")
    parser.add_argument("--list", choices=_LISTS, default="debian_sites", help="which sites; default: %(default)s")
    parser.add_argument("--site", action="append", default=[], help="only this one; repeatable")
    parser.add_argument("--packages", type=Path, help="folder of .deb files, taken instead of downloads")
    return parser.parse_args(argv)


def _unpack(package: str, packages: Path | None, target: Path) -> str:
    """Fetch and unpack a package; its version, or nothing if there is none of that name."""
    with tempfile.TemporaryDirectory() as folder:
        if packages is None:
            # Root may be told to fetch as a user who cannot write here; that is only a warning.
            subprocess.run(["apt-get", "download", package], cwd=folder, capture_output=True, check=False)
        found = sorted(Path(packages or folder).glob(f"{package}_*.deb"))
        if not found:
            return ""
        subprocess.run(["dpkg-deb", "-x", str(found[-1]), str(target)], check=True)
        asked = ["dpkg-deb", "-f", str(found[-1]), "Version"]
        return subprocess.run(asked, capture_output=True, check=True, text=True).stdout.strip()


def _record(name: str, site: Mapping[str, Any], version: str, unpacked: Path, output: Path) -> dict[str, Any]:
    """Write one site's file; its line in the manifest."""
    root = unpacked / site["root"]
    files = {path.relative_to(root).as_posix(): path for path in sorted(root.rglob("*.htm*")) if _is_page(path)}
    html = {_url(name, relative, site): path.read_bytes() for relative, path in files.items()}
    tasks: dict[str, dict[str, Any]] = {}
    targets: dict[str, list[str]] = {}
    for task, rule in site["tasks"].items():
        named = [_url(name, relative, site) for relative in files if re.fullmatch(rule["files"], relative)]
        targets[task] = [url for url in named if re.search(rule.get("html", "").encode(), html[url])]
        tasks[task] = {
            "target": rule["target"],
            "targets_total": len(targets[task]),
            "samples": random.Random(f"{name} {task}").sample(targets[task], min(_SAMPLES, len(targets[task]))),
        }
    record = {
        "about": f"{site['about']}; Debian package {site['package']} {version}",
        "file": f"{name}.sqlite",
        "name": name,
        "entry": _url(name, site.get("entry", _INDEX), site),
        "pages": len(html),
        "primary_task": next(iter(tasks)),
        "tasks": tasks,
    }
    _write(output / f"{name}.sqlite", html, targets, record)
    return record


def _is_page(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and path.suffix in {".html", ".htm", ".xhtml"}


def _url(name: str, relative: str, site: Mapping[str, Any]) -> str:
    """The address of a file, as servers have it."""
    folder, _, last = relative.rpartition("/")
    path = f"{folder}/" if folder else ""
    return f"http://{name}.test/" + quote(path + ("" if last == _INDEX and not site.get("index") else last))


def _write(
    path: Path, html: Mapping[str, bytes], targets: Mapping[str, Sequence[str]], record: Mapping[str, Any]
) -> None:
    path.unlink(missing_ok=True)
    primary = set(targets[record["primary_task"]])
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE pages(url TEXT PRIMARY KEY, html BLOB, is_target INT) WITHOUT ROWID")
        file.execute("CREATE TABLE labels(task TEXT, url TEXT)")
        file.execute("CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT)")
        rows = ((url, zlib.compress(source), int(url in primary)) for url, source in html.items())
        file.executemany("INSERT INTO pages VALUES (?, ?, ?)", rows)
        file.executemany("INSERT INTO labels VALUES (?, ?)", ((task, url) for task in targets for url in targets[task]))
        file.execute("INSERT INTO meta VALUES ('record', ?)", (json.dumps(record),))
    file.close()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
