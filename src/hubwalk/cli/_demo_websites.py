"""`hubwalk demo websites` and `hubwalk demo dump`: what is true of the web of web sites, and its directory as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hubwalk.cli._new_file import check_folder
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from hubwalk.demo.websites import WebSite

Count = Annotated[int, typer.Option(help="Sites of the web, as in `demo serve --websites`.")]
Seed = Annotated[int, typer.Option(help="Another seed, another web.")]


def websites(
    *,
    topic: Annotated[str, typer.Option(help="Print the sites of this topic, or of `other`. Default: a summary.")] = "",
    count: Count = 500,
    seed: Seed = 0,
    examples: Annotated[
        int, typer.Option(min=0, help="Print no more than so many example sites instead; 0: all sites.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="JSON lines with all that is known of each site.")] = False,
) -> None:
    """Print the home pages of the sites of a topic in the web that `demo serve --websites` serves, one per line.

    Example: hubwalk demo websites --topic horses --count 500 --examples 8
    """
    from hubwalk.demo.websites import OTHER, TOPICS, make_web

    web = make_web(count, seed)
    if not topic:
        if examples:
            raise UsageError(f"--examples: of which topic? Add --topic, one of {', '.join((*TOPICS, OTHER))}")
        for name in (*TOPICS, OTHER):
            sites, shown = web.census.topic_size(name), len(web.training(name))
            row = {"topic": name, "sites": sites, "examples": shown}
            print(json.dumps(row) if as_json else f"{name:18}{sites:>8} sites{shown:>6} examples")
        return
    for site in web.training(topic)[:examples] if examples else web.of_topic(topic):
        print(json.dumps(_row(site)) if as_json else site.home)


def dump(
    *,
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for content.rdf.u8 and structure.rdf.u8.")],
    count: Count = 500,
    seed: Seed = 0,
) -> None:
    """Write the directory of the web of web sites as the Open Directory's RDF files, and print their names.

    Example: hubwalk demo dump --count 500 -o dump
    """
    from hubwalk.demo.websites import make_web
    from hubwalk.demo.websites.directory_dump import write_dump

    check_folder(output, "dump")
    web = make_web(count, seed)
    try:
        print(*write_dump(web.directory, output), sep="\n")
    except OSError as error:
        raise UsageError(f"cannot write to {output}: {error.strerror or error}; give another with -o") from error


def _row(site: WebSite) -> dict[str, object]:
    return {
        "url": site.home,
        "topic": site.topic,
        "kind": site.kind,
        "subject": site.subject,
        "pages": site.pages,
        "home": site.form,
        "trap": site.trap,
    }
