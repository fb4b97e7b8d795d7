"""The options of `find` and `resume`. None means not given: then the config file, the log or the default decides."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Sites = Annotated[
    list[str] | None,
    typer.Argument(metavar="SITE...", help="Entry pages of the sites. None: search engines are asked for sites."),
]
SitesFrom = Annotated[
    str | None,
    typer.Option("--sites-from", metavar="FILE", help="A list of sites: the relevant ones, the best first."),
]
Like = Annotated[
    list[str] | None,
    typer.Option(metavar="URL_OR_FILE", help="A page of the wanted kind, a folder or FILE.txt of them; repeatable."),
]
Unlike = Annotated[
    list[str] | None,
    typer.Option(metavar="URL_OR_FILE", help="The same for pages that come close but are not wanted."),
]
Keywords = Annotated[
    list[str] | None, typer.Option("--keyword", help="Ask for this instead of the samples' words; repeatable.")
]
Engines = Annotated[
    list[str] | None,
    typer.Option(
        "--engine",
        help="Who is asked for sites: local[:INDEX] (default), searxng:URL, brave, google, ddgs, cdx; repeatable.",
    ),
]
MaxSites = Annotated[int | None, typer.Option("--sites", help="Crawl so many of the sites found. Default: all.")]
DiscoverOnly = Annotated[
    bool | None, typer.Option("--discover-only", help="Stop at the list of sites; each with its evidence.")
]
MaxQueries = Annotated[int | None, typer.Option(help="Queries to each engine. Default: 60.")]
QueriesPerMinute = Annotated[float | None, typer.Option(help="To each engine. Default: what it is known to bear.")]
QueryLength = Annotated[int | None, typer.Option(help="Words in a query. Default: 3.")]
MaxWords = Annotated[int | None, typer.Option(help="Words taken from the samples; each costs a query. Default: 20.")]
MaxIterations = Annotated[
    int | None,
    typer.Option(help="Queries in a row without a new page of the kind that end the search. Default: 50."),
]
Results = Annotated[int | None, typer.Option(help="Results looked at per query. Default: 10.")]
Output = Annotated[
    str | None, typer.Option("--output", "-o", help="FILE.jsonl, .csv or .parquet; - (default): standard output.")
]
Db = Annotated[str | None, typer.Option(help="Crawl log. Default: next to the output, FILE.db.")]
Config = Annotated[Path | None, typer.Option(help="TOML file with any of these settings; flags win.")]
StrategyName = Annotated[
    str | None, typer.Option(help="adaptive (default) or another NAME:option=value,... of docs/cli.md.")
]
Prior = Annotated[
    str | None, typer.Option(metavar="FILE", help="What was learned on other sites, for strategies that take it.")
]
Validators = Annotated[
    list[str] | None,
    typer.Option(
        help="like (default), structure, text, table, schema_org:TYPE, language_model, url:REGEX, words:WORDS, "
        "command:PROGRAM, python:MODULE:CALLABLE, or an expression of them, see docs/validators.md; repeatable, all "
        "must accept."
    ),
]
Wish = Annotated[str | None, typer.Option(help="What is wanted, in your own words, for language_model.")]
Model = Annotated[str | None, typer.Option(help="How the validator text learns: see docs/validators.md. Default: svm.")]
MaxCalls = Annotated[int | None, typer.Option(help="Calls of a language model. Default: no limit.")]
MaxCost = Annotated[float | None, typer.Option(help="What these calls may cost. Default: no limit.")]
Scope = Annotated[str | None, typer.Option(help="What belongs to a site: host (default), prefix or domain.")]
MaxPages = Annotated[int | None, typer.Option(help="Requests per site, retries included. Default: 10000.")]
MaxTime = Annotated[float | None, typer.Option(help="Seconds until the crawl stops. Default: no limit.")]
StopAtRecall = Annotated[
    float | None, typer.Option(help="Stop a site when so much of it is found, by estimate: 0.95, say. Default: never.")
]
StopWhenYieldBelow = Annotated[
    float | None,
    typer.Option(help="Stop a site when fewer of the last 100 downloads are accepted: 0.01, say. Default: never."),
]
Delay = Annotated[
    float | None, typer.Option(help="Seconds between requests to one host, more if it is slow. Default: 0.5.")
]
Jobs = Annotated[int | None, typer.Option(help="Sites at a time. Default: 8.")]
BrowserName = Annotated[
    str | None,
    typer.Option(
        "--browser", help="http (default), headless: a browser runs and probes every page, or auto: where it pays."
    ),
]
AllowHosts = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host", metavar="HOST", help="A browser may load scripts from there too; * for all; repeatable."
    ),
]
ProbeTime = Annotated[float | None, typer.Option(help="Seconds for one page in a browser, at most. Default: 20.")]
Resolve = Annotated[
    list[str] | None,
    typer.Option(
        "--resolve",
        metavar="PATTERN=ADDRESS:PORT",
        help="Where to reach hosts, whatever their name says: '*.test=127.0.0.1:8300'; http only; repeatable.",
    ),
]
Seed = Annotated[int | None, typer.Option(help="Same seed, same crawl. Default: 0.")]
UserAgent = Annotated[str | None, typer.Option(help="Default: hubwalk and its version.")]
ObeyRobots = Annotated[
    bool | None, typer.Option("--obey-robots/--no-obey-robots", help="Follow robots.txt. Default: obey.")
]
Timeout = Annotated[float | None, typer.Option(help="Seconds per request. Default: 30.")]
MaxSize = Annotated[int | None, typer.Option(help="Bytes per page. Default: 10000000.")]
Retries = Annotated[int | None, typer.Option(help="Of a request that failed. Default: 2.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")]
AsJson = Annotated[bool, typer.Option("--json", help="Progress as JSON lines on standard error.")]
Verbose = Annotated[bool, typer.Option("--verbose", help="Show Scrapy's own log too.")]
