"""The options that `sites` has beside those of `find`. None means not given: then the config file or the default
decides."""

from __future__ import annotations

from typing import Annotated

import typer

LikeSites = Annotated[
    list[str] | None, typer.Option("--like-site", metavar="SITE", help="A site of the wanted kind; repeatable.")
]
UnlikeSites = Annotated[
    list[str] | None, typer.Option("--unlike-site", metavar="SITE", help="A site of another kind; repeatable.")
]
Classifier = Annotated[
    str | None, typer.Option(metavar="FILE", help="What hubwalk train-sites has learned, instead of example sites.")
]
Sources = Annotated[
    list[str] | None,
    typer.Option(
        "--source",
        help="Where to look: directory:URL, odp:FILE#BRANCH, category:URL, queries, similar; repeatable. "
        "Default: queries with words or an ontology, similar with samples.",
    ),
]
Keywords = Annotated[list[str] | None, typer.Option("--keyword", help="Ask search engines for this; repeatable.")]
OntologyFile = Annotated[
    str | None, typer.Option(metavar="FILE", help="What wanted pages show; search engines are asked for it.")
]
Validators = Annotated[
    list[str] | None,
    typer.Option(help="Which page makes a site fit. Default: like with samples, table with an ontology, else words."),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        help="FILE.jsonl or .csv; - is JSON Lines. Default: a table on a terminal, JSON Lines elsewhere.",
    ),
]
EdgeWeights = Annotated[
    str | None, typer.Option(help="What a link between sites is worth: global, local or combined (default).")
]
Threshold = Annotated[
    float | None, typer.Option(help="Confidence, for or against, at which a site is settled. Default: 0.9.")
]
Links = Annotated[
    float | None,
    typer.Option(help="Go on with a settled site until its links to others are worth so much; 0: do not. Default: 5."),
]
MaxPagesPerSite = Annotated[int | None, typer.Option(help="Pages of one site. Default: 25.")]
MaxSites = Annotated[int | None, typer.Option(help="Stop with so many relevant sites. Default: no limit.")]
MaxPages = Annotated[int | None, typer.Option(help="Stop after so many pages of all sites. Default: 10000.")]
StopWhenPprsAbove = Annotated[
    float | None,
    typer.Option(help="Stop when a relevant site costs more of the last 1000 pages: 50, say. Default: never."),
]
SiteNamesKind = Annotated[
    str | None,
    typer.Option("--site-names", help="What a site is: host (default), domain, or user: /~name/ is a site of its own."),
]
SharedHosts = Annotated[
    list[str] | None,
    typer.Option("--shared-host", metavar="HOST", help="With user: a host whose folders are sites; repeatable."),
]
