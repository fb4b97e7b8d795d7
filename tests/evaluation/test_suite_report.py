"""The report: from results to Markdown, HTML and pictures."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from made_up_results import outcome, results

from hubwalk.evaluation import charts
from hubwalk.evaluation import paper_figures as paper
from hubwalk.evaluation.cells import OUT_OF_PAGES, TASKS
from hubwalk.evaluation.document import Block, Bullets, Figure, Heading, Paragraph, Table, to_html, to_markdown
from hubwalk.evaluation.results import DiscoveryFacts, Results
from hubwalk.evaluation.suite import make_suite
from hubwalk.evaluation.suite_report import report

COMMAND = "hubwalk evaluate experiments/small.toml"


def full() -> Results:
    suite = make_suite(
        {"baseline": "best_first", "restart": {"probabilities": [0.05, 0.15]}, "iterations": {"values": [10, 50]}}
    )
    seconds = dict.fromkeys(TASKS, 2.0)
    runs = {suite.restart_spec("xcrawl", p): outcome(90, downloads=n) for p, n in ((0.05, 250), (0.15, 200))}
    runs |= {suite.iterations_spec("xcrawl", 10): outcome(70)}
    return results(
        {"xcrawl": outcome(95, early=90, seconds=seconds), "best_first": outcome(50, early=40), "breadth_first": 0.3},
        sweeps=runs,
        mute={"two"},
        suite=suite,
        discovery=(DiscoveryFacts("cameras", queries=60, real=6, found=4, listed=7, first=4, ended="budget"),),
    )


def test_every_experiment_has_its_section_and_its_numbers() -> None:
    text = to_markdown(report(full(), COMMAND), "figures")
    headings = re.findall(r"^##+ (.+)$", text, re.M)
    assert headings == [
        "Where the papers' findings come out", "Where they do not", "Besides",
        "Fig. 4: Digital cameras", "Fig. 7: Cell phones",
        "Fig. 8: mean recall per domain", "When xcrawl had found 90 %", "Recall per site",
        "Fig. 9: share of time per task", "Fig. 10: harvest rate against restart probability",
        "Iterations needed", "From samples to sites",
    ]  # fmt: skip
    assert f"Made by `{COMMAND}`" in text
    assert "| `best_first` | 0.500 | 0.500 | 0.500 |" in text
    assert "| `best_first` | 0.400 | 0.400 |" in text  # after as many downloads as 90 % took
    assert "| Digital cameras | 4 of 6 | 60 | 7 | 0.57 | 4 |" in text
    assert "| two * |" in text
    for figure in re.findall(r"\(figures/(.+)\.svg\)", text):
        assert figure in {"recall-fitting", "recall-oracle", "time", "restart-xcrawl"}


def test_a_part_of_the_cells_is_called_incomplete_and_makes_no_empty_sections() -> None:
    some = results({"xcrawl": 0.9})
    text = to_markdown(report(Results(some.suite, some.sites, some.outcomes, planned=99), COMMAND), "figures")
    assert "8 of 99 cells: **incomplete**" in text
    assert "Fig. 10" not in text
    assert "Iterations" not in text
    assert "From samples" not in text


def test_runs_that_the_bound_stopped_are_named() -> None:
    text = to_markdown(report(results({"xcrawl": outcome(50, ended=OUT_OF_PAGES)}), COMMAND), "figures")
    assert "Stopped by the bound on downloads: cameras/one xcrawl table 0" in text
    assert "No run was stopped" in to_markdown(report(results({"xcrawl": 0.9}), COMMAND), "figures")


def test_the_html_is_whole_and_loads_nothing() -> None:
    html = to_html("Experiments", report(full(), COMMAND))
    assert html.count("<svg") == 4
    assert "<h2>Fig. 4: Digital cameras</h2>" in html
    assert "<code>best_first</code>" in html
    for loading in ("<script", "<link", "src=", "@import", "url("):
        assert loading not in html
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")


def test_numbers_stand_below_each_other_and_shares_can_be_read_on_their_bars() -> None:
    html = to_html("t", [Table(("name", "n"), (("a", "1"),)), Figure("f", "c", charts.shares("s", {"r": {"a": 1.0}}))])
    assert '<th>name</th><th class="number">n</th>' in html
    assert '<td>a</td><td class="number">1</td>' in html
    style = html[html.index("<style>") : html.index("</style>")]
    assert ".number { text-align: right }" in style
    # The page's style for the text of pictures would win against the white that the picture asks for.
    assert style.index("svg text {") < style.index("svg text[fill] { fill: #fff")


def test_what_is_written_is_escaped() -> None:
    blocks: list[Block] = [
        Heading("a < b"),
        Paragraph("`x<y` & **b**"),
        Bullets(("<i>",)),
        Table(("a|b", "n"), (("<", "1"),)),
    ]
    html = to_html("<title>", blocks)
    assert "<h2>a &lt; b</h2>" in html
    assert "<code>x&lt;y</code> &amp; <b>b</b>" in html
    assert "<i>" not in html
    assert "&lt;title&gt;" in html
    assert to_markdown(blocks[-1:], "") == "| a\\|b | n |\n| --- | ---: |\n| < | 1 |\n"
    assert to_markdown([Figure("a", "A picture", "<svg/>")], "pictures") == "![A picture](pictures/a.svg)\n"


@pytest.mark.parametrize(
    "svg",
    [
        charts.bars("b", {"one": {"xcrawl": 1.0, "xcrawl hits": 0.5, "x<y": 0.0}}, {"one": {"xcrawl": 0.9}}),
        charts.lines("l", "across", "up", {"a": [(0.05, 0.4), (0.3, 0.9)], "b": [(0.05, 0.4)]}),
        charts.lines("flat", "across", "up", {"a": [(1.0, 0.5)]}),
        charts.lines("empty", "across", "up", {}),
        charts.shares("s", {"one": {"fetching": 1.0, "other": 3.0}, "none": {"fetching": 0.0}}),
    ],
)
def test_pictures_are_well_formed_and_stay_inside(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    for element in root.iter():
        for name, limit in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            if name in element.attrib:
                assert 0 <= float(element.attrib[name]) <= limit
    assert "nan" not in svg


def test_the_longest_bar_is_the_largest_number() -> None:
    svg = charts.bars("b", {"one": {"a": 0.25, "b": 1.0}})
    widths = [float(found) for found in re.findall(r'<rect [^>]*width="([\d.]+)"', svg)]
    assert widths[1] == pytest.approx(4 * widths[0], rel=0.01)


def test_the_papers_means_follow_from_their_tables() -> None:
    means = {name: (domain.recall, domain.baseline_recall) for name, domain in paper.DOMAINS.items()}
    said = {
        "cameras": (0.924, 0.480),
        "mp3_players": (0.886, 0.567),
        "laptops": (0.949, 0.412),
        "cell_phones": (0.940, 0.558),
    }
    for name, numbers in said.items():
        assert means[name] == pytest.approx(numbers, abs=0.0006)
    assert pytest.approx(0.925, abs=0.0006) == paper.MEAN_RECALL
    assert pytest.approx(0.504, abs=0.0006) == paper.BASELINE_RECALL
    assert sum(len(domain.sites) for domain in paper.DOMAINS.values()) == 24
