"""`table`: pages that show one instance in tabular form, with the attributes that the samples have.

The samples supply the attribute names: the labels of their label-value presentations (rendered.py, attributes.py).
How much of an instance a page shows is taken from the sample that it comes closest to, for sites word their labels
differently, and what all samples share may be no more than "Weight":

    score(page) = max over samples s of  W(labels of page and s) / (W(labels of s) + 0.2 * unknown labels beside them)
                  * share of the page's pairs that stand beside known labels, relative to the sample with the least

A page on which most of these labels have several values shows several instances and is refused. How much is enough the
samples say themselves, each scored against the others: against those of other sites if there are any (a site that
nobody has a sample of must be allowed its own words), but a page of a site with several samples must come as close as
these do. Samples of one site say nothing of others; there a few of the attributes suffice, but five must be
found, or three where the samples have four: no other site words all of a sheet alike.

After the table validator of AllRight (Shchekotykhin, Jannach, Friedrich 2010, sections 5 and 6.2), which has the
attribute names from an ontology.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from statistics import fmean

from hubwalk.errors import SampleError
from hubwalk.validators.answers import one_line
from hubwalk.validators.attributes import Attributes, Match, Shown, labels_of, share_of_several
from hubwalk.validators.given import Given
from hubwalk.validators.ontology import Ontology
from hubwalk.validators.ontology_file import read_ontology
from hubwalk.validators.ontology_table import OntologyTableValidator
from hubwalk.validators.rendered import presentations_of
from hubwalk.validators.sites import compare_samples, site_of
from hubwalk.values import Page, Verdict

_ALONE = 0.5  # the least that is needed with one sample, which cannot say how much its kind varies
_LEAST = 0.2  # with more
_CLOSE = 0.7  # of what the samples reach
_FEWEST = 3  # attributes, if the samples have as many: "Price" and "Weight" have all things
_FEWEST_OF_TEMPLATE = 2  # attributes, if two samples have no more; a page must show all of them then
_FEWEST_ELSEWHERE = 5  # attributes on other sites, if all samples are of one
_MAX_NAMED = 6  # attributes in a reason


def make(argument: str, given: Given) -> TableValidator | OntologyTableValidator:
    """See validators/__init__.py. With an ontology samples are not needed, and do not count."""
    if argument:
        return TableValidator.from_ontology(argument)
    return TableValidator(given.samples, given.unlike)


class TableValidator:
    """Accepts pages that show about as many of a sample's attributes as the samples show of each other's."""

    wants_boxes = True

    def __init__(self, samples: Sequence[Page], unlike: Sequence[Page] = ()) -> None:
        if not samples:
            raise SampleError(
                "validator table: no samples to learn attributes from; give some with --like URL_OR_FILE, "
                "or an ontology as table:FILE.toml"
            )
        pages = {page.html: page for page in samples}  # the same page twice would prove that nothing ever differs
        shown = [presentations_of(page) for page in pages.values()]
        self._near = [presentations_of(page) for page in unlike]
        self._near_sites = [site_of(page) for page in unlike]
        self._attributes = Attributes(shown, self._near)
        if not self._attributes.weight:
            raise SampleError(
                "validator table: the samples show no labels with values; choose --validator text or like"
            )
        sizes = [len(labels) for labels in self._attributes.per_sample]
        self._fewest = min(_FEWEST, max(sizes))
        # Two samples with few attributes are a template; one may be a sheet that somebody left half empty.
        self._template = max(_FEWEST_OF_TEMPLATE, sorted(sizes)[1]) if len(sizes) > 1 else self._fewest
        self.shown = min(sizes)  # attributes that every sample has at least
        several = [share_of_several(page, self._attributes.match(page).found) for page in shown]
        self._several = (1 + max(several)) / 2  # sheets in sections say "total" of this and of that
        self._least_share = min(share for share in map(self._attributes.share, shown) if share)
        self.need = _ALONE
        self.need_at: dict[str, float] = {}  # site -> what its pages need, if it has several samples, or all
        self._fewest_elsewhere = self._fewest
        sites = [site_of(page) for page in pages.values()]
        if len(shown) > 1:
            self._compare(shown, sites)
        if sites[0] and len(set(sites)) == 1:
            self.need_at, self.need = {sites[0]: self.need}, min(_LEAST, self.need)
            most = max(sizes)
            self._fewest_elsewhere = _FEWEST_ELSEWHERE if most >= _FEWEST_ELSEWHERE else max(self._fewest, most - 1)

    @staticmethod
    def from_ontology(ontology: Ontology | str | Path) -> OntologyTableValidator:
        """A validator that has the attributes from an ontology, or from the file of one, and needs no samples."""
        if isinstance(ontology, Ontology):
            return OntologyTableValidator(ontology)
        return OntologyTableValidator(read_ontology(Path(ontology).expanduser()))

    def _compare(self, shown: Sequence[Shown], sites: Sequence[str]) -> None:
        def reached(number: int, others: Sequence[int]) -> float:
            return Attributes([shown[k] for k in others], self._near).match(shown[number]).score

        elsewhere, at = compare_samples(sites, reached)
        near: dict[str, float] = {}  # whose line it concerns -> the closest near miss
        for page, site in zip(self._near, self._near_sites, strict=True):
            whose = site if site in at else ""
            near[whose] = max(near.get(whose, 0.0), self._attributes.match(page).score)
        self.need = _need(elsewhere, near.get("", 0.0))
        self.need_at = {site: _need(values, near.get(site, 0.0)) for site, values in at.items()}

    def _fewest_of(self, match: Match, shown: Collection[str]) -> int:
        """Attributes that a page like those samples needs; what has as many others besides is no page of a template
        with few, for two of them may be what all things have."""
        others = sum(label not in self._attributes.weight for label in shown)
        template = max(self._template, len(match.found) + len(match.missing))
        return min(self._fewest, template) if others < len(match.found) else self._fewest

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        shown = presentations_of(page, self._attributes.weight)
        if not shown:
            return Verdict(False, 0.0, "no labels with values")
        match = self._attributes.match(shown)
        score = match.score * min(1.0, self._attributes.share(shown) / self._least_share)
        site = site_of(page)
        need = self.need_at.get(site, self.need)
        fewest = self._fewest_elsewhere
        if site in self.need_at or not self.need_at:
            fewest = self._fewest_of(match, labels_of(shown))
        several = share_of_several(shown, match.found)
        said = _say(shown, match)
        if several > self._several:
            return Verdict(False, score * (1 - several), f"several instances: {several:.0%} of {said}")
        if match.score >= need > score:
            said += ", but mostly other things"
        if score >= need and len(match.found) < fewest:
            return Verdict(False, score, f"{said} ({score:.2f}, but needs {fewest} attributes)")
        return Verdict(score >= need, score, f"{said} ({score:.2f}, needs {need:.2f})")


def _need(reached: Sequence[float], near: float) -> float:
    typical = fmean(reached)
    between = (near + typical) / 2 if near < typical else 0.0
    return max(_LEAST, _CLOSE * typical, between)


def _say(shown: Shown, match: Match) -> str:
    words = {pair.label: pair.shown for pairs in reversed(shown) for pair in pairs}
    counts = f"{len(match.found)} of {len(match.found) + len(match.missing)} attributes"
    found = ", ".join(words[label] for label in match.found[:_MAX_NAMED])
    more = ", ..." if len(match.found) > _MAX_NAMED else ""
    lacks = f"; not {', '.join(match.missing[:3])}" if len(match.missing) > len(match.found) else ""
    return one_line(f"{counts}: {found}{more}{lacks}" if match.found else "none of the attributes")
