"""What a cheap model learns from the verdicts of a dear one, and when it may speak for it.

**The model** is logistic regression over the words of a page (hashed, presence only, each page of length 1), the words
of its address, and what a cheap validator says of it. It is fitted anew whenever the examples have grown by a tenth.

**When it is sure.** Before the dear validator is asked, the model predicts; afterwards it is known who was right. This
record of predictions that were made before the answer (prequential: Dawid 1984) tells how far it can be trusted. It
has a line for each kind of verdict, the odds from which on it may speak alone:

- acceptance: of the pages that it would have accepted from this line on, the share that the dear one refused, at most
  `allowed`: so much precision may be lost;
- refusal: of the pages that the dear one accepted, the share that it would have refused up to this line, at most
  `allowed`: so much recall may be lost. The share of errors among refusals would be the wrong measure: where one page
  in a hundred is wanted, a model that refuses everything errs in one of a hundred.

Neither share is known, so its upper confidence limit (Wilson 1927) must do: with few pages of a kind seen nothing is
sure. Choosing by a confidence limit on the record's risk is the selection with guaranteed risk of Geifman and El-Yaniv
(2017, section 3), and taking each class by itself comes from conformal prediction (Vovk, Gammerman, Shafer 2005). Where
we differ: the record goes on during the crawl, with predictions of earlier fits in it, and only the last ones count,
because a crawl comes into new parts of a site. Once the model is sure of a page, only audits tell whether it was right,
one of many; so such a prediction weighs as many as it stands for. And each look at the record is one more chance to be
lucky, which the limit does not account for: what comes of it the audits show.

**Answers that are taken back.** A dear validator that learns may revise what it said. Then the example has the new
answer, the model is fitted anew, and the record counts as wrong what foresaw the old one: a model that was taught
errors must earn its trust again.
"""

from __future__ import annotations

import itertools
import math
import zlib
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from urllib.parse import unquote, urlsplit

import numpy as np
from numpy.typing import NDArray

from hubwalk.pages.words import own_text, words
from hubwalk.values import Page, Verdict

_COLUMNS = 1 << 15
_OWN = 3  # columns before those of the words: one for a bias, two for the cheap validator
_READ = 300_000  # characters of a document
_MOST_WORDS = 5000
_GROWTH = 1.1
_LEAST_EXAMPLES = 10
_MOST_EXAMPLES = 4000  # the newest
_RECORD = 500  # predictions of each kind
_LEAST_MARGIN = 1.0  # below it, 0.73 against 0.27, nobody should call it sure
_Z = 1.2816  # one-sided 90 %
_STRENGTH = 10.0  # of the data against the prior, sklearn's C

Columns = NDArray[np.int32]
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Features:
    """A page as the model sees it."""

    columns: Columns
    values: Values


@dataclass(frozen=True, slots=True)
class Prediction:
    """What the model expects."""

    odds: float  # their logarithm, above 0: accepted
    is_sure: bool

    @property
    def accepted(self) -> bool:
        return self.odds > 0

    @property
    def probability(self) -> float:
        """Of being wanted."""
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, self.odds))))


@dataclass(frozen=True, slots=True)
class Tried:
    """A prediction of which is known whether it was right."""

    margin: float  # towards the verdict in question
    right: bool
    stands_for: float  # pages


@dataclass(frozen=True, slots=True)
class _Lesson:
    """One answer of the dear one."""

    page: Features
    predicted: Prediction | None  # before it was asked
    accepted: bool
    stands_for: float  # pages


def features_of(page: Page, cheap: Verdict) -> Features:
    """The words of the page and of its address, and the cheap verdict."""
    said = words(own_text(page.html[:_READ]))[:_MOST_WORDS]
    address = [f"/{word}" for word in words(unquote(_path(page.url)))]
    hashed = {_OWN + zlib.crc32(word.encode("utf-8", "replace")) % (_COLUMNS - _OWN) for word in (*said, *address)}
    own = [1.0, 1.0 if cheap.accepted else -1.0, 2 * cheap.score - 1]
    columns = np.array([0, 1, 2, *sorted(hashed)], np.int32)
    return Features(columns, np.array([*own, *([1 / math.sqrt(len(hashed) or 1)] * len(hashed))]))


def _path(url: str) -> str:
    try:
        return urlsplit(url).path
    except ValueError:  # not what a URL looks like
        return ""


class Learner:
    """Learns one verdict at a time, and knows how far it can be trusted."""

    def __init__(self, allowed: float) -> None:
        self._allowed = allowed
        self._lessons: deque[_Lesson] = deque(maxlen=_MOST_EXAMPLES)
        self._counts = [0, 0]  # refused, accepted by the dear one
        self._weights: Values | None = None
        self._fit_at = float(_LEAST_EXAMPLES)
        self._claimed: deque[Tried] = deque(maxlen=_RECORD)  # the model would have accepted them
        self._wanted: deque[Tried] = deque(maxlen=_RECORD)  # the dear one did

    def predict(self, page: Features) -> Prediction | None:
        """None as long as there is nothing to go by: both kinds of page must have been seen."""
        if self._weights is None:
            return None
        odds = float(self._weights[page.columns] @ page.values)
        if odds > 0:
            return Prediction(odds, odds >= accepting_line(self._claimed, self._allowed))
        return Prediction(odds, -odds >= refusing_line(self._wanted, self._allowed))

    def learn(self, page: Features, predicted: Prediction | None, *, accepted: bool, stands_for: float = 1.0) -> int:
        """What the dear one said, and what had been predicted; an audit stands for several pages. Gives the number by
        which it can be corrected."""
        lesson = _Lesson(page, predicted, accepted, stands_for)
        self._lessons.append(lesson)
        self._counts[accepted] += 1
        self._record(lesson)
        self._fit_if_due()
        return sum(self._counts) - 1

    def correct(self, turned: Mapping[int, bool]) -> None:
        """The dear one now says the opposite of some pages, by their numbers: whether they are accepted."""
        forgotten = sum(self._counts) - len(self._lessons)
        for number, accepted in turned.items():
            self._counts[accepted] += 1
            self._counts[not accepted] -= 1
            if number >= forgotten:
                self._lessons[number - forgotten] = replace(self._lessons[number - forgotten], accepted=accepted)
        self._claimed.clear()
        self._wanted.clear()
        for lesson in self._lessons:
            self._record(lesson)
        self._weights, self._fit_at = None, float(_LEAST_EXAMPLES)
        self._fit_if_due()

    def _record(self, lesson: _Lesson) -> None:
        predicted = lesson.predicted
        if predicted is not None and predicted.accepted:
            self._claimed.append(Tried(predicted.odds, lesson.accepted, lesson.stands_for))
        if predicted is not None and lesson.accepted:
            self._wanted.append(Tried(-predicted.odds, predicted.accepted, lesson.stands_for))

    def _fit_if_due(self) -> None:
        if sum(self._counts) >= self._fit_at and all(self._counts):
            self._fit_at = sum(self._counts) * _GROWTH
            self._weights = _fit(self._lessons)


def accepting_line(claimed: Collection[Tried], allowed: float) -> float:
    """The smallest margin from which on, with confidence, at most `allowed` of the acceptances are wrong; infinite if
    there is none."""
    line, wrong, weight, n = math.inf, 0.0, 0.0, 0
    for margin, same in itertools.groupby(sorted(claimed, key=_margin, reverse=True), key=_margin):
        for tried in same:
            wrong += 0.0 if tried.right else tried.stands_for
            weight += tried.stands_for
            n += 1
        if upper_limit(wrong / weight, n) <= allowed:
            line = margin
    return max(line, _LEAST_MARGIN)


def refusing_line(wanted: Collection[Tried], allowed: float) -> float:
    """The smallest margin from which on refusals lose, with confidence, at most `allowed` of the wanted pages; infinite
    if too few of these are known."""
    if not wanted or upper_limit(0.0, len(wanted)) > allowed:
        return math.inf
    lost, everything = 0.0, sum(tried.stands_for for tried in wanted)
    for tried in sorted(wanted, key=_margin, reverse=True):
        lost += tried.stands_for
        if upper_limit(lost / everything, len(wanted)) > allowed:
            return max(math.nextafter(tried.margin, math.inf), _LEAST_MARGIN)
    return _LEAST_MARGIN


def _margin(tried: Tried) -> float:
    return tried.margin


def upper_limit(share: float, n: int, z: float = _Z) -> float:
    """The upper end of Wilson's interval for a share that was seen in n cases (Wilson 1927)."""
    zz = z * z
    return (share + zz / (2 * n) + z * math.sqrt(share * (1 - share) / n + zz / (4 * n * n))) / (1 + zz / n)


def _fit(lessons: Collection[_Lesson]) -> Values:
    from scipy.sparse import csr_matrix  # here: it takes long to load, and most crawls do without
    from sklearn.linear_model import LogisticRegression

    pages = [lesson.page for lesson in lessons]
    starts = np.concatenate(([0], np.cumsum([len(page.columns) for page in pages])))
    columns = np.concatenate([page.columns for page in pages])
    values = np.concatenate([page.values for page in pages])
    labels = np.array([lesson.accepted for lesson in lessons])
    if labels.all() or not labels.any():  # the newest examples may be of one kind
        return np.zeros(_COLUMNS)
    matrix = csr_matrix((values, columns, starts), shape=(len(pages), _COLUMNS))
    model = LogisticRegression(
        C=_STRENGTH, solver="liblinear", dual=True, random_state=0, fit_intercept=False, max_iter=500
    ).fit(matrix, labels)
    weights: Values = np.asarray(model.coef_[0], np.float64)
    return weights
