"""Saved page filters: one file of plain numbers and JSON (model_archive.py). What does not fit together is refused."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from hubwalk import __version__
from hubwalk.validators.model_archive import ModelArchive
from hubwalk.validators.page_filter import MAIN, MODELS, OWN, PageFilter, Reader, distinct
from hubwalk.validators.page_filter_models import KINDS, Model, arrays_of, check
from hubwalk.validators.page_vectors import Vocabulary
from hubwalk.validators.word_profile import Line, Profile
from hubwalk.values import Page

FORMAT = "hubwalk page filter"
VERSION = 1
_LIGHTEST, _HEAVIEST = 1e-9, 1.001  # a word's share of the training pages; sums of fractions may be a little above 1
_RAREST = 100.0  # no inverse frequency is as high; with such as 1e308 a page has no likeness at all, and no score
_FILE = ModelArchive(FORMAT, VERSION, "page filter", "hubwalk train")


@dataclass(frozen=True, slots=True)
class About:
    """Where a saved page filter comes from."""

    hubwalk: str  # version that trained it
    model: str
    languages: tuple[str, ...]
    text: str  # which text of a page it reads, see page_filter.py
    wanted: int  # training pages of the kind
    near_misses: int
    terms: int
    data: str  # digest of the training pages, in whatever order


def training_digest(wanted: Sequence[Page], near_misses: Sequence[Page]) -> str:
    """The same for the same pages, in any order, and for no others."""
    lines = sorted(
        f"{kind} {hashlib.sha256(page.html.encode('utf-8', 'surrogatepass')).hexdigest()}"
        for kind, pages in (("wanted", wanted), ("near miss", near_misses))
        for page in distinct(pages)
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def about(page_filter: PageFilter, wanted: Sequence[Page], near_misses: Sequence[Page]) -> About:
    """What the file will say of itself."""
    reader = page_filter.reader
    counts = len(distinct(wanted)), len(distinct(near_misses))
    digest = training_digest(wanted, near_misses)
    return About(
        __version__, page_filter.name, reader.languages, reader.text, *counts, len(page_filter.vocabulary.terms), digest
    )


def save_filter(path: Path, page_filter: PageFilter, origin: About) -> None:
    """Write the file, whole or not at all; UsageError if that is not possible."""
    known = {
        "about": asdict(origin),
        "kind": page_filter.model.kind,
        "terms": page_filter.vocabulary.terms,
        "profile": page_filter.profile.weight,
        "need": page_filter.line.need,
        "need_at": dict(page_filter.line.need_at),
    }
    arrays: dict[str, Any] = {f"model.{name}": values for name, values in arrays_of(page_filter.model).items()}
    _FILE.save(path, known, {"idf": page_filter.vocabulary.idf, **arrays})


def load_filter(path: Path) -> PageFilter:
    """The page filter in a file; UsageError if there is none, ValidatorError if it cannot be used."""
    known, arrays = _FILE.load(path)
    try:
        return _page_filter(known, arrays)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _FILE.damaged(path, error) from None


def load_about(path: Path) -> About:
    """What a saved page filter says of itself."""
    known, _ = _FILE.load(path)
    try:
        said = known["about"]
        return About(**{**said, "languages": tuple(said["languages"])})
    except (KeyError, TypeError) as error:
        raise _FILE.damaged(path, error) from None


def _page_filter(known: Mapping[str, Any], arrays: Mapping[str, Any]) -> PageFilter:
    origin = known["about"]
    terms = [str(term) for term in known["terms"]]
    idf = _numbers(arrays["idf"])
    parts = {name.removeprefix("model."): _numbers(part) for name, part in arrays.items() if name != "idf"}
    model: Model = KINDS[known["kind"]](**parts)
    needs = [float(known["need"]), *map(float, known["need_at"].values())]
    fits = len(idf) == len(terms) and ((idf > 0) & (idf < _RAREST)).all() and check(model, len(terms))
    weights = {str(word): float(weight) for word, weight in known["profile"].items()}
    fits = fits and weights and all(_LIGHTEST <= weight <= _HEAVIEST for weight in weights.values())
    if not fits or not all(0 < need <= 1 for need in needs):
        raise ValueError("its numbers do not fit together")
    if origin["model"] not in MODELS or origin["text"] not in {OWN, MAIN}:
        raise ValueError("unknown model or text")
    line = Line(needs[0], {str(site): float(need) for site, need in known["need_at"].items()})
    reader = Reader(str(origin["text"]), tuple(map(str, origin["languages"])))
    return PageFilter(reader, Profile(weights), line, str(origin["model"]), Vocabulary(terms, idf.astype(float)), model)


def _numbers(values: Any) -> Any:
    if values.ndim != 1 or values.dtype.kind not in "fi":
        raise ValueError("an array that is not one of numbers")
    return values.astype(np.float64 if values.dtype.kind == "f" else np.int64)
