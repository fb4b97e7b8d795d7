"""What is counted when a validator judges all pages of a recorded site."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from recorded_folders import CAMERAS, NEWS, PRINTERS, record_shops

from hubwalk.errors import SampleError, UsageError
from hubwalk.evaluation import validating, validating_sites
from hubwalk.evaluation.validating import Measured, Plan, Step, measure_site
from hubwalk.evaluation.validating_report import summary_records, tables, tenth_percentile
from hubwalk.evaluation.validating_sites import PackedPages, SiteRecord, read_manifest, samples_of, select, with_task_of
from hubwalk.pages.parse import read
from hubwalk.ports import Validator
from hubwalk.validators.given import Given
from hubwalk.values import Page, Response, Revision, Verdict

PAGES = 3 + CAMERAS + PRINTERS + NEWS + 1


@pytest.fixture
def sites(tmp_path: Path) -> list[SiteRecord]:
    return read_manifest(record_shops(tmp_path))


def measured(plan: Plan) -> list[Measured]:
    return [found for found in measure_site(plan) if isinstance(found, Measured)]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Given], Validator]], None]:
    """Whatever is asked for, this maker is called."""

    def use(make: Callable[[Given], Validator]) -> None:
        monkeypatch.setattr(validating, "make_validator", lambda _specs, _samples, *, given: make(given))

    return use


class Once:
    """Accepts what contains a word, and learns nothing."""

    def __init__(self, word: str) -> None:
        self.word = word

    def judge(self, page: Page) -> Verdict:
        return Verdict(self.word in page.html)


class Afterwards:
    """Knows what it wants when it has met a printer; until then it accepts every page."""

    def __init__(self) -> None:
        self.met: dict[str, str] = {}
        self.knows = False
        self.revised: list[Revision] = []

    def judge(self, page: Page) -> Verdict:
        self.met[page.url] = page.html
        if not self.knows and "A printer" in page.html:
            self.knows = True
            self.revised = [Revision(url, Verdict(False)) for url, html in self.met.items() if "camera of" not in html]
        return Verdict(not self.knows or "camera of" in page.html)

    def remember(self, page: Page, verdict: Verdict) -> None:
        raise AssertionError("nothing was judged before")

    def revisions(self) -> Sequence[Revision]:
        told, self.revised = self.revised, []
        return told


def test_precision_recall_and_f_are_over_all_pages(sites: list[SiteRecord]) -> None:
    plan = Plan(sites[0], ("oracle", "url:/[cp]"), counts=(1,))
    found = {(one.validator, one.task): one for one in measured(plan)}
    assert all(found["oracle", task].standing.f1 == 1 for task in ("camera", "printer"))
    cameras = found["url:/[cp]", "camera"]
    accepted = CAMERAS + PRINTERS + 2  # the lists too
    assert cameras.pages == PAGES
    assert cameras.standing.accepted == accepted
    assert cameras.standing.precision == CAMERAS / accepted
    assert cameras.standing.recall == CAMERAS / (CAMERAS + 1)
    assert cameras.standing.f1 == pytest.approx(2 * CAMERAS / (accepted + CAMERAS + 1))
    assert found["url:/[cp]", "printer"].standing.recall == 1


def test_the_first_tasks_of_the_sites_are_summed_up_by_themselves(sites: list[SiteRecord]) -> None:
    found = measured(Plan(sites[0], ("url:/c",), counts=(1,)))
    by_task = {one.task: one for one in found}
    assert [task for task, one in by_task.items() if one.primary] == [sites[0].primary] != list(by_task)
    whole, first = summary_records(found)
    assert (whole["event"], whole["tasks"]) == ("summary", len(by_task))
    assert (first["event"], first["tasks"]) == ("first_tasks", 1)
    assert first["f1"]["median"] == round(by_task[sites[0].primary].standing.f1, 4) != whole["f1"]["median"]
    assert any(line.startswith("first tasks, median") for line in tables(found))
    assert not any(line.startswith("first tasks") for line in tables([by_task[sites[0].primary]]))


def test_progress_adds_up_to_the_judgements_of_the_plan(sites: list[SiteRecord]) -> None:
    plan = Plan(sites[0], ("oracle", "url:/c"), counts=(1, 3))
    steps = [found.pages for found in measure_site(plan) if isinstance(found, Step)]
    assert sum(steps) == plan.judgements == PAGES * 2 * 2 * 2


def test_the_verdicts_that_stand_count_and_the_first_ones_beside_them(
    sites: list[SiteRecord], made: Callable[[Callable[[Given], Validator]], None]
) -> None:
    made(lambda _given: Afterwards())
    plan = Plan(select(sites, ["alpha"], ["camera"])[0], ("any",), counts=(1,), keep_mistakes=True)
    (found,) = measured(plan)
    before = 1 + 2 + NEWS  # met before the first printer: home, lists, news; then the cameras, which are right
    assert found.learns
    assert found.first.accepted == before + CAMERAS
    assert found.first.right == CAMERAS
    assert found.revised == before + 1  # the first printer itself, too
    assert (found.standing.accepted, found.standing.right) == (CAMERAS, CAMERAS)
    assert [(one.url, one.wanted) for one in found.mistakes] == [("http://alpha.test/a-lost", True)]
    assert "first" in tables([found])[2]


def test_a_validator_that_does_not_learn_has_no_second_column(
    sites: list[SiteRecord], made: Callable[[Callable[[Given], Validator]], None]
) -> None:
    made(lambda _given: Once("The camera"))
    (found, _) = measured(Plan(sites[0], ("any",), counts=(1,)))
    assert (found.standing.f1, found.first.f1, found.learns) == (1, 1, False)
    assert "first" not in tables([found])[2]


def test_a_refusal_and_a_crash_count_as_nothing_and_cost_no_other_task(
    sites: list[SiteRecord], made: Callable[[Callable[[Given], Validator]], None]
) -> None:
    class Crashes:
        def judge(self, page: Page) -> Verdict:
            return Verdict(bool(1 / (page.html.count("Story 3") - 1)))

    def make(given: Given) -> Validator:
        if given.wish == "pages of one camera" and len(given.samples) == 1:
            raise SampleError("one sample is too few")
        return Once("A printer") if given.wish == "pages of one printer" else Crashes()

    made(make)
    found = {(one.task, one.samples): one for one in measured(Plan(sites[0], ("any",), counts=(1, 2)))}
    assert found["camera", 1].refused == "one sample is too few"
    assert found["camera", 2].refused.startswith("broke: ")
    assert [found["camera", count].standing.f1 for count in (1, 2)] == [0, 0]
    assert [found["printer", count].standing.f1 for count in (1, 2)] == [1, 1]
    shown = tables(list(found.values()))
    assert "alpha camera, 1 sample: F counts as 0: one sample is too few" in shown


def test_a_validator_that_cannot_be_made_whatever_the_samples_is_no_measurement(
    sites: list[SiteRecord], made: Callable[[Callable[[Given], Validator]], None]
) -> None:
    def make(given: Given) -> Validator:
        raise UsageError("the file went away")

    made(make)
    with pytest.raises(UsageError, match="the file went away"):
        measured(Plan(sites[0], ("any",), counts=(1,)))


def test_samples_of_the_manifest_come_first_and_the_seed_draws_the_others(sites: list[SiteRecord]) -> None:
    task = sites[0].tasks[0]
    recorded = sites[0].open(task.name)
    drawn = [samples_of(task, recorded, seed) for seed in (0, 0, 1)]
    assert drawn[0][:2] == ["http://alpha.test/c01", "http://alpha.test/c00"]
    assert set(drawn[0]) == recorded.targets
    assert drawn[0] == drawn[1]
    assert drawn[0][2:] != drawn[2][2:]


def test_every_draw_is_measured_and_all_draws_are_summed_up(
    sites: list[SiteRecord], made: Callable[[Callable[[Given], Validator]], None]
) -> None:
    shown: list[tuple[str, ...]] = []

    def make(given: Given) -> Validator:
        shown.append(tuple(page.url for page in given.samples))
        return Once("camera" if len(shown) == 2 else "The camera")  # one draw misleads it

    made(make)
    plan = Plan(select(sites, ["alpha"], ["camera"])[0], ("any",), counts=(2,), draws=3)
    found = measured(plan)
    assert [one.draw for one in found] == [0, 1, 2]
    assert plan.measurements == 3
    assert shown[0] == ("http://alpha.test/c01", "http://alpha.test/c00")
    assert len(set(shown)) > 1
    good, bad, _ = (one.standing.f1 for one in found)
    assert bad < good == 1
    (summary,) = summary_records(found)
    assert (summary["tasks"], summary["measurements"]) == (1, 3)
    assert summary["f1"]["median"] == 1
    assert summary["f1"]["10th percentile"] == round(bad + 0.2 * (good - bad), 4)
    lines = tables(found)
    assert "the mean of 3 draws" in lines[0]
    assert f"{(2 + bad) / 3:.3f}" in next(line for line in lines if line.startswith("alpha camera"))


def test_near_misses_are_no_targets(
    sites: list[SiteRecord], made: Callable[[Callable[[Given], Validator]], None]
) -> None:
    shown: list[Given] = []

    def make(given: Given) -> Validator:
        shown.append(given)
        return Once("x")

    made(make)
    list(measure_site(Plan(select(sites, [], ["printer"])[0], ("any",), counts=(3,), near_misses=6, model="svm")))
    (given,) = shown
    assert len(given.samples) == 3
    assert len({page.url for page in given.unlike}) == 6
    assert all("A printer" in page.html for page in given.samples)
    assert not any("A printer" in page.html for page in given.unlike)
    assert given.model == "svm"


def test_samples_from_another_site(
    sites: list[SiteRecord], made: Callable[[Callable[[Given], Validator]], None]
) -> None:
    shown: list[str] = []

    def make(given: Given) -> Validator:
        shown.extend(page.url for page in given.samples)
        return Once("The camera")

    made(make)
    (other,) = with_task_of(sites, sites[1])
    assert [task.name for task in other.tasks] == ["camera"]
    (found,) = measured(Plan(other, ("any",), counts=(2,), samples_from=sites[1]))
    assert shown == ["http://beta.test/c01", "http://beta.test/c00"]
    assert (found.site, found.samples_from, found.standing.f1) == ("alpha", "beta", 1)
    with pytest.raises(UsageError, match="no other site has one of its tasks"):
        with_task_of(sites[:1], sites[0])


def test_orders(sites: list[SiteRecord]) -> None:
    pages = PackedPages(sites[0].open("camera"), sites[0].entry)
    breadth, drawn, by_url = (pages.order(kind) for kind in validating_sites.ORDERS)
    root = sites[0].entry
    assert breadth[:4] == [root, f"{root}cameras", f"{root}printers", f"{root}n0"]
    assert breadth[-1] == f"{root}a-lost"
    assert breadth.index(f"{root}c00") > breadth.index(f"{root}n4")
    assert by_url == sorted(breadth)
    assert sorted(drawn) == by_url != drawn
    assert drawn == pages.order("random") != pages.order("random", seed=1)


def test_every_page_is_parsed_once_for_all_tasks_and_numbers_of_samples(
    sites: list[SiteRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []

    def counted(response: Response) -> Page:
        parsed.append(response.url)
        return read(response)

    monkeypatch.setattr(validating_sites, "read", counted)
    assert len(measured(Plan(sites[0], ("url:/c",), counts=(1, 3)))) == 4
    assert sorted(parsed) == sorted(set(parsed))
    assert len(parsed) == PAGES


def test_packed_pages_come_back_as_they_were(sites: list[SiteRecord]) -> None:
    recorded = sites[0].open("camera")
    pages = PackedPages(recorded)
    for url in recorded.urls():
        assert pages.read(url) == read(recorded.fetch(url))


def test_tenth_percentile() -> None:
    assert tenth_percentile([0.5]) == 0.5
    assert tenth_percentile([i / 10 for i in range(11)]) == pytest.approx(0.1)
    assert tenth_percentile([1.0, 0.0]) == pytest.approx(0.1)


def test_a_table_that_is_too_wide_is_cut_into_parts(sites: list[SiteRecord]) -> None:
    found = measured(Plan(sites[0], ("oracle",), counts=(1, 3, 10)))
    whole, cut = tables(found), tables(found, width=60)
    assert sum(line.startswith("median") for line in whole) == 1
    assert sum(line.startswith("median") for line in cut) == 3
    assert max(map(len, cut)) <= 60 < max(map(len, whole))
