"""What is known of laptops: the ontology and lexicon from which V2 makes its queries, as the file laptops.toml.

The file is complete for the web of seed 0, and so are its makers; webs of other seeds have other makers.
"""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import as_file, files

from hubwalk.demo.chance import Dice
from hubwalk.demo.shops.coverage import KNOWN_LINES
from hubwalk.demo.shops.world import World
from hubwalk.validators.ontology import Ontology
from hubwalk.validators.ontology_file import read_ontology

FILE = "laptops.toml"
_PAIRS = re.compile(r"(\[lexicon\.pairs\].*\n)(?:\w+ = .*\n)+")


def ontology_of(world: World) -> Ontology:
    """The ontology with the manufacturers and lines of this world, as far as its authors know them."""
    with as_file(files(__package__) / FILE) as path:
        known = read_ontology(path)
    return replace(known, lexicon=replace(known.lexicon, pairs=known_pairs(world)))


def ontology_text(world: World) -> str:
    """The same as a file."""
    makers: dict[str, list[str]] = {}
    for maker, line in known_pairs(world):
        makers.setdefault(maker, []).append(f'"{line}"')
    lines = "".join(f"{maker} = [{', '.join(known)}]\n" for maker, known in makers.items())
    return _PAIRS.sub(rf"\1{lines}", (files(__package__) / FILE).read_text("utf-8"))


def known_pairs(world: World) -> tuple[tuple[str, str], ...]:
    """Manufacturer and line of the laptops that the ontology knows."""
    return tuple(pair for pair in world.lines if Dice("known line", *pair).percent(KNOWN_LINES))
