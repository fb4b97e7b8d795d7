"""What language models may spend: shared by all of a crawl, kept before it is spent, and never less than was paid."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from answering_server import Reply
from chat_server import Call, ChatServer, judged, refused

from hubwalk.errors import SpentError, ValidatorError
from hubwalk.pages.parse import parse
from hubwalk.ports import Validator
from hubwalk.validators import Given, make_validator
from hubwalk.validators.chat import MOST_OUT, ChatEndpoint
from hubwalk.validators.chat_budget import KEPT, Budget, Limits
from hubwalk.validators.chat_prompt import Prompt
from hubwalk.validators.language_model import LanguageModelValidator
from hubwalk.values import Page

pytest_plugins = ["chat_fixtures"]

Serve = Callable[[Callable[[Call], Reply]], ChatServer]
BOTH = ["any_of(language_model:one, language_model:two)", "cascade(language_model:one, language_model:two)"]


def pages(count: int) -> list[Page]:
    return [parse(f"<title>{n}</title><p>Text {n}", f"http://a.test/{n}") for n in range(count)]


def no(_: Call) -> Reply:
    return judged(False, usage=(10, 2))


def model(
    server: ChatServer, limits: Limits, kept: dict[str, str] | None = None, *, name: str = "tiny", timeout: float = 5.0
) -> LanguageModelValidator:
    answers = kept if kept is not None else {}
    endpoint = ChatEndpoint(server.url, name, timeout=timeout)
    budget = Budget(limits, answers)
    return LanguageModelValidator(
        endpoint, Prompt("reviews", [], []), budget=budget, answers=answers, sleep=lambda _: None
    )


def judge_all(validator: Validator, some: list[Page]) -> bool:
    """True if the budget was enough."""
    try:
        for page in some:
            validator.judge(page)
    except SpentError:
        return False
    return True


def calls_told(validator: Validator) -> dict[str, int]:
    """By model, as the last line of a crawl has them."""
    said = validator.summary()  # type: ignore[attr-defined]
    return {name: int(calls) for name, calls in re.findall(r"language model (\w+): (\d+) calls", said)}


def calls_made(server: ChatServer) -> dict[str, int]:
    asked = [str(call.body["model"]) for call in server.asked]
    return {name: asked.count(name) for name in set(asked)}


# -- several models of one crawl --------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", BOTH)
def test_two_models_share_the_limit_over_all_runs(chat: Serve, spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    server = chat(no)
    monkeypatch.setenv("HUBWALK_LLM_URL", server.url)
    kept: dict[str, str] = {}
    for limit in (9, 9, 14):
        validator = make_validator([spec], [], given=Given(wish="reviews", max_calls=limit, cache=kept))
        assert not judge_all(validator, pages(30))
        assert len(server.asked) == limit
        assert calls_told(validator) == calls_made(server)
        assert set(calls_told(validator)) == {"one", "two"}
        assert json.loads(kept[KEPT])["calls"] == limit


def test_two_models_share_the_money(chat: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = chat(lambda _: judged(False, usage=(0, 1000)))
    monkeypatch.setenv("HUBWALK_LLM_URL", server.url)
    given = Given(wish="reviews", max_cost=0.5, price_out=100.0)  # an answer costs 0.1
    validator = make_validator([BOTH[0]], [], given=given)
    assert not judge_all(validator, pages(30))
    assert len(server.asked) == 4
    assert validator.summary().count(", 0.2 spent") == 2  # type: ignore[attr-defined]


def test_threads_share_it_too(chat: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = chat(no)
    monkeypatch.setenv("HUBWALK_LLM_URL", server.url)
    validator = make_validator([BOTH[0]], [], given=Given(wish="reviews", max_calls=11))
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda page: judge_all(validator, [page]), pages(30)))
    assert len(server.asked) == 11
    assert calls_told(validator) == calls_made(server)


def test_crawls_do_not_share_it(chat: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = chat(no)
    monkeypatch.setenv("HUBWALK_LLM_URL", server.url)
    for _ in range(2):
        validator = make_validator(["language_model:one"], [], given=Given(wish="reviews", max_calls=2))
        assert not judge_all(validator, pages(5))
    assert len(server.asked) == 4


def test_the_same_model_twice_is_not_counted_twice(chat: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = chat(no)
    monkeypatch.setenv("HUBWALK_LLM_URL", server.url)
    spec = "any_of(language_model:one, language_model:one)"
    validator = make_validator([spec], [], given=Given(wish="reviews"))
    assert judge_all(validator, pages(3))
    told = re.findall(r"language model one: (\d+) calls", validator.summary())  # type: ignore[attr-defined]
    assert sum(map(int, told)) == len(server.asked) == 3


def test_what_another_model_spent_before_is_told(chat: Serve) -> None:
    server = chat(no)
    kept: dict[str, str] = {}
    model(server, Limits(price_in=1000.0), kept, name="old").judge(pages(1)[0])
    again = model(server, Limits(max_calls=2, price_in=1000.0), kept, name="new")
    assert not judge_all(again, pages(3))
    assert again.summary() == (
        "language model new: 1 calls, 10 tokens read and 2 written, 0.01 spent; "
        "other models before: 1 calls, 10 tokens read and 2 written, 0.01 spent"
    )


def test_an_account_of_an_older_log_counts(chat: Serve) -> None:
    kept = {KEPT: json.dumps({"calls": 4, "tokens_in": 40, "tokens_out": 8, "cost": 0.0})}
    validator = model(server := chat(no), Limits(max_calls=5), kept)
    assert not judge_all(validator, pages(3))
    assert len(server.asked) == 1
    assert validator.summary() == "language model tiny: 5 calls, 50 tokens read and 10 written"


# -- a crawl that is killed -------------------------------------------------------------------------------------------


def test_a_call_is_booked_before_it_is_made(chat: Serve) -> None:
    """What a crawl that is killed during its third call has left in the log."""
    kept: dict[str, str] = {}
    left: list[dict[str, str]] = []

    def answer(call: Call) -> Reply:
        left.append(dict(kept))
        return no(call)

    server = chat(answer)
    assert judge_all(model(server, Limits(max_calls=3), kept), pages(3))
    resumed = model(server, Limits(max_calls=3), left[2])
    assert not judge_all(resumed, pages(3))
    assert len(server.asked) == 3
    assert "tiny: 3 calls" in resumed.summary()
    assert json.loads(left[2][KEPT])["tokens_out"] == 2 + 2 + MOST_OUT, "at its worst case, as long as it is under way"
    assert json.loads(kept[KEPT])["tokens_out"] == 6


def test_a_call_that_is_refused_is_no_longer_booked(chat: Serve) -> None:
    kept: dict[str, str] = {}
    server = chat(lambda _: refused(400, "content filter"))
    assert judge_all(model(server, Limits(max_calls=1), kept), pages(3))
    assert len(server.asked) == 3
    assert json.loads(kept[KEPT])["calls"] == 0


# -- what nobody knows ------------------------------------------------------------------------------------------------

UNKNOWN = {
    "late": Reply(is_slow=True),
    "broken off": Reply(b'{"choices":', is_cut_off=True),
    "too long": Reply(b'"' + b"x" * 3_000_000 + b'"'),
    "no chat completion": Reply(b"<html>Welcome"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_answer_that_nobody_could_read_costs_as_much_as_it_may(chat: Serve, name: str) -> None:
    server = chat(lambda _: UNKNOWN[name])
    kept: dict[str, str] = {}
    longest = MOST_OUT * 100 / 1e6
    validator = model(server, Limits(max_cost=3.5 * longest, price_out=100.0), kept, timeout=0.3)
    assert not judge_all(validator, pages(4))
    assert len(server.asked) == 3
    assert json.loads(kept[KEPT])["cost"] == pytest.approx(3 * longest)
    assert f"3 calls, {json.loads(kept[KEPT])['tokens_in']:,} tokens read and 3,072 written" in validator.summary()


def test_an_answer_that_the_crawl_did_not_wait_for_costs_as_much_as_it_may(chat: Serve) -> None:
    asked = threading.Event()

    def slow(_: Call) -> Reply:
        asked.set()
        return Reply(is_slow=True)

    kept: dict[str, str] = {}
    validator = model(chat(slow), Limits(price_out=100.0), kept, timeout=600.0)
    thread = threading.Thread(target=validator.judge, args=pages(1))
    thread.start()
    assert asked.wait(10)
    validator.close()
    thread.join(10)
    assert json.loads(kept[KEPT])["tokens_out"] == MOST_OUT
    assert f"{MOST_OUT:,} written" in validator.summary()


# -- errors of the server ---------------------------------------------------------------------------------------------


def error(status: int = 200, **body: object) -> Reply:
    return Reply(json.dumps(body).encode(), status)


DOWN = {"code": 502, "message": "the model is gone"}
COUNTED = {"prompt_tokens": 70, "completion_tokens": 9}
NOTHING = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


@pytest.mark.parametrize(
    ("reply", "asked", "calls", "written"),
    [
        (refused(503), 5, 0, 0),
        (refused(504), 2, 2, 2 * MOST_OUT),
        (refused(524), 2, 2, 2 * MOST_OUT),
        (error(error=DOWN), 5, 0, 0),
        (error(error={**DOWN, "code": 504}), 2, 2, 2 * MOST_OUT),
        (error(error=DOWN, usage=COUNTED), 5, 5, 5 * 9),
        (error(error="gone", usage=COUNTED), 5, 5, 5 * 9),
        (error(error="gone", usage={"prompt_tokens": 70}), 5, 5, 5 * MOST_OUT),
        (error(error="gone", usage={"prompt_tokens": -1, "completion_tokens": "9"}), 5, 0, 0),
        (error(error={"code": 400, "message": "filtered"}, usage=COUNTED), 1, 1, 9),
        (error(choices=[{"error": DOWN}], usage=COUNTED), 2, 2, 2 * 9),
        (error(choices=[{"error": DOWN}]), 2, 2, 2 * MOST_OUT),
        (error(500, error=DOWN, usage=COUNTED), 5, 5, 5 * 9),
        (error(choices=[{"error": {"code": 400}}]), 1, 1, MOST_OUT),
        (error(choices=[{"error": {"code": 403, "message": "flagged"}}]), 1, 1, MOST_OUT),
        (error(choices=[{"error": {"code": 403, "message": "flagged"}}], usage=COUNTED), 1, 1, 9),
        (error(429, error="busy", usage=NOTHING), 5, 0, 0),
        (error(error={"code": 429}, usage=NOTHING), 5, 0, 0),
        (error(choices=[{"error": DOWN}], usage=NOTHING), 2, 2, 2 * MOST_OUT),
    ],
)
def test_what_an_error_costs(chat: Serve, reply: Reply, asked: int, calls: int, written: int) -> None:
    server = chat(lambda _: reply)
    validator = model(server, Limits())
    assert not validator.judge(pages(1)[0]).judged
    assert len(server.asked) == asked
    assert f"{calls} calls, " in validator.summary()
    assert f"{written:,} written" in validator.summary()


def test_what_an_error_costs_that_ends_the_crawl(chat: Serve) -> None:
    validator = model(chat(lambda _: error(error={"code": 402, "message": "empty"}, usage=COUNTED)), Limits())
    with pytest.raises(ValidatorError, match="used up"):
        validator.judge(pages(1)[0])
    assert "1 calls, 70 tokens read and 9 written" in validator.summary()


def test_an_answer_without_a_count_is_estimated(chat: Serve) -> None:
    validator = model(chat(lambda _: judged(True, usage=(0, 0))), Limits())
    assert validator.judge(pages(1)[0]).accepted
    assert " 0 tokens read" not in validator.summary()


def test_gateways_that_wait_in_vain_do_not_overspend(chat: Serve) -> None:
    server = chat(lambda _: refused(504))
    assert not judge_all(model(server, Limits(max_calls=3)), pages(4))
    assert len(server.asked) == 3
