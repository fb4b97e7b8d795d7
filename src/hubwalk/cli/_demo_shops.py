"""`hubwalk demo shops`: what is true of the web of shops, and what it takes to look for its laptop offers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hubwalk.cli._new_file import check_folder
from hubwalk.errors import UsageError, unknown_name

if TYPE_CHECKING:
    from hubwalk.values import Page


def shops(
    *,
    language: Annotated[str, typer.Option(help="Only sites in this language: en, de, fr, it or el.")] = "",
    count: Annotated[int, typer.Option(help="Sites of the web, as in `demo serve --shops`.")] = 600,
    seed: Annotated[int, typer.Option(help="Another seed, another web.")] = 0,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Folder for an ontology, laptop offers and near misses, of another web."),
    ] = None,
    pages: Annotated[int, typer.Option(min=1, help="Offers to write, and as many near misses.")] = 30,
    as_json: Annotated[bool, typer.Option("--json", help="JSON lines of all sites, fit or not.")] = False,
) -> None:
    """Print the home pages of the sites that offer laptops in the web that `demo serve --shops` serves, one per line.
    With `-o` write what one needs to look for them instead.

    Example: hubwalk demo shops --language de --count 600
    """
    from hubwalk.demo.shops import make_shops
    from hubwalk.demo.shops.lexicon import LANGUAGES

    if language and language not in LANGUAGES:
        raise unknown_name("language", language, LANGUAGES)
    check_folder(output, "shops")
    web = make_shops(count, seed)
    if output is not None:
        _write(output, count, seed, language or LANGUAGES[0], pages)
        return
    for site in web.sites(language):
        if as_json:
            row = {"url": site.home, "fit": site.fit, "kind": site.kind.name, "language": site.language}
            print(json.dumps(row))
        elif site.fit:
            print(site.home)


def _write(folder: Path, count: int, seed: int, language: str, pages: int) -> None:
    from hubwalk.demo.shops import make_shops
    from hubwalk.demo.shops.corpus import training_pages
    from hubwalk.demo.shops.ontology import FILE, ontology_text

    offers, near_misses = training_pages(count, seed, language, pages)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE).write_text(ontology_text(make_shops(count, seed).world), "utf-8")
        for name, some in (("offers", offers), ("near-misses", near_misses)):
            _write_pages(folder / name, some)
    except OSError as error:
        raise UsageError(f"cannot write to {folder}: {error.strerror or error}; give another with -o") from error
    print(folder / FILE, folder / "offers", folder / "near-misses", sep="\n")


def _write_pages(folder: Path, pages: Sequence[Page]) -> None:
    folder.mkdir(exist_ok=True)
    for number, page in enumerate(pages, start=1):
        (folder / f"{number:03}.html").write_text(page.html, "utf-8")
