"""Saved page classifiers: one file of plain numbers and JSON. Reading one runs no code, whoever wrote it."""

from __future__ import annotations

from pathlib import Path

from hubwalk.websites.page_classifier import PageClassifier


def save_classifier(path: Path, classifier: PageClassifier) -> None:
    """Write the file, whole or not at all; UsageError if that is not possible."""
    raise NotImplementedError


def load_classifier(path: Path) -> PageClassifier:
    """The classifier in a file; UsageError if there is none, or one that cannot be used."""
    raise NotImplementedError
