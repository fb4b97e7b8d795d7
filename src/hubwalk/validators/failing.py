"""Validators that end the crawl when they break on too many pages in a row: see `forget_failures` in
validators/__init__.py."""

from __future__ import annotations


def forget_failures(validator: object) -> None:
    """Count anew: the next page stands in no row with the last one. Nothing to most validators."""
    forget = getattr(validator, "forget_failures", None)
    if forget is not None:
        forget()
