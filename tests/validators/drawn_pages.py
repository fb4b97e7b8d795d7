"""A labelled set of small pages: one instance in tabular form, by many techniques of style sheets, or another thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from drawn_others import OTHERS
from drawn_sheets import DRAWN, KINDS, PLAIN

from hubwalk.pages.parse import parse
from hubwalk.validators.ontology import Attribute, Ontology
from hubwalk.values import Page

# What the tree gets wrong.
DRAWN_ALONE = tuple(name for name in DRAWN if name not in {"css table", "colon lines", "bold lines"})


@dataclass(frozen=True, slots=True)
class Case:
    """One page and what a person says of it."""

    name: str
    kind: str  # what is looked for: camera, town
    html: str
    wanted: bool
    facts: Mapping[str, str] = field(default_factory=dict)  # what the page says, where it shows one instance


def page(content: str, title: str) -> str:
    menu = "".join(f"<li><a href=/{i}>Section {i}</a>" for i in range(6))
    return (
        f"<!DOCTYPE html><title>{title}</title><body style='font:16px sans-serif'><ul style='columns:3'>{menu}</ul>"
        f"<main><h1>{title}</h1><p>This is what we know of it.</p>{content}</main><p>Editor: Anna Bell</p>"
    )


def samples(kind: str) -> list[Page]:
    """Three pages of another site, made the plain way."""
    sheets = [page(PLAIN["a table"](KINDS[kind](i)), f"{kind} {i}") for i in (1, 2, 3)]
    return [parse(html, f"http://other.test/{i}") for i, html in enumerate(sheets)]


def ontology(kind: str) -> Ontology:
    """The attributes that the kind has, as a person would write them down."""
    said = {label: value for i in range(5) for label, value in KINDS[kind](i).items()}
    types = {label: "number" if any(map(str.isdigit, value)) else "text" for label, value in said.items()}
    return Ontology((kind,), tuple(Attribute(label, type=name) for label, name in types.items()), need=4)


def read(case: Case) -> Page:
    """The page of a case, as a crawler without a browser has it."""
    return parse(case.html, f"http://site.test/{case.kind}/{case.name.replace(' ', '-')}")


def cases() -> Iterator[Case]:
    for kind, facts in KINDS.items():
        for i, (name, layout) in enumerate({**PLAIN, **DRAWN}.items(), start=11):
            yield Case(name, kind, page(layout(facts(i)), f"{kind} {i}"), wanted=True, facts=facts(i))
        for i, (name, other) in enumerate(OTHERS.items(), start=61):
            many = [facts(k) for k in range(i, i + 30, 5)]
            yield Case(name, kind, page(other(many), f"{name} {i}"), wanted=False)
