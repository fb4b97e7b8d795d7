"""The end of a site, for validators that learn now and then only: see `finish` in validators/__init__.py."""

from __future__ import annotations


def finish(validator: object, site: str) -> None:
    """No page of a site, given by its URL, comes any more. Nothing to most validators."""
    learn = getattr(validator, "finish", None)
    if learn is not None:
        learn(site)
