"""`ask`: the user labels doubtful pages in the terminal, few and the most informative ones; the rest follows.

Another validator judges (`ask` is `ask(like)`). Where it is in doubt, a person is asked. Which pages: uncertainty
sampling (Lewis, Gale 1994, "A sequential algorithm for training text classifiers"), weighed with how many other
doubtful pages are alike (information density: Settles, Craven 2008, "An analysis of active learning strategies for
sequence labeling tasks"), so that an answer settles several pages and no two questions are about the same thing.

- In doubt is a page whose score lies near the line between what was accepted and what was not. Where nearly all is
  accepted, too little is refused to tell the line: there the pages that were accepted with the lowest scores are in
  doubt. Not so where nearly all is refused, for that is how most crawls are. A score of 0 or 1 is sure: about a
  validator that knows no others nobody is asked. One that has a method `doubt(url)`, from 0 to 1, or None where it
  cannot say, knows better.
- `like` knows best, for it weighs several kinds that the samples may be of: it has a method `most_telling(urls)`, and
  chooses itself (label_gain.py). The first question of a round may be a sceptical one, about what it is nearly sure of.
- A person is not to be interrupted at every page: questions come in rounds of at most three, the first after ten pages,
  the gaps growing by half each time, up to 150 pages, for what is learned of a large site late would be asked too late;
  a question is asked only if it helps with two more pages at least.
- What the user says is the verdict, whatever comes later. An inner validator with a method `learn(page, accepted)` is
  told and revises by itself; where it cannot (it says so: False), doubtful pages follow the label of the nearest
  labelled page alike. Scores stay those of the inner validator.
- Answers are kept in the crawl log under `ask:URL`, with how many pages had been judged by then and the number of the
  question. A resumed crawl gets them back at the same points and asks no question twice; nobody is asked about the
  pages of earlier runs. An inner validator that does not learn judges these once more: the log has what came of its
  verdicts, not the verdicts.
- Several `ask` in one expression ask one person: they share the answers, the count of questions and "ask no more".
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from hubwalk.pages.words import own_text
from hubwalk.ports import LearningValidator, Validator
from hubwalk.validators.answers import one_line
from hubwalk.validators.failing import forget_failures
from hubwalk.validators.finishing import finish
from hubwalk.validators.given import Given
from hubwalk.validators.page_likeness import Likeness, Marks, marks_of
from hubwalk.validators.questions import Answer, Question, TerminalAsker, is_there
from hubwalk.values import Page, Revision, Verdict

_FIRST_ROUND, _LONGEST_GAP = 10, 150  # pages
_PER_ROUND = 3
_LEAST_HELP = 2  # other pages that a question must help with
_LONE = 20  # pages, nearly all of them accepted or all refused, after which the extreme ones are in doubt
_NEARLY_ALL = 0.9
_ALIKE = 0.6  # likeness from which on a label holds for another page
_BAND = 0.25  # of the distance between what is accepted and what is not: nearer to the line is in doubt
_LEAST_DOUBT = 0.2  # of a validator that knows its doubts: nine to one
_KEPT = 300  # pages among which a round chooses
_COMPARED = 60  # of these, the most doubtful
_LARGE = 300_000  # characters of a page that is not kept
_TEXT = 600  # characters of the text in a question
_KEY = "ask:"
_SHARED = "ask"
_YOU_SAID = "you said "

_Telling = Callable[..., tuple[str, int] | None]  # see AskValidator._most_informative


@dataclass(slots=True, eq=False)
class _Case:
    """A page that was judged, as long as it is kept."""

    page: Page
    said: Verdict  # by the inner validator
    _marks: list[Marks] = field(default_factory=list)

    def marks(self, likeness: Likeness) -> Marks:
        if not self._marks:
            self._marks.append(marks_of(self.page.html))
            likeness.add(self._marks[0])
        return self._marks[0]


@dataclass(slots=True)
class _Talk:
    """What all `ask` of one expression have in common: the person."""

    heard: dict[str, tuple[Answer, int]] = field(default_factory=dict)  # URL -> answer, and after how many pages
    unanswered: int = 0  # a question that is open, or that was the last one
    over: bool = False  # nobody is to be asked any more


class AskValidator:
    """Judges as `inner` does, but for what the user says and what follows from it.

    `ask` puts a question to somebody; without it the terminal does, and where there is none nobody is asked.
    """

    blocking = True

    def __init__(
        self,
        inner: Validator,
        given: Given,
        *,
        ask: Callable[[Question], Answer] | None = None,
        max_questions: int = 20,
    ) -> None:
        self._inner = inner
        self.wants_boxes = bool(getattr(inner, "wants_boxes", False))
        self._learner = inner if isinstance(inner, LearningValidator) else None
        self._doubt_of: Callable[[str], float | None] = getattr(inner, "doubt", lambda _: None)
        self._chooses = hasattr(inner, "most_telling")
        self._telling: _Telling = getattr(inner, "most_telling", lambda *_, **__: None)
        self._teach: Callable[[Page, bool], bool | None] = getattr(inner, "learn", lambda *_: False)
        self.costly = bool(getattr(inner, "costly", getattr(inner, "blocking", False) and self._learner is None))
        self._answers = given.cache
        self._sums_up = _SHARED not in given.shared
        self._talk: _Talk = given.shared.setdefault(_SHARED, _Talk())
        self._terminal = TerminalAsker() if ask is None and is_there() else None
        self._ask = ask or self._terminal
        if self._ask is None and self._sums_up:
            print("hubwalk: validator ask: no terminal to ask in, so nobody is asked", file=sys.stderr)
        if self._ask is not None:
            getattr(inner, "expect_questions", lambda: None)()
        self._max_questions = max_questions
        self._lock = threading.RLock()
        self._cases: OrderedDict[str, _Case] = OrderedDict()  # the newest last
        self._standing: dict[str, Verdict] = {}  # of all pages, as the driver knows it
        self._labels: dict[str, tuple[bool, Marks]] = {}  # by the user
        self._followed: dict[str, tuple[bool, Marks]] = {}  # those that the inner validator did not learn from
        self._follows: dict[str, tuple[bool, str]] = {}  # page -> label of the page alike, and that page
        self._known: dict[int, list[tuple[str, Answer]]] | None = None  # answers of earlier runs, by when they came
        self._taken: set[str] = set()  # pages whose answers have had their effect
        self._likeness = Likeness()
        self._revised: dict[str, Verdict] = {}
        self._judged = 0
        self._next_round = _FIRST_ROUND
        self._due = False  # a round that an earlier run may not have got to

    @property
    def questions(self) -> int:
        """Asked and answered so far, if only by passing on; in earlier runs too."""
        return len(self._talk.heard)

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return self._inner.judge(page)
        with self._lock:
            self._heed()
            said = self._inner.judge(page)
            self._standing[page.url] = said
            self._take_in(page, said)
            # An answer that came just now may have changed it: then this is the verdict, and nothing is revised.
            verdict = self._revised.pop(page.url, None) or self._verdict(page.url, said)
            self._standing[page.url] = verdict
            return verdict

    def remember(self, page: Page, verdict: Verdict) -> None:
        if not page.ok:
            return
        with self._lock:
            if self._learner is not None:
                self._learner.remember(page, verdict)
            said = verdict if self._learner is not None else self._inner.judge(page)
            self._standing[page.url] = verdict
            self._take_in(page, said, remembered=True)
            self._say(page.url, said)

    def revisions(self) -> Sequence[Revision]:
        with self._lock:
            self._hear()
            order = {url: place for place, url in enumerate(self._standing)} if self._revised else {}
            told = [self._revision(url) for url in sorted(self._revised, key=order.__getitem__)]
            self._standing.update(self._revised)
            self._revised.clear()
            return told

    def _revision(self, url: str) -> Revision:
        now = self._revised[url]
        return Revision(url, now, confirmed=now.accepted == self._standing[url].accepted)

    def finish(self, site: str) -> None:
        """See finishing.py."""
        with self._lock:
            finish(self._learner, site)

    def _hear(self) -> None:
        """What the inner validator has learned."""
        for revision in self._learner.revisions() if self._learner is not None else ():
            if revision.url in self._cases:
                self._cases[revision.url].said = revision.verdict
            self._say(revision.url, revision.verdict)

    def summary(self) -> str:
        """How much the user was asked; and what the inner validator has to say. It is for the end: a question that is
        open now is closed, or else the summary would stand in its line."""
        if self._terminal is not None:
            self._terminal.close()
        count = self.questions + self._talk.unanswered
        answered = sum(answer != Answer.SKIP for answer, _ in self._talk.heard.values())
        asked = f"ask: {count} question{'s' * (count != 1)}, {answered} answered"
        if not count:
            asked = "ask: no page was doubtful enough to ask about" if self._ask is not None else ""
        asked = asked if self._sums_up else ""
        inner = getattr(self._inner, "summary", str)()
        return "; ".join(filter(None, (asked, inner)))

    def forget_failures(self) -> None:
        """See failing.py."""
        forget_failures(self._inner)

    def close(self) -> None:
        if self._terminal is not None:
            self._terminal.close()
        close = getattr(self._inner, "close", None)
        if close is not None:
            close()

    # -- what follows from labels -----------------------------------------------------------------------------------

    def _verdict(self, url: str, said: Verdict) -> Verdict:
        if url in self._labels:
            accepted = self._labels[url][0]
            return Verdict(accepted, said.score, one_line(f"{_YOU_SAID}{'yes' if accepted else 'no'}; {said.reason}"))
        if url in self._follows:
            accepted, like = self._follows[url]
            why = f"alike a page that you {'wanted' if accepted else 'refused'}, {like}"
            return Verdict(accepted, said.score, one_line(why))
        return said

    def _say(self, url: str, said: Verdict) -> None:
        """Note a revision if what is to be said of a page is not what stands, or if it is the user who says it now."""
        verdict = self._verdict(url, said)
        stands = self._standing.get(url, verdict)
        confirmed = url in self._labels and _YOU_SAID not in stands.reason
        if verdict.accepted != stands.accepted or confirmed:
            self._revised[url] = verdict
        else:
            self._revised.pop(url, None)

    def _take_in(self, page: Page, said: Verdict, *, remembered: bool = False) -> None:
        self._judged += 1
        if said.judged and len(page.html) <= _LARGE:
            self._cases[page.url] = case = _Case(page, said)
            self._cases.move_to_end(page.url)
            while len(self._cases) > _KEPT:
                self._cases.popitem(last=False)
            if self._followed and self._doubt(case, self._line()) > 0:
                self._follow(case)
        known = self._answers_before()
        answers = known.pop(self._judged, [])
        for url, answer in answers:
            self._talk.heard.setdefault(url, (answer, self._judged))
        self._heed()
        if self._judged >= self._next_round:
            self._next_round = self._judged + min(max(_FIRST_ROUND, self._judged // 2), _LONGEST_GAP)
            self._due = not answers
        if self._due and not remembered and not known:
            self._due = False
            self._round()

    def _answers_before(self) -> dict[int, list[tuple[str, Answer]]]:
        """The answers of earlier runs that are still to come, by the number of judged pages."""
        if self._known is None:
            self._known = {}
            kept = {key: self._answers[key].split() for key in self._answers if key.startswith(_KEY)}
            for key, (answer, moment, *_) in sorted(kept.items(), key=lambda item: [*map(int, item[1][1:])]):
                self._known.setdefault(int(moment), []).append((key.removeprefix(_KEY), Answer(answer)))
        return self._known

    def _heed(self) -> None:
        """Take the answers that are there by now: of earlier runs, and those that another `ask` was given. This one may
        not have met the page yet; then it takes them later."""
        for url, (answer, moment) in list(self._talk.heard.items()):
            if moment <= self._judged and url in self._cases and url not in self._taken:
                self._take_answer(self._cases[url], answer)

    def _take_answer(self, case: _Case, answer: Answer) -> None:
        self._open()
        self._taken.add(case.page.url)
        if answer != Answer.SKIP:
            self._label(case, answer == Answer.YES)

    def _label(self, case: _Case, accepted: bool) -> None:
        url = case.page.url
        self._labels[url] = (accepted, case.marks(self._likeness))
        self._say(url, case.said)
        if self._teach(case.page, accepted) is not False:
            self._hear()
            return
        self._followed[url] = self._labels[url]
        for other in self._doubtful():
            self._follow(other)

    def _follow(self, case: _Case) -> None:
        """Let a doubtful page have the label of the nearest labelled one, if that is alike."""
        url = case.page.url
        if url in self._labels:
            return
        marks = case.marks(self._likeness)
        near = [(self._likeness.of(marks, other), accepted, like) for like, (accepted, other) in self._followed.items()]
        likeness, accepted, like = max(near, key=lambda found: found[0])
        if likeness >= _ALIKE:
            self._follows[url] = (accepted, like)
            self._say(url, case.said)

    # -- whom to ask about ------------------------------------------------------------------------------------------

    def _line(self) -> tuple[float, float]:
        """Where accepted pages begin, by their scores, and how far from there a page is in doubt."""
        scores: dict[bool, list[float]] = {True: [], False: []}
        for url, case in self._cases.items():
            if url not in self._labels:
                scores[case.said.accepted].append(case.said.score)
        accepted, refused = sorted(scores[True]), sorted(scores[False])
        if not accepted or not refused:
            band = _BAND / 2 if len(accepted) + len(refused) >= _LONE else 0.0
            return (accepted[0] if accepted else max(refused, default=0.0)), band
        count = len(accepted) + len(refused)
        if count >= _LONE and len(accepted) >= _NEARLY_ALL * count:
            return accepted[0], _BAND / 2
        middle = (accepted[0] + refused[-1]) / 2
        return middle, _BAND * abs(_mean(accepted) - _mean(refused))

    def _doubt(self, case: _Case, line: tuple[float, float]) -> float:
        """From 0, sure, to 1, on the line."""
        known = self._doubt_of(case.page.url)
        if known is not None:
            return known if known >= _LEAST_DOUBT else 0.0
        middle, band = line
        score = case.said.score
        return 0.0 if band <= 0 or score in (0.0, 1.0) else max(0.0, 1 - abs(score - middle) / band)

    def _doubtful(self) -> Iterator[_Case]:
        """What is kept and neither labelled nor passed over, the most doubtful first."""
        line = self._line()
        cases = [case for url, case in self._cases.items() if url not in self._taken]
        ranked = sorted(cases, key=lambda case: -self._doubt(case, line))
        return (case for case in ranked[:_COMPARED] if self._doubt(case, line) > 0)

    def _round(self) -> None:
        for number in range(_PER_ROUND):
            if self._terminal is not None and not self._terminal.is_ready():
                self._ask = None
            if self._ask is None or self._talk.over or self.questions >= self._max_questions:
                return
            best = self._most_informative(sceptical=number == 0)
            answer = self._question(self._ask, *best) if best is not None else Answer.QUIT
            if best is None or answer == Answer.QUIT:
                return
            self._take_answer(best[0], answer)

    def _open(self) -> list[_Case]:
        """What may be asked about. All marks are known before any two pages are compared, also when the answer is from
        an earlier run: or likeness would not be what it was then."""
        found = [case for case in self._doubtful() if case.page.url not in self._follows]
        for case in found:
            case.marks(self._likeness)
        return found

    def _most_informative(self, *, sceptical: bool) -> tuple[_Case, int] | None:
        """The page to ask about, and how many others the answer helps with; None if it is not worth a question."""
        urls = [url for url in self._cases if url not in self._taken and url not in self._talk.heard]
        found = self._telling(urls) or (self._telling(urls, sceptical=True) if sceptical else None)
        if found is not None:
            return self._cases[found[0]], found[1]
        line, open_ = self._line(), self._open()
        settled = [marks for _, marks in self._labels.values()]
        settled += [case.marks(self._likeness) for url, case in self._cases.items() if url in self._taken]
        best: tuple[float, _Case, int] | None = None
        for case in open_:
            marks = case.marks(self._likeness)
            if self._chooses and self._doubt_of(case.page.url) is not None:
                continue  # it would have chosen this page if it told anything
            if case.page.url in self._talk.heard or any(self._likeness.of(marks, other) >= _ALIKE for other in settled):
                continue
            alike = sum(self._likeness.of(marks, o.marks(self._likeness)) >= _ALIKE for o in open_ if o is not case)
            worth = self._doubt(case, line) * (1 + alike)
            if alike >= _LEAST_HELP and (best is None or worth > best[0]):
                best = (worth, case, alike)
        return (best[1], best[2]) if best is not None else None

    def _question(self, ask: Callable[[Question], Answer], case: _Case, alike: int) -> Answer:
        page = case.page
        text = one_line(own_text(page.html), _TEXT)
        number = self.questions + 1
        self._talk.unanswered += 1
        answer = ask(Question(page.url, page.title, text, case.said, alike, number, self._max_questions))
        if answer == Answer.QUIT:
            self._talk.over = True
        else:
            self._talk.unanswered -= 1
            self._talk.heard[page.url] = (answer, self._judged)
            self._answers[f"{_KEY}{page.url}"] = f"{answer} {self._judged} {number}"
        return answer


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
