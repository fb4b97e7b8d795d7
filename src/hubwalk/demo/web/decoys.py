"""Sites that a search engine returns as well, since they use the words of a domain, but that have no targets."""

from __future__ import annotations

from hubwalk.demo.web.style import Stock, Style

# A decoy: what its name ends in, its forms of page with their numbers, its frame, how its items are found.
_Decoy = tuple[str, tuple[tuple[str, int], ...], str, tuple[str, ...]]
_DECOYS: tuple[_Decoy, ...] = (
    ("market", (("offer", 90),), "wide", ("types",)),
    ("forum", (("thread", 110),), "tables", ("list",)),
    ("wire", (("news", 80), ("interview", 20)), "tabs", ("years",)),
    ("press", (("press", 50),), "plain", ("makers",)),
    ("prices", (("prices", 100),), "portal", ("makers",)),
    ("club", (("club", 40),), "plain", ("list",)),
    ("workshop", (("guide", 60),), "rail", ("makers",)),
    ("adverts", (("advert", 90),), "tables", ("list",)),
    ("lexicon", (("glossary", 50),), "wide", ("list",)),
    ("kitchen", (("recipe", 50),), "rail", ("list",)),
)
_OTHER_FORM = {"sheet": ("voices", "review"), "review": ("data", "sheet")}  # tables where prose is wanted, and so on


def decoy_styles(prefix: str, kind: str, wanted: str) -> list[Style]:
    """The decoys of a domain: about its products, and in every form but the wanted one."""
    ending, form = _OTHER_FORM[wanted]
    rows: list[_Decoy] = [*_DECOYS, (ending, ((form, 60),), "tabs", ("makers",))]
    return [
        Style(
            f"{prefix}-{name}",
            f"{prefix} {name}".title(),
            0,
            stocks=tuple(Stock(kind, of_form, count) for of_form, count in forms),
            frame=frame,
            layout="table" if form == "sheet" else "headed",
            listing=("bullets", "rows", "entries")[place % 3],
            anchors=("names", "described")[place % 2],
            ways=ways,
            urls=("speaking", "opaque", "query")[place % 3],
            boxes=("related",) if place % 2 else ("turn",),
            corners=("cart",) if name in ("market", "prices") else (),
        )
        for place, (name, forms, frame, ways) in enumerate(rows)
    ]
