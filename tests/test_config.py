"""Every value of a job is checked before anything is fetched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hubwalk import __version__
from hubwalk.config import as_dict, load_config, make_job, validator_files
from hubwalk.errors import UsageError
from hubwalk.site_search import make_search

GIVEN: dict[str, object] = {"sites": ["http://example.org/"], "like": ["sample.html"]}


def test_defaults_are_polite() -> None:
    job = make_job(GIVEN)
    assert job.obey_robots
    assert job.delay > 0
    assert job.in_flight == 1
    assert f"hubwalk/{__version__}" in job.user_agent


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("example.org", "http://example.org/"),
        ("EXAMPLE.org/Shop/", "http://example.org/Shop/"),
        ("example.org:8080/a?b=c", "http://example.org:8080/a?b=c"),
        ("localhost:8000", "http://localhost:8000/"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000/"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        (" http://example.org/#top ", "http://example.org/"),
    ],
)
def test_sites_as_people_write_them(written: str, url: str) -> None:
    assert make_job({**GIVEN, "sites": [written]}).sites == (url,)


@pytest.mark.parametrize("written", ["ftp://example.org/", "http://", "not a site", "mailto:me@example.org", "/etc"])
def test_what_is_no_web_address_is_refused(written: str) -> None:
    with pytest.raises(UsageError, match="not a web address"):
        make_job({**GIVEN, "sites": [written]})


def test_a_prior_is_refused_by_a_strategy_that_takes_none() -> None:
    with pytest.raises(UsageError, match="strategy breadth_first takes no prior: leave --prior out"):
        make_job({**GIVEN, "prior": "learned.json", "strategy": "breadth_first"})


def test_files_of_validators_are_found_from_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "phones, cheap.toml").touch()
    monkeypatch.chdir(tmp_path)
    given = ('not(table:"phones, cheap.toml")', "table", "url:phones")
    whole = make_job(GIVEN | {"validators": given}).validators
    assert whole == (f'not(table:"{tmp_path}/phones, cheap.toml")', "table", "url:phones")
    assert make_job(GIVEN | {"validators": whole}).validators == whole


def test_the_same_site_twice_is_one_site() -> None:
    assert make_job({**GIVEN, "sites": ["example.org", "http://EXAMPLE.org/"]}).sites == ("http://example.org/",)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("max_pages", 0, "--max-pages 0: expected at least 1"),
        ("max_pages", 2.5, "--max-pages: expected a whole number"),
        ("max_pages", True, "--max-pages: expected a whole number"),
        ("delay", -1, "--delay -1.0: expected at least 0"),
        ("delay", float("nan"), "--delay: expected a number"),
        ("delay", "fast", "--delay: expected a number, got 'fast'"),
        ("stop_at_recall", 1.5, "--stop-at-recall 1.5: expected a share above 0 and up to 1, as in 0.95"),
        ("stop_at_recall", 95, "--stop-at-recall 95: expected a share"),
        ("stop_when_yield_below", -0.1, "--stop-when-yield-below -0.1: expected a share"),
        ("stop_when_yield_below", "1 %", "--stop-when-yield-below: expected a number, got '1 %'"),
        ("stop_at_recall", float("nan"), "--stop-at-recall: expected a number"),
        ("obey_robots", "no", "--obey-robots: expected true or false"),
        ("like", [1], "--like: expected a list of strings"),
        ("scope", "hosts", "unknown scope 'hosts': did you mean 'host'?"),
        ("strategy", "xcrwal", "unknown strategy 'xcrwal': did you mean 'xcrawl'?"),
        ("max_page", 5, "unknown setting 'max_page': did you mean 'max_pages'?"),
        ("user_agent", "two\nlines", "--user-agent: expected one line"),
    ],
)
def test_bad_values_are_refused_with_what_was_expected(key: str, value: object, message: str) -> None:
    with pytest.raises(UsageError) as error:
        make_job({**GIVEN, key: value})
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_without_a_sample_there_is_nothing_to_be_like() -> None:
    with pytest.raises(UsageError, match="no sample given"):
        make_job({"sites": ["example.org"]})
    assert make_job({"sites": ["example.org"], "validators": ["url:/item"]}).like == ()


def test_without_anything_there_is_nothing_to_search_for() -> None:
    with pytest.raises(UsageError, match="no site, no sample and no keyword"):
        make_job({"validators": ["url:/item"], "keywords": [" "]})
    assert make_job({"like": ["sample.html"]}).sites == ()
    assert make_job({"keywords": ["zoom"], "validators": ["url:/item"]}).keywords == ("zoom",)


def test_named_sites_are_not_searched_for() -> None:
    for setting in ({"discover_only": True}, {"max_sites": 3}):
        with pytest.raises(UsageError, match="sites were named"):
            make_job({**GIVEN, **setting})


def test_a_page_cannot_be_wanted_and_not_wanted() -> None:
    with pytest.raises(UsageError, match=r"sample\.html is given with --like and with --unlike"):
        make_job({**GIVEN, "unlike": ["other.html", "sample.html"]})


def test_job_survives_the_crawl_log() -> None:
    job = make_job({**GIVEN, "delay": 1, "validators": ["like", "url:/x"], "seed": 3})
    assert make_job(json.loads(json.dumps(as_dict(job)))) == job


def test_config_file(tmp_path: Path) -> None:
    path = tmp_path / "job.toml"
    path.write_text('sites = ["example.org"]\nlike = "sample.html"\nmax-pages = 50\n')
    job = make_job(load_config(path))
    assert (job.max_pages, job.like) == (50, ("sample.html",))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("max-page = 50\n", "unknown key in .*job.toml 'max_page': did you mean 'max_pages'"),
        ("max-pages = \n", "is not valid TOML"),
        (f"max-pages = {'9' * 5000}\n", "is not valid TOML"),
        (f"like = {'[' * 5000}\n", "is not valid TOML"),
    ],
)
def test_config_file_that_cannot_be_used(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "job.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=message):
        load_config(path)


def test_config_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read"):
        load_config(tmp_path / "none.toml")


def test_config_as_windows_editors_write_it(tmp_path: Path) -> None:
    path = tmp_path / "job.toml"
    path.write_bytes(b'\xef\xbb\xbfsites = ["example.org"]\r\nmax-pages = 7\r\n')
    assert load_config(path) == {"sites": ["example.org"], "max_pages": 7}


def test_a_model_that_no_validator_heeds_is_refused() -> None:
    job = {"sites": ["a.test"], "like": ["a.html"], "model": "naive_bayes"}
    with pytest.raises(UsageError, match="no say in --validator text:saved"):
        make_job({**job, "validators": ["text:saved.model"]})
    assert make_job({**job, "validators": ["any_of(text:saved.model, text)"]}).model == "naive_bayes"


@pytest.mark.parametrize(
    "validator",
    ["structure", "schema_org:Product", "url:/x", "words:x", "text:saved.model", "table:cameras.toml", "not(url:/x)"],
)
def test_near_misses_that_no_validator_heeds_are_refused(validator: str) -> None:
    job = {**GIVEN, "unlike": ["near.html"]}
    with pytest.raises(UsageError, match=r"--unlike is for validators that .*or leave --unlike out"):
        make_job({**job, "validators": [validator]})
    assert make_job({**job, "validators": [validator, "like"]}).unlike == ("near.html",)


@pytest.mark.parametrize(
    "validator", ["like", "text", "text:svm", "table", "language_model:m", "ask", "cascade(url:/x, any_of(text))"]
)
def test_near_misses_are_for_those_that_compare_with_samples(validator: str) -> None:
    assert make_job({**GIVEN, "unlike": ["near.html"], "validators": [validator]}).unlike == ("near.html",)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ({"like": ["a.html"]}, True),
        ({"like": ["a.html"], "validators": ["structure"]}, False),
        ({"keywords": ["zoom"]}, False),
        ({"like_sites": ["http://a.test/"]}, False),
    ],
)
def test_in_a_search_for_sites_it_is_the_same(given: dict[str, object], taken: bool) -> None:
    if taken:
        assert make_search({**given, "unlike": ["b.html"]})[0].unlike == ("b.html",)
    else:
        with pytest.raises(UsageError, match="or leave --unlike out"):
            make_search({**given, "unlike": ["b.html"]})
    assert make_search(given)[0].unlike == ()


@pytest.mark.parametrize("key", ["like", "unlike"])
def test_an_empty_sample_is_told_by_its_flag(key: str) -> None:
    with pytest.raises(UsageError, match=f"^--{key} is empty: give a web address"):
        make_job({**GIVEN, key: ["a.html", " "]})


def test_validators_are_known_before_anything_is_fetched() -> None:
    with pytest.raises(UsageError, match="like takes no brackets, write like or like:ARGUMENT at character 1"):
        make_job({**GIVEN, "validators": ["like()"]})
    with pytest.raises(UsageError, match="unknown validator 'lik': did you mean 'like'"):
        make_job({**GIVEN, "validators": ["any_of(lik)"]})


def test_a_model_of_text_is_no_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("svm", "reviews.model"):
        (tmp_path / name).write_text("something")
    job = make_job({"sites": ["http://a.test/"], "like": ["a.html"], "validators": ["text:svm", "text:reviews.model"]})
    assert job.validators == ("text:svm", f"text:{tmp_path / 'reviews.model'}")
    assert validator_files(job) == [str(tmp_path / "reviews.model")]
