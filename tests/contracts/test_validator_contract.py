"""Every validator keeps the contract, and the suite notices those that do not."""

from __future__ import annotations

import functools
import itertools
import math
import shlex
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from answering_server import Reply
from chat_server import Call, ChatServer, judged

from hubwalk.pages.parse import parse
from hubwalk.ports import Validator
from hubwalk.testing import check_validator
from hubwalk.validators import VALIDATORS, OracleValidator, make_validator
from hubwalk.values import Page, Verdict

PROGRAM = """
import json, sys
for line in sys.stdin:
    page = json.loads(line)
    print(json.dumps({"accepted": len(page["html"]) % 2 == 0, "reason": f"{len(page['html'])}"}), flush=True)
"""
SAMPLES = [parse(f"<h1>Camera</h1><table><tr><th>Zoom<td>{i}x</table>", f"http://a.test/{i}") for i in range(3)]
UNLIKE = [parse(f"<h1>Ink</h1><table><tr><th>Paper<td>A{i}</table><p>Print", f"http://a.test/p{i}") for i in range(2)]
ONTOLOGIES = Path(__file__).parents[2] / "examples" / "ontologies"
EXAMPLES = {  # name -> validator, samples, near misses
    "an expression": ("any_of(not(url:a), all_of(schema_org:Product, url:'(a)'), not(structure))", SAMPLES, []),
    "cascade": ("cascade(url:ordinary, language_model)", SAMPLES, UNLIKE),
    "like with one sample": ("like", SAMPLES[:1], []),
    "structure with a threshold": ("structure:0.5", SAMPLES, []),
    "structure with one sample": ("structure", SAMPLES[:1], []),
    "table with an ontology": (f"table:{ONTOLOGIES / 'cameras.toml'}", [], []),
    "table with near misses": ("table", SAMPLES, UNLIKE),
    "table with one sample": ("table", SAMPLES[:1], []),
    "text with near misses": ("text", SAMPLES, UNLIKE),
    "text with one sample": ("text", SAMPLES[:1], []),
}
NAMES = [*VALIDATORS, *EXAMPLES, "oracle", "all together"]


pytest_plugins = ["chat_fixtures"]


def even_text(call: Call) -> Reply:
    return judged(len(call.page["text"]) % 2 == 0, reason=call.page["title"])


def odd_length(page: Page) -> bool:
    return len(page.html) % 2 == 1


@pytest.fixture
def makers(
    tmp_path: Path, chat: Callable[[Callable[[Call], Reply]], ChatServer], monkeypatch: pytest.MonkeyPatch
) -> dict[str, Callable[[], Validator]]:
    monkeypatch.setenv("HUBWALK_LLM_URL", chat(even_text).url)
    monkeypatch.setenv("HUBWALK_LLM_MODEL", "tiny")
    program = tmp_path / "judge.py"
    program.write_text(PROGRAM)
    specs = {
        "command": f"command:{shlex.join([sys.executable, '-S', str(program)])}",
        "language_model": "language_model",
        "like": "like",
        "python": f"python:{__name__}:odd_length",
        "structure": "structure",
        "schema_org": "schema_org:Product",
        "table": "table",
        "text": "text",
        "url": "url:practice",
        "words": "words:ordinary page",
    }
    return {
        **{name: lambda spec=spec: make_validator([spec], SAMPLES) for name, spec in specs.items()},  # type: ignore[misc]
        **{
            name: functools.partial(make_validator, [spec], samples, unlike)
            for name, (spec, samples, unlike) in EXAMPLES.items()
        },
        "oracle": lambda: OracleValidator(["http://practice.test/an-ordinary-page"]),
        "all together": lambda: make_validator(list(specs.values()), SAMPLES),
    }


@pytest.mark.parametrize("name", NAMES)
def test_contract(name: str, makers: dict[str, Callable[[], Validator]]) -> None:
    check_validator(makers[name])


class Says:
    """Judges by a function; the base of all that is wrong."""

    def __init__(self, say: Callable[[Page], object]) -> None:
        self._say = say

    def judge(self, page: Page) -> Verdict:
        return self._say(page)  # type: ignore[return-value]


class Unlocked:
    """Mixes up pages that are judged at the same time."""

    blocking = True

    def judge(self, page: Page) -> Verdict:
        self._page = page
        if threading.current_thread() is not threading.main_thread():
            time.sleep(0.002)
        return Verdict(False, 0.0, str(len(self._page.html)))


class ClosesOnce:
    closed = False

    def judge(self, page: Page) -> Verdict:
        return Verdict(False, 0.0, "closed to all")

    def close(self) -> None:
        if self.closed:
            raise RuntimeError("closed twice")
        self.closed = True


_turns = itertools.count()


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: Says(lambda page: True), "answered bool, not a Verdict"),
        (lambda: Says(lambda page: Verdict(1)), "accepted is 1"),  # type: ignore[arg-type]
        (lambda: Says(lambda page: Verdict(False, 1.5)), r"1.5 is not within \[0, 1\]"),
        (lambda: Says(lambda page: Verdict(False, math.nan)), "not within"),
        (lambda: Says(lambda page: Verdict(False, 0, f"said {page.html}")), "several lines"),
        (lambda: Says(lambda page: Verdict(page.ok, 0.5)), "an ordinary page: there is no reason"),
        (lambda: Says(lambda page: Verdict(page.ok, 0.5, " ")), "there is no reason"),
        (
            lambda: Says(lambda page: Verdict(page.ok, 0.5, page.html.strip() or "empty")),
            "the reason has [0-9,]+ characters, 1,000 are",
        ),
        (lambda: Says(lambda page: Verdict(False, 0, "" if len(page.html) > 10**7 else "x")), "50 MB: there is no"),
        (lambda: Says(lambda page: Verdict(False, 0, page.error)), "there is no reason"),
        (lambda: Says(lambda page: Verdict(False, 0, None)), "not text"),  # type: ignore[arg-type]
        (
            lambda: Says(lambda page: Verdict(page.html.count("<div>") < 3 or bool(1 / 0), 0, "x")),
            "10,000 levels deep: raised Zero",
        ),
        (lambda: Says(lambda page: Verdict("?" in str(page.html.encode()), 0, "x")), "surrogate pair: raised Unicode"),
        (lambda: Says(lambda page: Verdict(1 // (len(page.html) < 10**7) > 1, 0, "x")), "50 MB: raised Zero"),
        (lambda: Says(lambda page: Verdict(1 // ("PNG" not in page.html) > 1, 0, "x")), "posing as HTML: raised Zero"),
        (lambda: Says(lambda page: Verdict(True, 1.0, "x")), "status 404: accepted, though there is no document"),
        (lambda: Says(lambda page: Verdict(False, 0, str(next(_turns)))), "judged a second time"),
        (
            lambda: (turn := next(_turns)) >= 0 and Says(lambda page: Verdict(False, 0, str(turn))),
            "judged by a new object",
        ),
        (Unlocked, "asked from several threads"),
    ],
)
def test_the_suite_bites(make: Callable[[], Validator], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_validator(make)


def test_closing_twice_is_allowed() -> None:
    with pytest.raises(RuntimeError, match="closed twice"):
        check_validator(ClosesOnce)
