"""`text`: pages that say what the samples say, whatever they look like. For reviews, articles, home pages.

    text                samples (`--like`), and near misses (`--unlike`) if there are any
    text:MODEL          with another model of page_filter_fitting.py than `svm`; also `--model MODEL`
    text:FILE           a page filter that `hubwalk train` has saved; no samples needed

With near misses, it begins as the page filter of CROSSMARC (page_filter.py). Without, a page is accepted if its words
are about as much those of the samples as the samples' words are each other's (word_profile.py). In either case the
pages that the crawl meets become the background that the samples stand out from, and earlier verdicts are revised
(text_learning.py). A saved page filter learns nothing more.

Tried without gain on the recorded sites: leaving out runs of words that all samples of a site share (its frame).

xCRAWL (Shchekotykhin, Jannach, Friedrich 2010), section 5, used a Bayesian network trained on the samples.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from hubwalk.errors import SampleError, unknown_name
from hubwalk.ports import Validator
from hubwalk.validators.answers import one_line
from hubwalk.validators.given import Given
from hubwalk.validators.page_filter import DEFAULT_MODEL, MODELS, PageFilter
from hubwalk.validators.page_filter_models import score_of, spoken
from hubwalk.validators.sites import site_of
from hubwalk.validators.word_profile import Profile
from hubwalk.values import Page, Verdict

MAX_NAMED = 4  # words in each part of a reason
_NOTHING = "no word of the samples"


def make(argument: str, given: Given) -> Validator:
    """See validators/__init__.py."""
    if argument and argument not in MODELS:
        if "/" not in argument and "." not in argument and not Path(argument).exists():
            raise unknown_name("model of validator text", argument, MODELS)
        from hubwalk.validators.page_filter_files import load_filter

        return TextValidator(load_filter(Path(argument)))
    model = argument or given.model or DEFAULT_MODEL
    if model not in MODELS:
        raise unknown_name("model of validator text", model, MODELS)
    if not given.samples:
        raise SampleError("validator text: no samples to learn words from; give some with --like URL_OR_FILE")
    from hubwalk.validators.text_learning import LearningTextValidator

    return LearningTextValidator(given.samples, given.unlike, model)


class TextValidator:
    """Judges by a page filter; learns nothing more."""

    def __init__(self, page_filter: PageFilter) -> None:
        self.filter = page_filter

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        return filter_verdict(self.filter, self.filter.reader.terms(page), site_of(page))


def filter_verdict(known: PageFilter, terms: Mapping[str, int], site: str) -> Verdict:
    """What a page filter says of a page with these terms."""
    likeness, need = known.profile.likeness(terms), known.line.at(site)
    vectors = known.vocabulary.vectors([terms])
    margin = float(known.model.margins(vectors)[0])
    score, accepted = score_of(margin), margin > 0 and likeness >= need
    spoke = spoken(known.model, vectors, known.vocabulary.terms)
    words = words_line(spoke, known.profile, terms, accepted=accepted)
    reason = one_line(f"{score:.2f} of 1 by {known.name} ({likeness:.2f} alike, needs {need:.2f}): {words}")
    return Verdict(accepted, score * min(1.0, likeness / need), reason)


def likeness_verdict(profile: Profile, terms: Collection[str], likeness: float, need: float) -> Verdict:
    """The verdict where likeness alone decides."""
    shared = _shared(profile, terms) or _NOTHING
    return Verdict(likeness >= need, likeness, one_line(f"{likeness:.2f} alike, needs {need:.2f}: {shared}"))


def words_line(words: dict[str, list[str]], profile: Profile, terms: Collection[str], *, accepted: bool) -> str:
    """What speaks for and against a page; what it misses is of interest only if it was refused. Where no word does
    either, as a tree may accept what lacks the words of near misses, those that it shares with the samples."""
    said = [
        f"{title}: {', '.join(some[:MAX_NAMED])}"
        for title, some in words.items()
        if some and (title != "misses" or not accepted)
    ]
    if not said and (shared := _shared(profile, terms)):
        return f"shares: {shared}"
    return "; ".join(said) or _NOTHING


def _shared(profile: Profile, terms: Collection[str]) -> str:
    return ", ".join(profile.heaviest(terms)[: 2 * MAX_NAMED])
