"""Saved page classifiers: one file of plain numbers and JSON (validators/model_archive.py)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from hubwalk import __version__
from hubwalk.validators.model_archive import ModelArchive
from hubwalk.validators.page_vectors import Vocabulary
from hubwalk.websites.page_classifier import CLASSES, Origin, PageClassifier

_FILE = ModelArchive("hubwalk site classifier", 1, "site classifier", "hubwalk train-sites")


def save_classifier(path: Path, classifier: PageClassifier) -> None:
    """Write the file, whole or not at all; UsageError if that is not possible."""
    known = {
        "hubwalk": __version__,
        "classes": CLASSES,
        "languages": classifier.languages,
        "error": classifier.error,
        "origin": asdict(classifier.origin),
        "terms": classifier.vocabulary.terms,
    }
    arrays = {
        "idf": classifier.vocabulary.idf,
        "centroids": classifier.centroids.astype(np.float32),
        "classes": classifier.classes,
    }
    _FILE.save(path, known, arrays)


def load_classifier(path: Path) -> PageClassifier:
    """The classifier in a file; UsageError if there is none, ValidatorError if it cannot be used."""
    known, arrays = _FILE.load(path)
    try:
        return _classifier(known, arrays)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise _FILE.damaged(path, error) from None


def _classifier(known: Mapping[str, Any], arrays: Mapping[str, Any]) -> PageClassifier:
    terms = [str(term) for term in known["terms"]]
    idf, centroids = (arrays[name].astype(float) for name in ("idf", "centroids"))
    classes = arrays["classes"].astype(np.int64)
    error = float(known["error"])
    fits = idf.shape == (len(terms),) and centroids.shape == (len(terms), len(classes)) and classes.ndim == 1
    if tuple(known["classes"]) != CLASSES or set(classes.tolist()) != set(range(len(CLASSES))):
        raise ValueError("not the two classes that this hubwalk knows")
    if not fits or not np.isfinite(idf).all() or not np.isfinite(centroids).all() or not 0 < error <= 1 / 2:
        raise ValueError("its numbers do not fit together")
    vocabulary = Vocabulary(terms, idf)
    return PageClassifier(tuple(map(str, known["languages"])), vocabulary, centroids, classes, error, _origin(known))


def _origin(known: Mapping[str, Any]) -> Origin:
    said: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in known["origin"].items()
    }
    return Origin(**said)
