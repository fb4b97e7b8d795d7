"""What `hubwalk evaluate` runs for files with `experiment = "crossmarc"`: the evaluation of the CROSSMARC crawler."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hubwalk.demo.shops.lexicon import LANGUAGES
from hubwalk.demo.shops.web import LEAST, MOST
from hubwalk.errors import UsageError, unknown_name
from hubwalk.evaluation.crossmarc_paper import VERSIONS
from hubwalk.evaluation.suite import checked_section
from hubwalk.validators.page_filter import MODELS

VERSION, SPIDER, FILTER = PARTS = ("version", "spider", "filter")
PRESENCE = "naive_bayes_presence"  # beside the models of the page filter, see crossmarc_filters.py
ALL_MODELS = (*MODELS, PRESENCE)
_FOLDS = 10


@dataclass(frozen=True, slots=True)
class Spider:
    """The light spider, and the page filter that it asks."""

    model: str = "svm"  # what the authors settled for
    training: int = 600  # laptop offers to train it with, and as many near misses, as far as there are
    max_pages: int = 30  # of a site


@dataclass(frozen=True, slots=True)
class CrossmarcSuite:
    """All experiments of one file. Make one with `make_crossmarc_suite`, which checks everything."""

    title: str = "CROSSMARC: Tables 1 and 2"
    sites: int = 600  # of the web of shops, half of them English
    seeds: tuple[int, ...] = (0, 1, 2)  # a web each; Table 1 has means over them, Table 2 is of the first
    languages: tuple[str, ...] = LANGUAGES
    folds: int = _FOLDS
    pages: tuple[int, ...] = (150, 300, 600)  # of each kind in Table 2: the first for all languages, all for English
    models: tuple[str, ...] = ALL_MODELS
    spider: Spider = field(default_factory=Spider)


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing to measure."""

    part: str  # of PARTS
    language: str
    seed: int  # of the web
    version: str = ""  # of the crawler
    model: str = ""  # of the page filter
    pages: int = 0  # of each kind, for a page filter

    @property
    def name(self) -> str:
        more = {VERSION: self.version, SPIDER: "", FILTER: f"{self.model} {self.pages}"}[self.part]
        return f"{self.part}/{self.language} {self.seed} {more}".strip()


def cells_of(suite: CrossmarcSuite) -> list[Cell]:
    """All cells."""
    places = [(language, seed) for seed in suite.seeds for language in suite.languages]
    cells = [Cell(VERSION, *place, version) for place in places for version in VERSIONS]
    cells += [Cell(SPIDER, *place) for place in places]
    for language in suite.languages:
        sizes = suite.pages if language == suite.languages[0] else suite.pages[:1]
        cells += [
            Cell(FILTER, language, suite.seeds[0], model=model, pages=pages)
            for pages in sizes
            for model in suite.models
        ]
    return cells


def make_crossmarc_suite(values: Mapping[str, Any], source: str = "the experiments") -> CrossmarcSuite:
    """The suite that the values describe, checked; what is left out has its default."""
    suite: CrossmarcSuite = checked_section(CrossmarcSuite(), values, source)
    for key, number, least, most in (
        ("sites", suite.sites, LEAST, MOST),
        ("folds", suite.folds, 2, 100),
        ("spider.training", suite.spider.training, 2, 10_000),
        ("spider.max_pages", suite.spider.max_pages, 1, 10_000),
        *(("pages", number, suite.folds, 10_000) for number in suite.pages),
    ):
        if not least <= number <= most:
            raise UsageError(f"{source}: {key} = {number}: expected a number from {least} to {most}")
    for key, names, known in (
        ("languages", suite.languages, LANGUAGES),
        ("models", suite.models, ALL_MODELS),
        ("spider.model", (suite.spider.model,), MODELS),
    ):
        for name in names:
            if name not in known:
                raise unknown_name(f"name in {key} of {source}", name, known)
        if len(set(names)) != len(names):
            raise UsageError(f"{source}: {key} names one twice; name each once")
    if not suite.languages or not suite.seeds:
        raise UsageError(f"{source}: languages and seeds must not be empty; give at least one of each")
    return dataclasses.replace(suite, pages=tuple(sorted(set(suite.pages))), seeds=tuple(dict.fromkeys(suite.seeds)))


def crossmarc_values(suite: CrossmarcSuite) -> dict[str, Any]:
    """The suite as plain JSON values; `make_crossmarc_suite` reads it back."""
    values = dataclasses.asdict(suite)
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
