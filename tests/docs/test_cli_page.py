"""docs/cli.md says what the program does: every command, option, default, field and exit code."""

from __future__ import annotations

import dataclasses
import json
import re

import pytest
from doc_reading import ROOT, Command, commands, first_cells, inline_code, rows, section

from hubwalk.cli import NO_LONGER_HOLDS, PARTIAL, READER_GONE
from hubwalk.cli._progress import Talk
from hubwalk.cli._run import FAILED_ALL, INTERRUPTED
from hubwalk.config import Job
from hubwalk.drivers.progress import DONE, SiteProgress
from hubwalk.evaluation.bounds import Bound
from hubwalk.evaluation.experiments import Experiment, Run
from hubwalk.evaluation.metrics import RunMetrics
from hubwalk.evaluation.summary import as_json
from hubwalk.site_search import SiteSearch
from hubwalk.store.records import COLUMNS, result_record
from hubwalk.store.search_exports import COLUMNS as SEARCH_COLUMNS
from hubwalk.strategies import STRATEGIES, options_of
from hubwalk.validators import VALIDATORS
from hubwalk.values import Choice, Observation, Page, Verdict

CLI = (ROOT / "docs" / "cli.md").read_text("utf-8")
FIELD_OF = {"validator": "validators"}  # where flag and setting differ


def documented_options(text: str) -> dict[str, str]:
    """Option -> what the column of defaults says, of all tables of options in a section."""
    found: dict[str, str] = {}
    for first, default, *_ in (row for row in rows(text) if len(row) == 3):
        found |= dict.fromkeys(re.findall(r"`(-[^`]*)`", first), default)
    return found


def differences(text: str, command: Command) -> set[str]:
    """Options of which only the page or only the program knows."""
    return set(documented_options(section(text, f"## {command.name}"))) ^ command.options


def wrong_defaults(text: str, command: Command) -> list[str]:
    """Options whose documented default is another than the program's, as far as that is a plain value."""
    said = documented_options(section(text, f"## {command.name}"))
    settings = {field.name: field.default for field in dataclasses.fields(Job)}
    wrong = []
    for names, option in command.parameters.items():
        default = option.default
        if command.name == "hubwalk find" and default is None:
            default = settings.get(FIELD_OF.get(option.name, option.name))
            default = ",".join(default) if isinstance(default, tuple) else default
        elif not default and not (isinstance(default, int) and not isinstance(default, bool)):
            continue  # None, False, "": the page says it in words
        if isinstance(default, bool):
            default = option.opts[0] if default else "off"
        if option.name == "user_agent" or default in (None, ""):
            continue
        plain = f"{default:g}" if isinstance(default, float) else str(default)
        if said[names[0]].strip("`") != plain:
            wrong.append(f"{names[0]}: {said[names[0]]}, is {plain}")
    return wrong


@pytest.mark.parametrize("command", commands(), ids=lambda command: command.name)
def test_every_option_is_documented_and_no_other(command: Command) -> None:
    assert differences(CLI, command) == set()
    assert wrong_defaults(CLI, command) == []
    for argument in command.arguments:
        assert f"`{argument}`" in section(CLI, f"## {command.name}")


def test_every_command_is_documented_and_no_other() -> None:
    headings = re.findall(r"^## (hubwalk .+)$", CLI, re.M)
    assert sorted(headings) == sorted(command.name for command in commands())


def test_a_missing_option_a_strange_one_and_a_wrong_default_are_noticed() -> None:
    find = next(command for command in commands() if command.name == "hubwalk find")
    assert differences(CLI.replace("| `--seed` |", "| `--sed` |", 1), find) == {"--seed", "--sed"}
    assert wrong_defaults(CLI.replace("| `--delay` | `0.5` |", "| `--delay` | `0.1` |"), find) != []
    with pytest.raises(LookupError):
        differences(CLI.replace("## hubwalk find", "## hubwalk seek"), find)


def test_the_fields_of_the_output_are_those_of_a_record() -> None:
    seen = Observation("http://a.test/", Choice("http://a.test/", "start"), Page("u", "u"), Verdict(True))
    fields = []
    for key, value in result_record(seen).items():
        fields += [f"{key}.{inner}" for inner in value] if isinstance(value, dict) else [key]
    assert first_cells(CLI, "field") == fields
    assert [field.replace(".", "_") for field in fields] == list(COLUMNS)
    assert first_cells(CLI, "field of a site") == list(SEARCH_COLUMNS["sites"])
    assert first_cells(CLI, "field of a found site") == list(SEARCH_COLUMNS["judged sites"])


def test_strategies_their_options_and_validators_are_documented() -> None:
    assert set(STRATEGIES) <= set(inline_code(section(CLI, "## hubwalk find")))
    for name in STRATEGIES:
        defaults = {
            f"`{key}`": f"`{value:g}`" if isinstance(value, float) else f"`{value}`"
            for key, value in options_of(name).items()
        }
        table = section(CLI, "### Strategies").partition(f"| option of `{name}` |")[2].partition("\n\n")[0]
        assert {row[0]: row[1] for row in rows(table)} == defaults, name
    assert sorted(name.partition(":")[0] for name in first_cells(CLI, "validator")) == sorted(VALIDATORS)


def test_the_keys_of_the_config_file_are_the_settings() -> None:
    keys = inline_code(section(CLI, "### The config file").partition("The keys:")[2])
    assert keys == [field.name for field in dataclasses.fields(Job)]


def test_the_keys_of_a_crawl_for_sites_and_their_defaults() -> None:
    own = section(CLI, "### Keys of the config file for sites")
    fields = {field.name: field.default for field in dataclasses.fields(SiteSearch)}
    assert inline_code(own) == list(fields)
    said = documented_options(section(CLI, "## hubwalk sites"))
    for name in ("edge_weights", "threshold", "links", "max_pages_per_site", "site_names"):
        default = fields[name]
        plain = f"{default:g}" if isinstance(default, float) else str(default)
        assert said[f"--{name.replace('_', '-')}"] == f"`{plain}`"


def test_exit_codes() -> None:
    said = {int(row[0]) for row in rows(section(CLI, "## Exit codes"))}
    assert said == {0, PARTIAL, FAILED_ALL, NO_LONGER_HOLDS, INTERRUPTED, READER_GONE}


def test_events_of_a_running_crawl(capsys: pytest.CaptureFixture[str]) -> None:
    Talk(as_json=True).summary([SiteProgress("http://a.test/", DONE)], db="a.db", output="-", exit_code=0)
    events = {event.pop("event"): list(event) for event in map(json.loads, capsys.readouterr().err.splitlines())}
    said = {row[0].strip("`"): inline_code(row[2]) for row in rows(section(CLI, "### Progress as JSON"))}
    assert said["progress"] == events["site"]
    assert sorted(said["end"]) == sorted(events["end"])


def test_the_json_of_simulate() -> None:
    metrics = RunMetrics(1, 1, 1, 1, 1, {90: 1}, 0.1, exhausted=True)
    bound = Bound(1, 1, 1)
    made = as_json(Experiment("a", 1, 1, 1, 1, {90: bound}, {"xcrawl": [Run(0, metrics, [1], {90: bound})]}))
    said = set(inline_code(section(CLI, "## hubwalk simulate").partition("With `--json`")[2]))
    strategy = made["strategies"]["xcrawl"]
    assert said == {*made, *strategy, *strategy["cost"]["90"]}
