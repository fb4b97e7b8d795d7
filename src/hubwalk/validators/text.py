"""`text`: pages that say what the samples say, whatever they look like. For reviews, articles, home pages.

A page is accepted if its words are about as much those of the samples as the samples' words are each other's
(word_profile.py). Of several kinds of page on one subject, reviews and news for example, most words are the same; near
misses (`--unlike`) tell which are not: then the page must also be more probably a sample than a near miss
(word_contrast.py), as the naive Bayes classifier says that the papers judged text reviews with. The near misses are
only some of all that is not wanted, so their judgement alone would let pages of a third kind in.

Tried without gain on the recorded sites: leaving out runs of words that all samples of a site share (its frame);
training on those near misses alone that come close to the samples.

xCRAWL (Shchekotykhin, Jannach, Friedrich 2010), section 5, used a Bayesian network trained on the samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from hubwalk.errors import UsageError
from hubwalk.pages.words import own_text
from hubwalk.validators.answers import one_line
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
_MAX_NAMED = 4  # words in each part of a reason


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
        near = list(map(self._words, unlike))
        self._contrast = Contrast(said, near, sites, [site_of(page) for page in unlike]) if near else None
        self.need = _ALONE
        self.need_at: dict[str, float] = {}  # site -> what its pages need, if it has several samples
        if len(pages) > 1:
            self._compare(said, sites)

    def _words(self, page: Page) -> Words:
        return page_words(page.html, self._stop_words)

    def _compare(self, said: Sequence[Words], sites: Sequence[str]) -> None:
        def reached(number: int, others: Sequence[int]) -> float:
            return Profile([said[k] for k in others], [sites[k] for k in others]).likeness(said[number])

        elsewhere, at = compare_samples(sites, reached)
        self.need = _need(elsewhere, spread([elsewhere]))
        within = spread(at.values())
        self.need_at = {site: _need(values, within) for site, values in at.items()}

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        said = self._words(page)
        likeness, need = self._profile.likeness(said), self.need_at.get(site_of(page), self.need)
        alike = f"{likeness:.2f} alike, needs {need:.2f}"
        if self._contrast is None:
            shared = ", ".join(self._profile.heaviest(said)[: 2 * _MAX_NAMED]) or "no word of the samples"
            return Verdict(likeness >= need, likeness, one_line(f"{alike}: {shared}"))
        probability = self._contrast.probability(said)
        accepted = probability >= _PROBABLE and likeness >= need
        score = probability * min(1.0, likeness / need)
        named = [
            f"{title}: {', '.join(words[:_MAX_NAMED])}"
            for title, words in self._contrast.spoken(said).items()
            if words and (title != "misses" or not accepted)
        ]
        return Verdict(accepted, score, one_line(f"{probability:.2f} of 1 ({alike}): {'; '.join(named)}"))


def _need(reached: Sequence[float], deviation: float) -> float:
    typical = fmean(reached)
    return max(_LEAST, _CLOSE * typical, min(_CLOSEST * typical, typical - _DEVIATIONS * deviation))


def _stop_words(documents: Sequence[str]) -> frozenset[str]:
    """Of the languages that the samples are in."""
    # Only here: the model that tells languages takes half a second to load.
    from hubwalk.discovery.languages import languages_of, stop_words

    return frozenset[str]().union(*map(stop_words, languages_of([own_text(html) for html in documents])))
