"""The second part of the tour: its sums, and once the whole way from samples to sites on a tiny web."""

from __future__ import annotations

from pathlib import Path

import pytest

from hubwalk.demo.search_tour import run_search_tour, write_pages, yields
from hubwalk.demo.web import make_domain


def test_each_target_counts_once_and_sites_with_targets_come_first() -> None:
    domain = make_domain("cameras", scale=0.02)
    site, decoy = domain.sites[1], domain.decoys[0]
    urls = {made.name: f"http://{made.name}.test/" for made in (*domain.sites, *domain.decoys)}
    one, two, *_ = site.targets()
    accepted = [f"http://{site.name}.test{path}" for path in (one, f"/print{one}", two, "/about")]
    accepted.append(f"http://{decoy.name}.test/")
    found = yields((*domain.decoys, *domain.sites), urls, accepted)
    assert [(of_site.site.name, of_site.accepted, of_site.found) for of_site in found] == [
        (site.name, 4, 2),
        (decoy.name, 1, 0),
    ]
    assert f"2 of {site.target_count} targets" in found[0].line
    assert "decoy" in found[1].line


def test_pages_are_written_in_their_order(tmp_path: Path) -> None:
    pages = make_domain("laptops", scale=0.02).samples(12)
    files = write_pages(pages, tmp_path / "new" / "folder")
    assert files == sorted(files)
    assert [file.read_bytes() for file in files] == [site.respond(path).body for site, path in pages]


def test_the_way_from_samples_to_sites(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_search_tour(tmp_path, scale=0.01) == 0
    out = capfd.readouterr().out
    told = next(line for line in out.splitlines() if "sites were found" in line)
    assert int(told.split()[0]) >= 5
    assert (tmp_path / "found-sites.jsonl").stat().st_size
    assert len(list((tmp_path / "samples").iterdir())) == 20
