"""`table:ONTOLOGY`: pages that show one instance of an ontology's class, with values that make sense.

A page is accepted if as many attributes as the ontology asks for (`Ontology.needed`) are there with plausible values,
and if not most of them have several values: that is a page about several instances.

The table validator of AllRight (xCRAWL 2010, sections 5 and 6.2). Ours differs in that it reads the tree of the page
(label_value.py), and the boxes that a browser draws only where there are some (rendered.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from hubwalk.validators.aligned import read_aligned
from hubwalk.validators.answers import one_line
from hubwalk.validators.attributes import Shown
from hubwalk.validators.label_value import presentations
from hubwalk.validators.ontology import Ontology
from hubwalk.validators.plausible import Fact, Instance, Reader
from hubwalk.validators.rendered import merged
from hubwalk.values import Page, Verdict

_SEVERAL = 0.5  # of the attributes may have more than one value: sheets in sections say "total" of this and of that
_MAX_NAMED = 6  # facts in a reason
_MAX_VALUE = 24  # characters of a value in a reason


class OntologyTableValidator:
    """Accepts pages that show enough attributes of one instance."""

    wants_boxes = True

    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self._reader = Reader(ontology)

    def read(self, page: Page) -> Instance:
        """What the page says of an instance."""
        return self._reader.read(self._shown(page))

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        shown = self._shown(page)
        if not shown:
            return Verdict(False, 0.0, "no labels with values")
        instance = self._reader.read(shown)
        count, need = len(instance.facts), self.ontology.needed
        score = count / len(self.ontology.attributes)
        said = self._say(instance)
        if count and instance.several > _SEVERAL:
            score *= 1 - instance.several
            return Verdict(False, score, one_line(f"several instances: {instance.several:.0%} of {said}"))
        return Verdict(count >= need, score, one_line(said if count >= need else f"{said} (needs {need})"))

    def _shown(self, page: Page) -> Shown:
        """The presentations of the page, also those whose labels link to what explains them."""
        names = self._reader.names
        shown = presentations(page.html, names)
        return merged(shown, read_aligned(page.boxes, names)) if page.boxes else shown

    def _say(self, instance: Instance) -> str:
        counts = f"{len(instance.facts)} of {len(self.ontology.attributes)} attributes of {self.ontology.name}"
        found = f": {_named(instance.facts)}" if instance.facts else ""
        wrong = f"; implausible: {_named(instance.implausible)}" if instance.implausible else ""
        return counts + found + wrong


def _named(facts: Sequence[Fact]) -> str:
    said = [f"{fact.attribute.name} {one_line(fact.pair.value, _MAX_VALUE)}" for fact in facts[:_MAX_NAMED]]
    return ", ".join(said) + (", ..." if len(facts) > _MAX_NAMED else "")
