"""`like` with the pages of a crawl as background: it finds the line, moves it, and says what it goes by."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import pytest

from hubwalk.pages.parse import parse
from hubwalk.validators.like import LikeValidator
from hubwalk.validators.sayings import Sayings
from hubwalk.validators.url_pattern import UrlPatternValidator
from hubwalk.values import Page, Verdict

SHOP = "http://shop.test"
FEATURES = ["sturdy", "light", "quiet", "elegant", "cheap", "clever", "robust"]


def page(path: str, content: str, site: str = SHOP) -> Page:
    menu = "".join(f"<li><a href=/{name}/>{name}</a>" for name in ("cameras", "printers", "news", "help"))
    html = f"<html><body><ul class=menu>{menu}</ul><div class=main>{content}</div><p class=foot>All rights reserved"
    return parse(html, f"{site}{path}")


def product(kind: str, i: int, site: str = SHOP) -> Page:
    """All products have one layout and the same labels; only what is said of them differs."""
    words = {"camera": "lens zoom sensor flash shutter", "printer": "paper ink toner duplex tray"}[kind]
    rows = f"<tr><th>Weight<td>{i} g<tr><th>Price<td>{i * 7} EUR<tr><th>Made by<td>{FEATURES[i % 7]} works"
    text = f"{words} {FEATURES[i % 7]} {FEATURES[i * 3 % 7]}"
    number = 2 * i + (kind == "camera")
    return page(
        f"/item/{number * 37 % 1000}{number}", f"<h1>No. {i}</h1><table>{rows}</table><p class=text>{text}", site
    )


def cameras(numbers: Iterable[int]) -> list[Page]:
    return [product("camera", i) for i in numbers]


def printers(numbers: Iterable[int]) -> list[Page]:
    return [product("printer", i) for i in numbers]


def news(numbers: Iterable[int]) -> list[Page]:
    return [page(f"/news/{i}", f"<h2>News {i}</h2><p class=story>{FEATURES[i % 7]} things happened") for i in numbers]


def help_pages(numbers: Iterable[int]) -> list[Page]:
    return [page(f"/help/{i}", f"<dl><dt>How to {FEATURES[i % 7]}?<dd>Ask us, case {i}</dl>") for i in numbers]


def judge_all(validator: LikeValidator, pages: Sequence[Page]) -> dict[str, Verdict]:
    """The verdicts that stand in the end."""
    standing: dict[str, Verdict] = {}
    for one in pages:
        standing[one.url] = validator.judge(one)
        for revision in validator.revisions():
            assert revision.url in standing
            assert standing[revision.url].accepted != revision.verdict.accepted
            standing[revision.url] = revision.verdict
    return standing


def accepted(standing: dict[str, Verdict]) -> set[str]:
    return {url for url, verdict in standing.items() if verdict.accepted}


def urls(pages: Iterable[Page]) -> set[str]:
    return {one.url for one in pages}


def mixed() -> list[Page]:
    return [
        one
        for group in zip(printers(range(30, 60)), cameras(range(30, 60)), news(range(30)), strict=True)
        for one in group
    ]


def test_pages_of_one_layout_are_told_apart_by_what_they_say() -> None:
    standing = judge_all(LikeValidator(cameras(range(3))), mixed())
    assert accepted(standing) == urls(cameras(range(30, 60)))


def test_earlier_verdicts_are_revised_when_the_line_moves() -> None:
    validator = LikeValidator(cameras(range(3)))
    first = {one.url: validator.judge(one).accepted for one in mixed()}
    assert any(first[url] for url in urls(printers(range(30, 60)))), "the template alone lets printers in"
    revised = {revision.url: revision.verdict.accepted for revision in validator.revisions()}
    assert {url for url, now in (first | revised).items() if now} == urls(cameras(range(30, 60)))
    assert list(validator.revisions()) == []


def test_when_a_site_is_at_its_end_it_learns_from_all_pages() -> None:
    """What tells the wanted pages from others comes last, when it is not yet time to learn again."""
    wanted, others = cameras(range(30, 36)), printers(range(30, 36))
    validator = LikeValidator(cameras(range(3)))
    standing = judge_all(validator, [*news(range(100)), *help_pages(range(33)), *wanted, *others])
    assert accepted(standing) == urls(wanted) | urls(others)
    validator.finish("http://elsewhere.test/")
    assert not validator.revisions()
    validator.finish(wanted[0].url)
    for revision in validator.revisions():
        standing[revision.url] = revision.verdict
    assert accepted(standing) == urls(wanted)
    validator.finish(wanted[0].url)
    assert not validator.revisions()


def test_remembered_pages_teach_as_judged_ones_do() -> None:
    pages, later = mixed(), cameras(range(70, 80)) + printers(range(70, 80))
    judged, told = LikeValidator(cameras(range(3))), LikeValidator(cameras(range(3)))
    standing = judge_all(judged, pages)
    for one in pages:
        told.remember(one, standing[one.url])
    assert list(told.revisions()) == []
    assert [told.judge(one) for one in later] == [judged.judge(one) for one in later]


def test_a_verdict_that_was_lost_is_told_again() -> None:
    pages = mixed()
    validator = LikeValidator(cameras(range(3)))
    for one in pages:
        validator.remember(one, Verdict(True))
    revised = {revision.url for revision in validator.revisions()}
    assert revised == urls(pages) - urls(cameras(range(30, 60)))


def test_samples_of_two_templates_are_two_kinds() -> None:
    samples = cameras(range(3)) + news(range(100, 103))
    pages = [*cameras(range(30, 45)), *news(range(15)), *help_pages(range(15)), *news(range(15, 30)), *help_pages([20])]
    assert accepted(judge_all(LikeValidator(samples), pages)) == urls(cameras(range(30, 45))) | urls(news(range(30)))


def test_a_list_that_names_the_samples_makes_a_kind() -> None:
    """Home pages without anything in common but the list of people that names them."""
    homes = [parse(f"<p>{FEATURES[i % 7]} {i} {chr(97 + i % 26) * 5}", f"{SHOP}/~{chr(97 + i)}x{i}") for i in range(20)]
    other = [parse(f"<p>{FEATURES[i % 7]} {i} {chr(97 + i % 26) * 4}", f"{SHOP}/~{chr(97 + i)}y{i}") for i in range(20)]
    people = parse("<ul>" + "".join(f"<li><a href={one.url}>who</a>" for one in homes), f"{SHOP}/people")
    standing = judge_all(LikeValidator(homes[:3]), [*other, people, *homes[3:], *news(range(10))])
    assert accepted(standing) == urls(homes[3:])


@pytest.mark.parametrize("met", [0, 2, 3])
def test_samples_that_were_met_count_among_the_pages_of_the_kind(met: int) -> None:
    homes, others = listed()
    validator = LikeValidator(homes[:3])
    judge_all(validator, [*homes[3:], *others, *homes[:met]])
    said = f"a link from {SHOP}/people ({17 + met} of {17 + len(others) + met} pages)"
    assert said in validator.summary()
    assert f"({37 + met} pages)" in validator.summary(), "what else it may be, too"


def test_near_misses_narrow_the_kind() -> None:
    samples = [product("camera", 0), product("camera", 1)]
    wide = accepted(judge_all(LikeValidator([*samples, *printers([2])]), mixed()))
    assert wide == urls(cameras(range(30, 60))) | urls(printers(range(30, 60)))
    narrow = accepted(judge_all(LikeValidator(samples, printers(range(90, 94))), mixed()))
    assert narrow == urls(cameras(range(30, 60)))


def test_answers_are_learned_from() -> None:
    validator = LikeValidator([product("camera", 0), product("printer", 1), product("camera", 2)])
    standing = judge_all(validator, mixed())
    for one in printers(range(90, 95)):
        validator.learn(one, accepted=False)
    for one in cameras(range(90, 93)):
        validator.learn(one, accepted=True)
    revised = {revision.url: revision.verdict for revision in validator.revisions()}
    assert len(accepted(standing | revised)) < len(accepted(standing))
    assert urls(cameras(range(30, 60))) <= accepted(standing | revised)


def test_another_site_is_judged_by_what_pages_say() -> None:
    elsewhere = "http://other.test"
    pages = [
        parse(f"<div id=x><h3>{i}</h3><p>lens zoom sensor flash shutter: {FEATURES[i % 7]}", f"{elsewhere}/c{i}")
        for i in range(10)
    ]
    rest = [
        parse(f"<div id=x><h3>{i}</h3><p>boil water, add noodles, wait: {FEATURES[i % 7]}", f"{elsewhere}/r{i}")
        for i in range(10)
    ]
    validator = LikeValidator(cameras(range(3)))
    judge_all(validator, mixed())
    assert accepted(judge_all(validator, [*rest, *pages])) == urls(pages)


@pytest.mark.parametrize("home", [True, False])
def test_files_are_samples_of_the_site_that_has_their_places(home: bool) -> None:
    saved = [parse(one.html, f"file:///samples/{i}.html") for i, one in enumerate(cameras(range(3)))]
    validator = LikeValidator(saved)
    if home:
        assert accepted(judge_all(validator, mixed())) == urls(cameras(range(30, 60)))
    else:
        other = [parse(f"<section><h3>{i}</h3><p>boil water, add noodles, wait", f"{SHOP}/r{i}") for i in range(20)]
        assert accepted(judge_all(validator, other)) == set()


def test_it_says_what_it_goes_by() -> None:
    validator = LikeValidator(cameras(range(3)))
    standing = judge_all(validator, mixed())
    assert all("\n" not in verdict.reason for verdict in standing.values())
    assert "says other things" in validator.judge(product("printer", 99)).reason
    assert "lacks" in validator.judge(news([99])[0]).reason
    assert "has" in validator.judge(product("camera", 99)).reason
    assert validator.summary().startswith("like: on shop.test the samples have in common: ")


def test_samples_that_are_too_few_or_contradict_each_other_are_told() -> None:
    alone = LikeValidator(cameras([0]))
    judge_all(alone, mixed())
    assert "one sample cannot say" in alone.summary()
    odd = [parse("<p>ten poems", f"{SHOP}/x"), parse("<ul><li>price list<li>of nails</ul>", f"{SHOP}/y")]
    contradictory = LikeValidator(odd)
    judge_all(contradictory, mixed())
    assert "hardly resemble each other" in contradictory.summary()
    alike = LikeValidator(cameras(range(3)))
    judge_all(alike, mixed())
    assert "hardly" not in alike.summary()


def test_samples_that_somebody_put_into_a_folder_are_a_kind_however_they_look() -> None:
    tags = ("p", "ul><li", "table><td", "dl><dd", "pre", "h3")
    gifts = [parse(f"<{tags[i % 6]}>{FEATURES[i % 7]} {i * 'x'}", f"{SHOP}/gifts/{chr(97 + i)}{i}") for i in range(20)]
    validator = LikeValidator(gifts[:3])
    judge_all(validator, [*gifts[3:], *mixed()])
    assert "/gifts" in validator.summary()
    assert "hardly" not in validator.summary()


def test_a_site_that_no_sample_is_from_is_told() -> None:
    validator = LikeValidator(cameras(range(3)))
    judge_all(validator, mixed())
    assert "no sample is from" not in validator.summary()
    validator.judge(parse("<p>a page of another site", "http://elsewhere.test/a"))
    assert "no sample is from elsewhere.test: " in validator.summary()


def test_near_misses_count_on_a_small_site_where_all_look_alike() -> None:
    """Of one layout, and so few that what sets them apart might be chance if nobody said that it is not."""
    shop = [one for pair in zip(printers(range(30, 45)), cameras(range(30, 45)), strict=True) for one in pair]
    samples, near = cameras(range(3)), printers(range(3))
    assert len(accepted(judge_all(LikeValidator(samples), shop))) == len(shop)
    assert accepted(judge_all(LikeValidator(samples, near), shop)) == urls(cameras(range(30, 45)))


def test_a_near_miss_is_never_accepted() -> None:
    one, other, third, *_ = cameras(range(30, 60))
    validator = LikeValidator(cameras(range(3)), [one, third])
    standing = judge_all(validator, [one, *mixed(), other, third])
    assert not accepted(standing) & {one.url, third.url}
    assert other.url in accepted(standing)
    assert "given as a near miss" in {standing[one.url].reason, standing[third.url].reason}
    assert not validator.judge(replace(product("camera", 30, "http://elsewhere.test"), url=one.url)).accepted


def test_a_near_miss_that_is_a_file_is_the_page_that_says_the_same() -> None:
    near = cameras(range(40, 43))
    files = [parse(one.html, f"file:///near/{i}.html") for i, one in enumerate(near)]
    validator = LikeValidator(cameras(range(3)), files)
    found = accepted(judge_all(validator, mixed()))
    assert not found & urls(near)
    resumed = LikeValidator(cameras(range(3)), files)
    resumed.remember(near[0], Verdict(accepted=False))
    assert not resumed.judge(near[0]).accepted


def test_a_near_miss_that_has_all_that_makes_the_kind_is_told() -> None:
    near = cameras(range(90, 93))
    told = "has all that makes the kind, and pages like it are accepted: leave it out if it is wanted, or show more"
    one = LikeValidator(cameras(range(3)), near[:1])
    judge_all(one, mixed())
    assert f"like: the near miss {near[0].url} {told}" in one.summary()
    homes, others = listed()
    some = LikeValidator(homes[:4], [homes[5], homes[6]])
    judge_all(some, [*homes, *others])
    assert f"like: the 2 near misses have all that makes the kind, as {homes[5].url}, and" in some.summary()
    good = LikeValidator(cameras(range(3)), printers(range(90, 94)))
    judge_all(good, mixed())
    assert "near miss" not in good.summary()
    assert good.learn(cameras([31])[0], False), "what somebody was asked about they know"
    assert "near miss" not in good.summary()


def test_a_near_miss_that_is_a_sample_is_told() -> None:
    samples = cameras(range(3))
    at_its_address = saved(printers([0])[0], 7, browser(samples[1].url))
    elsewhere = replace(samples[2], url=f"{SHOP}/print/2", requested=f"{SHOP}/print/2")
    for near in (at_its_address, elsewhere):
        validator = LikeValidator(samples, [near])
        judge_all(validator, mixed())
        assert f"like: the near miss {near.url} is a sample, too: leave one of them out" in validator.summary()
        assert "has all" not in validator.summary()


def saved(one: Page, number: int, claim: str, title: str = "") -> Page:
    """A copy that says a little more than the page did on the day it was met."""
    html = f"{claim}<title>{title}</title>{one.html}<p class=ad>As good as new"
    return parse(html, f"file:///samples/{number}.html")


def browser(url: str) -> str:
    return f"<!-- saved from url=({len(url):04}){url} -->"


def canonical(url: str) -> str:
    return f"<head><link rel=canonical href='{url}'>"


def listed() -> tuple[list[Page], list[Page]]:
    """Home pages without anything in common but the list of people that names them; and all the others of the site."""
    homes = [
        parse(f"<title>{i}</title><p>{FEATURES[i % 7]} {chr(97 + i) * 5}", f"{SHOP}/~{chr(97 + i)}x{i}")
        for i in range(20)
    ]
    other = [
        parse(f"<title>{i}</title><p>{FEATURES[i % 7]} {chr(97 + i) * 4}", f"{SHOP}/~{chr(97 + i)}y{i}")
        for i in range(20)
    ]
    people = parse("<ul>" + "".join(f"<li><a href={one.url}>who</a>" for one in homes), f"{SHOP}/people")
    return homes, [*other, people, *news(range(10))]


def named_at(url: str) -> str:
    return f"<head><link rel=alternate href='{url}'>"


@pytest.mark.parametrize("claim", [browser, canonical, named_at])
def test_a_saved_file_is_the_page_whose_address_it_names(claim: Callable[[str], str]) -> None:
    """Only its address tells that the list of people names it."""
    homes, others = listed()
    files = [saved(one, i, claim(one.url.replace("http:", "https:")), str(i)) for i, one in enumerate(homes[:3])]
    found = accepted(judge_all(LikeValidator(files), [*others, *homes]))
    assert found >= urls(homes)
    assert (found == urls(homes)) == (claim != named_at)
    resumed = LikeValidator(files)
    for one in [*others, *homes]:
        resumed.remember(one, Verdict(False))
    assert resumed.judge(others[0]).accepted == (claim == named_at)


@pytest.mark.parametrize(
    ("claims", "titles"),
    [
        ([f"{SHOP}/people"] * 3, ["", "", ""]),  # a site where all pages name one
        ([f"{SHOP}/people", f"{SHOP}/news/1", f"{SHOP}/news/2"], ["Ann", "Bea", "Cat"]),  # other titles there
    ],
)
def test_addresses_that_sites_get_wrong_are_not_believed(claims: list[str], titles: list[str]) -> None:
    homes, others = listed()
    both = list(zip(claims, titles, strict=True))
    files = [saved(homes[i], i, canonical(claim), title) for i, (claim, title) in enumerate(both)]
    bare = [saved(homes[i], i, named_at(claim), title) for i, (claim, title) in enumerate(both)]
    pages = [*others, *homes]
    assert judge_all(LikeValidator(files), pages) == judge_all(LikeValidator(bare), pages)


def test_a_near_miss_that_is_a_file_is_the_page_whose_address_it_names() -> None:
    near = cameras(range(40, 43))
    files = [saved(one, i, browser(one.url)) for i, one in enumerate(near)]
    assert not accepted(judge_all(LikeValidator(cameras(range(3)), files), mixed())) & urls(near)


def test_a_near_miss_is_not_accepted_on_a_site_that_turns_out_to_be_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are taken to be of a site until enough of its pages are known; then the first ones are judged again."""
    saved = [parse(one.html, f"file:///samples/{i}.html") for i, one in enumerate(cameras(range(3)))]
    other = [parse(f"<section><h3>{i}</h3><p>boil water, add noodles", f"{SHOP}/r{i}") for i in range(20)]
    validator = LikeValidator(saved, [other[0], other[19]])
    monkeypatch.setattr(validator, "_judge_elsewhere", lambda: UrlPatternValidator("/r"))  # to which all are right
    assert accepted(judge_all(validator, other)) == urls(other[1:19])


def test_a_page_that_was_asked_about_is_what_was_said_of_it() -> None:
    validator = LikeValidator(cameras(range(3)))
    judge_all(validator, mixed())
    asked = cameras([41])[0]
    assert validator.learn(asked, False)
    assert not validator.judge(asked).accepted
    assert validator.learn(asked, True)
    assert validator.judge(asked).accepted


def test_what_the_samples_say_is_told_where_it_divides_the_pages() -> None:
    validator = LikeValidator(cameras(range(3)))
    standing = judge_all(validator, mixed())
    assert f"and what they say ({len(accepted(standing))} of these)" in validator.summary()


def test_samples_are_no_group_of_their_own_by_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are more like themselves than any other page is; a small kind would be cut down to them."""
    compared: list[int] = []

    def divide(_: Sayings, likeness: Sequence[float], wanted: Sequence[float] = ()) -> float:
        compared.append(len(likeness))
        return 0.0

    monkeypatch.setattr(Sayings, "divide", divide)
    standing = judge_all(LikeValidator(cameras(range(3))), [*cameras(range(20)), *news(range(40))])
    assert accepted(standing) == urls(cameras(range(20)))
    assert compared[-1] == 17


def test_a_single_sample_of_a_site_beside_others_is_told() -> None:
    validator = LikeValidator([*cameras(range(1)), *(product("camera", i, "http://elsewhere.test") for i in (4, 5))])
    judge_all(validator, mixed())
    assert "one sample at most is from shop.test" in validator.summary()
    assert "two samples of the site itself would tell more" in validator.summary()


def test_a_sample_of_another_kind_is_told() -> None:
    odd = page("/imprint", "<address>Some Street 1</address>")
    validator = LikeValidator([*cameras(range(4)), odd])
    judge_all(validator, mixed())
    assert f"; 1 of 5 samples do not fit in ({odd.url}), are they of another kind?" in validator.summary()


def test_what_a_later_sample_shares_with_one_of_the_first_is_known_of_earlier_pages() -> None:
    """Otherwise what all pages say would seem to be said by these two alone."""

    def adding(one: Page) -> Page:
        return parse(f"{one.html}<p class=also>everybody says this<p class=too>and that", one.url)

    first, *others = cameras(range(3))
    validator = LikeValidator([adding(first), *others])
    standing = judge_all(validator, [adding(one) for one in mixed()])
    assert accepted(standing) == urls(cameras(range(30, 60)))
    assert validator.learn(adding(cameras([70])[0]), True)
    assert not validator.revisions()


def test_an_answer_about_a_site_without_samples_does_no_harm() -> None:
    validator = LikeValidator(cameras(range(1)))
    judge_all(validator, mixed())
    assert not validator.learn(product("camera", 70, "http://other.test"), True)
    assert validator.learn(printers([71])[0], False)
    standing = judge_all(validator, cameras(range(80, 90)))
    assert len(accepted(standing)) == 10


def test_pages_of_a_site_that_turns_out_to_be_another_are_judged_again() -> None:
    """Samples that are files may be from anywhere; a dozen pages tell."""

    def saved(i: int) -> Page:
        return replace(product("camera", i), url=f"file:///tmp/{i}.html", requested=f"file:///tmp/{i}.html")

    def elsewhere(i: int) -> Page:
        words = "lens zoom sensor flash shutter weight price made by works"
        return parse(
            f"<article><h3>No {i}</h3><section><b>{words} {FEATURES[i % 7]}</b></section>", f"http://b.test/{i}"
        )

    validator = LikeValidator([saved(i) for i in range(3)])
    pages = [elsewhere(i) for i in range(13)]
    first = {one.url: validator.judge(one).accepted for one in pages}
    assert not any(first[one.url] for one in pages[:12]), "no place in common"
    assert first[pages[12].url], "the same words"
    assert {one.url for one in validator.revisions() if one.verdict.accepted} == urls(pages[:12])
    assert not validator.revisions()


def test_what_is_said_does_not_depend_on_the_order_of_sets() -> None:
    script = """
from hubwalk.pages.parse import parse
from hubwalk.validators.like import LikeValidator
def page(i):
    names = [chr(97 + k) * 2 for k in range(26) if (k * k + 7 * i) % 5 < 3]
    parts = "".join(f"<div class={name}><p class={name}>{name} {i % 3}</p><i>{name}s</i></div>" for name in names)
    return parse(parts, f"http://a.test/{i}")
validator = LikeValidator([page(i) for i in range(7)])
for i in range(7, 18):
    print(repr(validator.judge(page(i))))
"""
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(4)
    }
    assert len(said) == 1


def notes(versions: Iterable[str]) -> list[Page]:
    return [page(f"/whatsnew-{name}.html", f"<h1>What is new in {name}</h1><p>{name}") for name in versions]


def test_versions_in_a_name_count_and_are_no_kind() -> None:
    versions = [f"{i}.{j}" for i in range(1, 7) for j in range(8)]
    others = [page(f"/install-{FEATURES[i % 7]}-{i}.html", f"<p class=step>Step {i}</p>") for i in range(40)]
    validator = LikeValidator(notes(["2.1", "2.2", "2.3"]))
    standing = judge_all(validator, [*others, *notes(versions)])
    assert accepted(standing) == urls(notes(versions))


def manual(names: Iterable[str]) -> list[Page]:
    """All pages of a manual look alike, and each shows the way to its index."""
    top = "<title>Manual</title><p class=top>Next: <a href=/contents.html>the index of it all</a>"
    return [parse(f"{top}<h3>{name}</h3><p>The manual on {name}", f"{SHOP}/{name}.html") for name in names]


def test_where_all_pages_look_alike_a_name_still_makes_a_kind() -> None:
    letters = [f"{'abcdefg'[i % 7]}{'hijklmn'[i // 7]}" for i in range(49)]
    options = [f"option{name}" for name in letters]
    chapters = [f"{name}{more}" for name in letters for more in "tuvwxyz"]
    validator = LikeValidator(manual(options[::20]))
    standing = judge_all(validator, [*manual(chapters[:99]), *manual(options), *manual(chapters[99:])])
    assert accepted(standing) == urls(manual(options))
