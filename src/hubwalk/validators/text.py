"""`text`: pages that say what the samples say, whatever they look like. For reviews, articles, home pages.

A page is accepted if its words are about as much those of the samples as the samples' words are each other's
(word_profile.py). Of several kinds of page on one subject, reviews and news for example, most words are the same; near
misses (`--unlike`) tell which are not: then the page must also be more probably a sample than a near miss
(word_contrast.py), as the naive Bayes classifier says that the papers judged text reviews with. The near misses are
only some of all that is not wanted, so their judgement alone would let pages of a third kind in.

Tried without gain on the recorded sites: leaving out runs of words that all samples of a site share (its frame).

xCRAWL (Shchekotykhin, Jannach, Friedrich 2010), section 5, used a Bayesian network trained on the samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from hubwalk.errors import UsageError
from hubwalk.pages.words import own_text
from hubwalk.validators.answers import one_line
from hubwalk.validators.given import Given
from hubwalk.validators.sites import compare_samples, site_of, spread
from hubwalk.validators.word_contrast import Contrast
from hubwalk.validators.word_profile import Profile, Words, page_words
from hubwalk.values import Page, Verdict

_ALONE = 0.4  # likeness needed with one sample, which cannot say how much its kind varies
_LEAST = 0.2  # with more
_CLOSE = 0.7  # of what the samples reach; more if they hardly differ in it:
_DEVIATIONS = 3  # below the mean, but at most
_CLOSEST = 0.85  # of the mean
_PROBABLE = 0.5
_NEARLY = 0.9  # of the likeness needed: such a near miss is hard to tell
_MAX_NAMED = 4  # words in each part of a reason


def make(argument: str, given: Given) -> TextValidator:
    """See validators/__init__.py."""
    given.refuse_argument("text", argument)
    return TextValidator(given.samples, given.unlike)


class TextValidator:
    """Accepts pages whose words are those of the samples, and not those of near misses."""

    def __init__(self, samples: Sequence[Page], unlike: Sequence[Page] = ()) -> None:
        if not samples:
            raise UsageError("validator text: no samples to learn words from; give some with --like URL_OR_FILE")
        pages = list({page.html: page for page in samples}.values())  # twice the same proves nothing
        self._stop_words = _stop_words([page.html for page in pages])
        said = [self._words(page) for page in pages]
        sites = [site_of(page) for page in pages]
        self._profile = Profile(said, sites)
        if not self._profile.weight:
            raise UsageError(
                "validator text: the samples have no words in common outside links; choose --validator table or like"
            )
        self.need = _ALONE
        self.need_at: dict[str, float] = {}  # site -> what its pages need, if it has samples
        if len(pages) > 1:
            self._compare(said, sites)
        self._contrasts = [
            Contrast(said, [self._words(page) for page in near], sites, [site_of(page) for page in near])
            for near in self._teachers(unlike)
        ]

    def _teachers(self, unlike: Sequence[Page]) -> list[Sequence[Page]]:
        """All near misses, and apart from them those that likeness alone would let in: among many of other kinds they
        would hardly be heard."""
        close = [page for page in unlike if self._alike(page) >= _NEARLY * self._need(page)]
        return [near for near in (unlike, close if 1 < len(close) < len(unlike) else ()) if near]

    def _words(self, page: Page) -> Words:
        return page_words(page.html, self._stop_words)

    def _compare(self, said: Sequence[Words], sites: Sequence[str]) -> None:
        def reached(number: int, others: Sequence[int]) -> float:
            return Profile([said[k] for k in others], [sites[k] for k in others]).likeness(said[number])

        elsewhere, at = compare_samples(sites, reached)
        self.need = _line(elsewhere, spread([elsewhere]))
        within = spread(at.values())
        self.need_at = {site: _line(values, within) for site, values in at.items()}

    def _alike(self, page: Page) -> float:
        return self._profile.likeness(self._words(page))

    def _need(self, page: Page) -> float:
        return self.need_at.get(site_of(page), self.need)

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        said, need = self._words(page), self._need(page)
        likeness = self._profile.likeness(said)
        alike = f"{likeness:.2f} alike, needs {need:.2f}"
        if not self._contrasts:
            shared = ", ".join(self._profile.heaviest(said)[: 2 * _MAX_NAMED]) or "no word of the samples"
            return Verdict(likeness >= need, likeness, one_line(f"{alike}: {shared}"))
        strictest = min(self._contrasts, key=lambda contrast: contrast.probability(said))
        probability = strictest.probability(said)
        accepted = probability >= _PROBABLE and likeness >= need
        named = [
            f"{title}: {', '.join(words[:_MAX_NAMED])}"
            for title, words in strictest.spoken(said).items()
            if words and (title != "misses" or not accepted)
        ]
        reason = one_line(f"{probability:.2f} of 1 ({alike}): {'; '.join(named)}")
        return Verdict(accepted, probability * min(1.0, likeness / need), reason)


def _line(reached: Sequence[float], deviation: float) -> float:
    typical = fmean(reached)
    return max(_LEAST, _CLOSE * typical, min(_CLOSEST * typical, typical - _DEVIATIONS * deviation))


def _stop_words(documents: Sequence[str]) -> frozenset[str]:
    """Of the languages that the samples are in."""
    # Only here: the model that tells languages takes half a second to load.
    from hubwalk.discovery.languages import languages_of, stop_words

    return frozenset[str]().union(*map(stop_words, languages_of([own_text(html) for html in documents])))
