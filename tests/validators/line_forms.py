"""Labels and values in lines of many forms, for tests: those of text, of paragraphs, of lists, of single cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hubwalk.validators.label_value import presentations

FACTS = {"Maker": "Lumora", "Resolution": "12 megapixels", "Zoom": "4x", "Weight": "300 g", "Flash": "yes"}


def found(html: str) -> dict[str, str]:
    return {pair.label: pair.value for pairs in presentations(html) for pair in pairs}


def lines(sign: str, facts: Mapping[str, str] = FACTS) -> list[str]:
    return [f"{label}{sign}{value}" for label, value in facts.items()]


def all_forms(said: Iterable[str]) -> dict[str, str]:
    said = list(said)
    return {
        "lines of preformatted text": "<pre>\n" + "\n".join(said) + "\n</pre>",
        "lines": "<p>" + "<br>".join(said) + "</p>",
        "lines among prose": "<p>It is small.<br>We like it.<br>" + "<br>\n".join(said) + "<br>Buy it.</p>",
        "paragraphs": "<div>" + "".join(f"<p>{line}</p>" for line in said) + "</div>",
        "paragraphs below others": "<h1>A</h1><p>It is small.<p>We like it." + "".join(f"<p>{line}" for line in said),
        "items": "<ul>" + "".join(f"<li>{line}</li>" for line in said) + "</ul>",
        "items with boxes": "<ul>" + "".join(f"<li><span>{line}</span></li>" for line in said) + "</ul>",
        "single cells": "<table>" + "".join(f"<tr><td>{line}" for line in said) + "</table>",
    }


FORMS = list(all_forms([]))
