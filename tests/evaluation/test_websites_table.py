"""Sites classified fold by fold, by classifiers that have seen no page of them."""

from __future__ import annotations

from collections import Counter

import pytest

from hubwalk.evaluation import websites_table
from hubwalk.evaluation.websites_crawls import Truth
from hubwalk.evaluation.websites_subjects import examples_of, kind_of, web_of
from hubwalk.evaluation.websites_suite import TABLE_2, Cell, make_websites_suite
from hubwalk.evaluation.websites_table import Classified, Subject, deal, folds_outcome, run_folds
from hubwalk.values import Page, SiteVerdict
from hubwalk.websites.page_classifier import PageClassifier
from hubwalk.websites.training import train_classifier

SUITE = make_websites_suite({"sites": 500, "folds": 3, "first_pages": 5})


def subject(number: int, *, target: bool) -> Subject:
    home = f"http://s{number}.test/"
    return Subject(home, [Page(home, home)], target, "club", "frames")


def test_each_class_is_spread_evenly_over_the_folds() -> None:
    subjects = [subject(n, target=n < 7) for n in range(30)]
    fold_of = deal(subjects, 3, seed=1)
    assert fold_of == deal(subjects, 3, seed=1)
    assert sorted(Counter(fold_of[:7]).values()) == [2, 2, 3]
    assert sorted(Counter(fold_of[7:]).values()) == [7, 8, 8]


def test_what_is_right_wrong_and_missed() -> None:
    yes, no = SiteVerdict(True, 0.95, 4), SiteVerdict(False, 0.2, 2, settled=False)
    found = [
        Classified(subject(0, target=True), yes, False),
        Classified(subject(1, target=True), no, False),
        Classified(subject(2, target=False), yes, True),
        Classified(subject(3, target=False), no, False),
    ]
    outcome = folds_outcome(found, 0.87654)
    assert (outcome.targets, outcome.others, outcome.accuracy, outcome.pages, outcome.settled) == (2, 2, 0.8765, 12, 2)
    website, home = outcome.website, outcome.home
    assert (website.right, website.wrong, website.missed) == (1, 1, 1)
    assert (website.precision, website.recall, website.f) == (0.5, 0.5, 0.5)
    assert (website.wrong_by, website.missed_by) == ({"club": 1}, {"frames": 1})
    assert (home.right, home.wrong, home.missed, home.f) == (0, 1, 2, 0.0)


def test_no_classifier_judges_a_site_that_it_was_trained_with(monkeypatch: pytest.MonkeyPatch) -> None:
    trained: list[set[str]] = []
    examined: list[str] = []

    def watched(targets: list[list[Page]], others: list[list[Page]], *, seed: int) -> PageClassifier:
        trained.append({site[0].url for site in [*targets, *others]})
        return train_classifier(targets, others, seed=seed)

    examine = websites_table.examine

    def asked(home: str, *rest: object) -> SiteVerdict:
        assert home not in trained[-1]
        examined.append(home)
        return examine(home, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(websites_table, "train_classifier", watched)
    monkeypatch.setattr(websites_table, "examine", asked)
    outcome = run_folds(SUITE, Cell(TABLE_2, "horses", threshold=0.9))
    homes = [e.site.home for topic in ("horses", "other") for e in examples_of(SUITE, topic)]
    assert sorted(examined) == sorted(homes)
    assert (outcome.sites, len(trained)) == (len(homes), 3)
    assert outcome.website.right > 0


def test_start_sites_are_known_and_count_for_nothing() -> None:
    web = web_of(SUITE)
    truth = Truth(web, "horses")
    starts = {site.home for site in web.training("horses")}
    others = [site for site in web.of_topic("horses") if site.home not in starts]
    wrong = next(site for site in web.of_topic("other"))
    verdicts = {home: SiteVerdict(True, 0.9, 2) for home in (*starts, others[0].home, wrong.home)}
    found = truth.sorted(verdicts)
    assert (found.right, found.wrong, found.missed) == (1, 1, len(others) - 1)
    assert found.wrong_by == {kind_of(wrong): 1}
    assert truth.existing == len(others)
