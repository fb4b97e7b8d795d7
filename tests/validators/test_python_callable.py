"""Python callables as validators: from the current folder, in all the forms an answer may have."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hubwalk.errors import HubwalkError, UsageError, ValidatorError
from hubwalk.validators import make_validator
from hubwalk.validators.python_callable import PythonValidator
from hubwalk.values import Page, Verdict

CODE = """
import threading
from hubwalk.values import Verdict

def verdict(page): return Verdict(True, 0.7, "looks good")
def truth(page): return page.url.endswith("good")
def number(page): return 0.5 if page.url.endswith("good") else 0.49
def mapping(page): return {"accepted": True, "score": 3, "reason": "two\\nlines"}
def nothing(page): return None
def words(page): return "yes"
def fails(page): raise KeyError("price\\nmissing")
def leaves(page): raise SystemExit(5)
def fails_on_bad(page): return {"good": True}[page.url.rpartition("/")[2]]
async def later(page): return True
def one_by_one(page): yield True
def compare(page, other): return True
def talks(page): print("looking at", page.url); return True

async def in_turn(page): yield True

class Asynchronous:
    async def __call__(self, page): return True

class Series:
    def __call__(self, page): yield True

class Unsigned:
    @property
    def __signature__(self): raise NameError("Page")
    def __call__(self, page): return True

class Talkative:
    def __init__(self): print("loading a model")
    def __call__(self, page): return True

began, go_on = ({name: threading.Event() for name in ("good", "bad")} for _ in range(2))
def waits(page):
    name = page.url.rpartition("/")[2]
    began[name].set()
    go_on[name].wait(10)
    print("judged")
    return True

class Mute(Exception):
    def __str__(self): raise ValueError

def mute(page): raise Mute

class Judge:
    blocking = False
    def judge(self, page): return True

class Callable:
    def __call__(self, page): return 1

class Picky:
    def __init__(self, needed): pass

class Nested:
    made = Judge()

constant = 7
"""
GOOD = Page("http://example.org/good", "http://example.org/good", html="<p>x")
BAD = Page("http://example.org/bad", "http://example.org/bad", html="<p>x")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "shop_judges.py").write_text(CODE)
    (tmp_path / "broken_judges.py").write_text("import no_such_module_anywhere\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    sys.modules.pop("shop_judges", None)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("verdict", Verdict(True, 0.7, "looks good")),
        ("truth", Verdict(True, 1.0, "says yes")),
        ("number", Verdict(True, 0.5, "says yes")),
        ("mapping", Verdict(True, 1.0, "two lines")),
        ("Judge", Verdict(True, 1.0, "says yes")),
        ("Callable", Verdict(True, 1.0, "says yes")),
        ("Unsigned", Verdict(True, 1.0, "says yes")),
        ("Nested.made", Verdict(True, 1.0, "says yes")),
    ],
)
def test_forms_of_answers(name: str, expected: Verdict) -> None:
    assert make_validator([f"python:shop_judges:{name}"], []).judge(GOOD) == expected


@pytest.mark.parametrize("name", ["truth", "number"])
def test_refusals(name: str) -> None:
    assert not PythonValidator(f"shop_judges:{name}").judge(BAD).accepted


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nothing", "returned None"),
        ("words", "returned 'yes'"),
        ("mute", "Mute: it cannot say why"),
        ("fails", "KeyError: 'price"),
    ],
)
def test_what_goes_wrong_costs_the_page_and_is_reported_once(name: str, reason: str) -> None:
    validator = PythonValidator(f"shop_judges:{name}")
    for page in (GOOD, BAD, GOOD):
        verdict = validator.judge(page)
        assert not verdict.accepted
        assert reason in verdict.reason
        assert "\n" not in verdict.reason
    assert len(validator.warnings) == 1
    assert GOOD.url in validator.warnings[0]


def test_five_failures_in_a_row_end_it() -> None:
    validator = PythonValidator("shop_judges:fails")
    verdicts = [validator.judge(GOOD) for _ in range(4)]
    assert not any(verdict.judged for verdict in verdicts)
    with pytest.raises(ValidatorError, match=r"5 pages in a row could not be judged.*KeyError"):
        validator.judge(GOOD)


def test_failures_that_are_to_be_forgotten_do_not_count() -> None:
    validator = PythonValidator("shop_judges:fails")
    for _ in range(3):
        assert not any(validator.judge(GOOD).judged for _ in range(4))
        validator.forget_failures()


def test_a_failure_now_and_then_does_not() -> None:
    validator = PythonValidator("shop_judges:fails_on_bad")
    for _ in range(6):
        assert not validator.judge(BAD).judged
        assert validator.judge(GOOD).accepted


def test_a_callable_that_leaves_the_program_costs_the_page() -> None:
    assert "SystemExit" in PythonValidator("shop_judges:leaves").judge(GOOD).reason


def test_what_a_callable_prints_does_not_get_among_the_pages(capsys: pytest.CaptureFixture[str]) -> None:
    assert PythonValidator("shop_judges:talks").judge(GOOD).accepted
    assert capsys.readouterr() == ("", f"looking at {GOOD.url}\n")


def test_nor_does_what_is_printed_while_it_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    PythonValidator("shop_judges:Talkative")
    assert capsys.readouterr() == ("", "loading a model\n")


def test_others_print_where_they_always_do(capsys: pytest.CaptureFixture[str]) -> None:
    usual = sys.stdout
    waiting, quick = PythonValidator("shop_judges:waits"), PythonValidator("shop_judges:talks")
    module = sys.modules["shop_judges"]
    thread = threading.Thread(target=waiting.judge, args=(GOOD,))
    thread.start()
    assert module.began["good"].wait(10)
    print("a page")
    quick.judge(GOOD)
    print("another page")
    module.go_on["good"].set()
    thread.join(10)
    assert capsys.readouterr() == ("a page\nanother page\n", f"looking at {GOOD.url}\njudged\n")
    assert sys.stdout is usual


def test_callables_that_overlap_leave_standard_output_as_it_was() -> None:
    usual = sys.stdout
    first, second = PythonValidator("shop_judges:waits"), PythonValidator("shop_judges:waits")
    module = sys.modules["shop_judges"]
    with ThreadPoolExecutor() as pool:
        verdicts = [pool.submit(first.judge, GOOD)]
        assert module.began["good"].wait(10)
        verdicts.append(pool.submit(second.judge, BAD))
        assert module.began["bad"].wait(10)
        for name, verdict in zip(("good", "bad"), verdicts, strict=True):
            module.go_on[name].set()
            assert verdict.result(10).accepted
    assert sys.stdout is usual


def test_a_callable_may_deny_that_it_blocks() -> None:
    assert PythonValidator("shop_judges:truth").blocking
    assert not PythonValidator("shop_judges:Judge").blocking


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        ("shop_judges", UsageError, "expected python:MODULE:CALLABLE"),
        (":truth", UsageError, "expected python:MODULE:CALLABLE"),
        ("no_such_judges:truth", ValidatorError, "cannot import.*run hubwalk in the folder"),
        ("broken_judges:truth", ValidatorError, "no_such_module_anywhere"),
        ("shop_judges:trut", UsageError, "did you mean 'truth'"),
        ("os:nothing", UsageError, r"of os 'nothing': it has \d+ names, the nearest are (\w+, ){4}\w+$"),
        ("shop_judges:Judge.x", UsageError, "unknown callable of shop_judges 'x': known: blocking, judge$"),
        ("shop_judges:constant", ValidatorError, "is int, expected something to call"),
        ("shop_judges:later", ValidatorError, "is async, expected a plain function"),
        ("shop_judges:Asynchronous", ValidatorError, "is async, expected a plain function"),
        ("shop_judges:in_turn", ValidatorError, "is async, expected a plain function"),
        ("shop_judges:Series", ValidatorError, "is a generator, expected a plain function"),
        ("shop_judges:one_by_one", ValidatorError, "is a generator, expected a plain function"),
        (
            "shop_judges:compare",
            ValidatorError,
            r"cannot be called with one page \(missing a required argument: 'other'",
        ),
        ("shop_judges:Picky", ValidatorError, "cannot be made without arguments"),
    ],
)
def test_specs_that_cannot_work(spec: str, error: type[HubwalkError], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        PythonValidator(spec)
    assert "\n" not in str(caught.value)
