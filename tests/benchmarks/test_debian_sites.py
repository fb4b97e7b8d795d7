"""benchmarks/debian_sites.py, on a package made here: what becomes a page, an address, a target."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from hubwalk.evaluation.validating_sites import read_manifest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "benchmarks" / "debian_sites.py"

needs_dpkg = pytest.mark.skipif(
    not (shutil.which("dpkg-deb") and shutil.which("apt-get")), reason="no dpkg-deb or apt-get: not a Debian system"
)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False)


def package(folder: Path, files: Mapping[str, str], site: str = "grass", listed: str = "debian_sites") -> Path:
    """A package of a site with these files."""
    wanted = tomllib.loads((SCRIPT.parent / f"{listed}.toml").read_text("utf-8"))[site]
    name = wanted["package"]
    tree = folder / "tree"
    (tree / "DEBIAN").mkdir(parents=True)
    about = f"Package: {name}\nVersion: 8.2\nArchitecture: all\nMaintainer: nobody <nobody@example.org>\n"
    (tree / "DEBIAN/control").write_text(f"{about}Description: a manual\n")
    for file, text in files.items():
        path = tree / wanted["root"] / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    packages = folder / "packages"
    packages.mkdir()
    built = packages / f"{name}_8.2_all.deb"
    subprocess.run(["dpkg-deb", "--build", str(tree), str(built)], check=True, capture_output=True)
    return packages


@needs_dpkg
def test_a_package_becomes_a_recorded_site(tmp_path: Path) -> None:
    commands = {f"{kind}.{name}.html": f"<p>{name}" for kind in "rv" for name in ("buffer", "clip", "to rast")}
    pages = {"index.html": "<a href=r.clip.html>clip</a>", "more/index.html": "<p>more", "logo.png": "no page"}
    packages = package(tmp_path, pages | commands)
    told = run("-o", str(tmp_path / "sites"), "--site", "grass", "--packages", str(packages))
    assert told.returncode == 0, told.stderr
    assert "8 pages: 3 raster, 3 vector" in told.stdout
    (site,) = read_manifest(tmp_path / "sites")
    assert site.entry == "http://grass.test/"
    assert site.primary == "raster"
    raster = site.open("raster")
    assert raster.targets == {f"http://grass.test/r.{name}.html" for name in ("buffer", "clip", "to%20rast")}
    assert set(raster.samples) <= raster.targets
    assert "http://grass.test/more/" in raster.urls()
    assert raster.fetch("http://grass.test/").body == b"<a href=r.clip.html>clip</a>"
    about = json.loads((tmp_path / "sites/manifest.json").read_text())["grass"]["about"]
    assert "grass-doc 8.2" in about, "whose pages they are"


@needs_dpkg
def test_where_links_name_it_index_html_is_part_of_the_address(tmp_path: Path) -> None:
    pages = {"index.html": "<a href=more/index.html>more", "more/index.html": "<p>more", "cmdNote.html": "<p>note"}
    packages = package(tmp_path, pages, "xtrkcad", "debian_sites_blind")
    chosen = ("--list", "debian_sites_blind", "--site", "xtrkcad", "--packages", str(packages))
    told = run("-o", str(tmp_path / "sites"), *chosen)
    assert told.returncode == 0, told.stderr
    (site,) = read_manifest(tmp_path / "sites")
    assert site.entry == "http://xtrkcad.test/index.html"
    assert "http://xtrkcad.test/more/index.html" in site.open("command").urls()


@needs_dpkg
def test_a_package_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    told = run("-o", str(tmp_path / "sites"), "--site", "grass", "--packages", str(tmp_path / "none"))
    assert told.returncode == 2
    assert "grass ... left out" in told.stdout
    assert told.stderr.startswith("debian_sites.py: none of these packages")


def test_an_unknown_site_is_refused_in_one_line(tmp_path: Path) -> None:
    told = run("-o", str(tmp_path), "--site", "gras")
    assert told.returncode == 2
    assert told.stderr.count("\n") == 1
    assert "grass" in told.stderr, "the nearest one is named"


@pytest.mark.parametrize("path", sorted(SCRIPT.parent.glob("debian_sites*.toml")), ids=lambda path: path.stem)
def test_every_list_has_what_a_site_needs(path: Path) -> None:
    sites = tomllib.loads(path.read_text("utf-8"))
    assert sites
    for name, site in sites.items():
        assert site["package"] and site["root"] and site["about"], name
        assert site["tasks"], name
        for task in site["tasks"].values():
            assert task["target"]
            re.compile(task["files"])


def test_no_site_is_on_two_lists() -> None:
    lists = [tomllib.loads(path.read_text("utf-8")) for path in SCRIPT.parent.glob("debian_sites*.toml")]
    assert len(lists) > 1
    assert sum(map(len, lists)) == len(set().union(*lists))
