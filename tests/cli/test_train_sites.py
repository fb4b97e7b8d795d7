"""hubwalk train-sites: sites and folders in, a classifier out; what is said of examples that are no good."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import Command
from site_web import DEAD, PAGES, SiteWeb, club, garden

from hubwalk.pages.parse import parse
from hubwalk.websites.classifier_file import load_classifier

pytest_plugins = ["commands", "site_web_fixtures"]

SAILING = parse("<p>The skipper left the harbour with a jib, a spinnaker and a good crew.</p>", "http://x.test/")
GARDEN = parse("<p>Roses in good soil, compost and mulch: tulip, hedge and fern in bloom.</p>", "http://x.test/")


def like(*sites: str) -> tuple[str, ...]:
    return tuple(word for site in sites for word in ("--like-site", site))


def unlike(*sites: str) -> tuple[str, ...]:
    return tuple(word for site in sites for word in ("--unlike-site", site))


def tells_apart(path: str) -> bool:
    classifier = load_classifier(Path(path))
    return classifier.confidences(SAILING)[0] > 0.6 and classifier.confidences(GARDEN)[0] < 0.4


def test_from_sites_of_both_kinds(command: Command, sites_web: SiteWeb) -> None:
    done = command(
        "train-sites", *like(club(0), club(3)), *unlike(garden(1), garden(2)), "-o", "clubs", *sites_web.options
    )
    assert (done.code, done.out) == (0, "")
    assert f"learned from 2 wanted sites with {2 * PAGES} pages, 2 others with {2 * PAGES}" in done.err
    assert "in 4-fold cross-validation" in done.err
    assert "use it: hubwalk sites --classifier clubs" in done.err
    assert tells_apart("clubs")
    assert set(sites_web.pages.values()) == {1}


def test_one_site_of_each_kind(command: Command, sites_web: SiteWeb) -> None:
    done = command("train-sites", *like(club(0)), *unlike(garden(1)), "-o", "clubs", *sites_web.options)
    assert done.code == 0
    assert f"learned from 1 wanted site with {PAGES} pages, 1 other with {PAGES}" in done.err
    assert "most telling words" not in done.err  # one cannot tell the kind's from the site's own


def test_what_it_says_to_programs(command: Command, sites_web: SiteWeb) -> None:
    done = command(
        "train-sites", *like(club(0), club(3), DEAD), *unlike(garden(1)), "-o", "c", "--json", "--pages", 3,
        *sites_web.options,
    )  # fmt: skip
    assert done.code == 3
    said = json.loads(done.out)
    made = load_classifier(Path("c"))
    assert said["error"] == round(made.error, 4)
    assert said["data"] == made.origin.data
    assert said["pages"] == [6, 3]
    assert said["target_sites"] == [club(0), club(3)]
    assert said["unreadable"] == [DEAD]
    assert any("there is one other site" in notice for notice in said["notices"])
    assert f"{DEAD} cannot be read: " in done.err


def test_without_others_those_that_the_examples_link_to_stand_for_them(command: Command, sites_web: SiteWeb) -> None:
    done = command("train-sites", *like(*(club(n) for n in range(5))), "-o", "clubs", *sites_web.options)
    assert done.code == 0
    assert "nothing is known of" in done.err
    assert DEAD not in done.err  # nobody asked for it by name
    assert tells_apart("clubs")
    others = load_classifier(Path("clubs")).origin.other_sites
    assert others
    assert all("garden" in site for site in others)


def test_a_list_and_folders(command: Command, sites_web: SiteWeb, tmp_path: Path) -> None:
    for number in range(2):
        folder = tmp_path / f"saved{number}"
        folder.mkdir()
        (folder / "index.html").write_text(SAILING.html)
        (folder / "more.html").write_text(f"<p>harbour crew skipper jib keel tide {number}</p>")
    Path("sites.txt").write_text(f"saved0 target\n{tmp_path}/saved1 target\n{garden(1)} other\n{garden(2)} other\n")
    done = command("train-sites", "--sites-from", "sites.txt", "-o", "clubs", *sites_web.options)
    assert done.code == 0, done.err
    assert "2 wanted sites with 4 pages, 2 others" in done.err
    assert tells_apart("clubs")
    assert not [url for url in sites_web.asked if "club" in url]


def test_folders_alone_need_no_network(command: Command, tmp_path: Path) -> None:
    for kind, page in (("sailing", SAILING), ("garden", GARDEN)):
        for number in range(2):
            folder = tmp_path / f"{kind}{number}"
            folder.mkdir()
            for copy in range(3):
                (folder / f"{copy}.html").write_text(f"{page.html}<p>{copy} {number} {kind}</p>")
    done = command("train-sites", *like("sailing0", "sailing1"), *unlike("garden0", "garden1"), "-o", "c", "-q")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert tells_apart("c")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "no wanted site given"),
        (unlike(garden(0)), "no wanted site given"),
        ((*like(club(0)), *unlike("https://www.club0.test/about")), "is given as wanted and as other: which is it?"),
        ((*like(club(0)), "--pages", "0"), "--pages 0: expected at least 1"),
        ((*like(club(0)), "--clusters", "-1"), "--clusters -1: expected at least 0"),
        ((*like(club(0)), "--site-names", "hots"), "did you mean 'host'?"),
        ((*like(club(0)), "--shared-host", "a.test"), "add --site-names user"),
        ((*like("http://"), *unlike(garden(0))), "http://"),
        ((*like(club(0)), "--sites-from", "nowhere"), "No such file"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_fetched(
    command: Command, sites_web: SiteWeb, words: tuple[str, ...], said: str
) -> None:
    done = command("train-sites", *words, "-o", "c", *sites_web.options)
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1
    assert not sites_web.asked


def test_files_are_not_replaced_without_asking(command: Command, tmp_path: Path) -> None:
    Path("c").write_text("mine")
    done = command("train-sites", *like(club(0)), "-o", "c")
    assert (done.code, Path("c").read_text()) == (2, "mine")
    assert "replace it with --force" in done.err
    assert "it is a folder" in command("train-sites", *like(club(0)), "-o", tmp_path).err
    assert "no folder" in command("train-sites", *like(club(0)), "-o", "no/c").err


def test_no_wanted_site_can_be_read(command: Command, sites_web: SiteWeb) -> None:
    done = command("train-sites", *like(DEAD), *unlike(garden(0)), "-o", "c", *sites_web.options)
    assert done.code == 2
    assert f"none of the wanted sites can be read, {DEAD} for one" in done.err
    assert not Path("c").exists()


def test_no_site_to_compare_with(command: Command, tmp_path: Path) -> None:
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "index.html").write_text(SAILING.html)
    done = command("train-sites", *like("saved"), "-o", "c")
    assert done.code == 2
    assert (
        "there is no site to compare with, and the wanted ones link to none: name some with --unlike-site" in done.err
    )


def test_sites_that_cannot_be_told_apart(command: Command, sites_web: SiteWeb) -> None:
    given = (*like(club(0), garden(1), club(3)), *unlike(garden(0), club(1), garden(5)))
    done = command("train-sites", *given, "-o", "c", *sites_web.options)
    assert "hard to tell apart" in done.err or "cannot be told apart" in done.err
    assert "name more sites of each class" in done.err


def test_a_mirror_on_the_other_side(command: Command, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text(SAILING.html)
    done = command("train-sites", *like("one"), *unlike("two"), "-o", "c")
    assert done.code == 2
    assert "the same site is given as wanted and as other; leave one out" in done.err
