"""Validators by name: url, oracle, and several together."""

from __future__ import annotations

import pytest

from hubwalk.errors import UsageError
from hubwalk.validators import OracleValidator, make_validator
from hubwalk.validators.like import LikeValidator
from hubwalk.values import Page, Verdict


def page(url: str, status: int = 200) -> Page:
    return Page(url, url, status=status, html="<p>x")


def test_like_is_the_default() -> None:
    assert isinstance(make_validator([], [page("http://a/")]), LikeValidator)


@pytest.mark.parametrize(
    ("pattern", "accepted"), [("/p/[0-9]+$", True), ("^http://a/p", True), ("^/p", False), ("/P/", False)]
)
def test_url_searches_the_pattern_in_the_url(pattern: str, accepted: bool) -> None:
    verdict = make_validator([f"url:{pattern}"], []).judge(page("http://a/p/12"))
    assert verdict.accepted == accepted
    assert pattern in verdict.reason


def test_url_patterns_may_contain_colons() -> None:
    assert make_validator(["url:http://a:8000/"], []).judge(page("http://a:8000/x")).accepted


def test_url_does_not_accept_what_could_not_be_had() -> None:
    assert not make_validator(["url:."], []).judge(page("http://a/", status=404)).accepted


@pytest.mark.parametrize("spec", ["url:{}", "not(url:{})", "all_of(url:a, url:{})"])
def test_a_url_that_the_pattern_takes_too_long_for_is_not_judged(spec: str) -> None:
    pattern = "/blog/([a-z]+-?){2,60}[0-9]"
    validator = make_validator([spec.replace("{}", pattern)], [])
    verdict = validator.judge(page("http://a/blog/how-to-choose-a-good-camera-for-travel-and-street-photography.php"))
    assert (verdict.accepted, verdict.judged) == (False, False)
    assert f"not judged: the pattern {pattern} takes too long on this URL" in verdict.reason
    assert validator.judge(page("http://a/blog/x")).judged


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("lke", "unknown validator 'lke': did you mean 'like'"),
        ("zzz", "unknown validator 'zzz': known: all_of, any_of, ask, cascade, command, "),
        ("allof", "unknown validator 'allof': did you mean 'all_of'"),
        ("url:(", "not a regular expression"),
        ("url:", "needs a regular expression"),
        ("url:" + "(" * 5_000, "not a regular expression .*maximum recursion depth"),
        ("url:a{99999999999999999999}", "not a regular expression .*too large"),
        ("like", "give some with --like"),
        ("like:5", "takes no argument"),
    ],
)
def test_specs_that_cannot_work(spec: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        make_validator([spec], [])
    assert "\n" not in str(caught.value)


def test_oracle_knows_its_targets() -> None:
    oracle = OracleValidator(["http://a/1"])
    assert oracle.judge(page("http://a/1")) == Verdict(True, 1.0, "a known target")
    assert not oracle.judge(page("http://a/2")).accepted
    assert not oracle.judge(page("http://a/1", status=500)).accepted
    assert oracle.judge(Page("http://a/1/", "http://a/1", html="<p>x")).accepted, "a redirected target is one still"


def test_several_specs_must_all_accept() -> None:
    both = make_validator(["url:/p/", "url:[0-9]$"], [])
    assert both.judge(page("http://a/p/1")).accepted
    assert both.judge(page("http://a/p/x")).reason.startswith("url 2: ")
    assert not both.judge(page("http://a/1")).accepted
