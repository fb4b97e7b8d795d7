"""The program validator against programs that behave and programs that do not."""

from __future__ import annotations

import os
import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hubwalk.errors import UsageError, ValidatorError
from hubwalk.pages.parse import parse
from hubwalk.validators.command import CommandValidator
from hubwalk.values import Page

ECHO = """
import json, sys
for line in sys.stdin:
    page = json.loads(line)
    good = "good" in page["url"]
    print(json.dumps({"accepted": good, "score": 0.75 if good else 0.25, "reason": f"{len(page['html'])} characters"}))
    sys.stdout.flush()
"""

Make = Callable[..., CommandValidator]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """A validator that runs a piece of Python as its program; closed after the test."""
    made: list[CommandValidator] = []

    def build(code: str, timeout: float = 20.0, max_failures: int = 5) -> CommandValidator:
        program = tmp_path / f"program{len(made)}.py"
        program.write_text(code, encoding="utf-8")
        command = shlex.join([sys.executable, "-S", str(program), str(tmp_path)])
        made.append(CommandValidator(command, timeout=timeout, max_failures=max_failures))
        return made[-1]

    yield build
    for validator in made:
        validator.close()


def a_page(name: str = "good", html: str = "<p>x") -> Page:
    return parse(html, f"http://example.org/{name}")


def test_one_process_judges_all_pages(make: Make) -> None:
    validator = make("import os\npid = str(os.getpid())\n" + ECHO.replace("{len(page['html'])} characters", "{pid}"))
    verdicts = [validator.judge(a_page(name)) for name in ("good", "bad", "good/2")]
    assert [v.accepted for v in verdicts] == [True, False, True]
    assert [v.score for v in verdicts] == [0.75, 0.25, 0.75]
    assert len({v.reason for v in verdicts}) == 1
    assert validator.warnings == []


def test_score_and_reason_may_be_missing(make: Make) -> None:
    validator = make("import sys\nfor line in sys.stdin: print('{\"accepted\": true}', flush=True)")
    assert validator.judge(a_page()).accepted
    assert validator.judge(a_page()).score == 1.0


def test_a_score_beyond_all_floats_is_the_highest(make: Make) -> None:
    said = f'{{"accepted": true, "score": 1{"0" * 400}}}'
    validator = make(f"import sys\nfor line in sys.stdin: print({said!r}, flush=True)")
    assert validator.judge(a_page()).score == 1.0


def test_a_page_larger_than_any_pipe_and_not_ascii(make: Make) -> None:
    html = "<p>größe 価格 " * 400_000
    assert validator_reason(make(ECHO), html) == f"{len(html)} characters"


def validator_reason(validator: CommandValidator, html: str) -> str:
    return validator.judge(Page("http://example.org/good", "", html=html)).reason


def test_a_program_that_fills_its_standard_error_is_not_blocked(make: Make) -> None:
    noisy = ECHO.replace(
        "    good =", "    sys.stderr.write('x' * 70 + '\\n'); sys.stderr.write('y\\n' * 100_000)\n    good ="
    )
    validator = make(noisy)
    assert [validator.judge(a_page()).accepted for _ in range(3)] == [True] * 3


def test_a_program_that_answers_before_it_has_read_is_not_blocked(make: Make) -> None:
    code = """
import sys
print('{"accepted": true}' + ' ' * 200_000, flush=True)
sys.stdin.readline()
sys.stdin.readline()  # the next page, if there were one
"""
    assert make(code).judge(a_page(html="<p>" * 200_000)).accepted


def test_a_crash_is_restarted_and_reported(make: Make) -> None:
    crash_once = """
import pathlib, sys
mark = pathlib.Path(sys.argv[1]) / "crashed"
if not mark.exists():
    sys.stdin.readline()
    mark.touch()
    raise RuntimeError("out of luck")
"""
    validator = make(crash_once + ECHO)
    assert validator.judge(a_page()).accepted
    assert len(validator.warnings) == 1
    assert "exit code 1 (RuntimeError: out of luck)" in validator.warnings[0]


def test_a_hanging_program_is_killed_and_restarted(make: Make) -> None:
    hang_once = """
import os, pathlib, sys, time
mark = pathlib.Path(sys.argv[1]) / "pid"
if not mark.exists():
    mark.write_text(str(os.getpid()))
    time.sleep(600)
"""
    validator = make(hang_once + ECHO, timeout=3.0)
    assert validator.judge(a_page(html="<p>" * 100_000)).accepted
    assert "no answer within 3 s" in validator.warnings[0]
    pid = int((Path(validator._command[-1]) / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("accepted: yes", "'accepted: yes': not JSON"),
        ("[true]", "'[true]': expected"),
        ('{"score": 1}', 'expected "accepted"'),
        ('{"accepted": 1}', 'expected "accepted"'),
        ('{"accepted": true, "score": "high"}', 'expected "score"'),
        ('{"accepted": true, "score": NaN}', 'expected "score"'),
        ('{"accepted": true, "url": "http://example.org/other"}', "another page"),
        ("[" * 100_000, "cannot use its answer"),
    ],
)
def test_nonsense_is_quoted_and_the_page_not_accepted(make: Make, answer: str, complaint: str) -> None:
    validator = make(f"import sys\nfor line in sys.stdin: print({answer!r}, flush=True)")
    verdict = validator.judge(a_page())
    assert not verdict.accepted
    assert complaint in verdict.reason
    assert len(validator.warnings) == 2
    assert len(verdict.reason) < 400


def test_two_lines_for_one_page_are_noticed(make: Make) -> None:
    twice = (
        'import sys\nfor line in sys.stdin:\n sys.stdout.write(\'{"accepted": true}\\n{"accepted": false}\\n\')\n'
        " sys.stdout.flush()"
    )
    validator = make(twice)
    assert [validator.judge(a_page()).accepted for _ in range(3)] == [True] * 3
    assert any("more than one line" in warning for warning in validator.warnings)


def test_an_endless_line_is_cut_off(make: Make) -> None:
    # It writes only when asked: what it wrote before would be another mistake.
    verdict = make("import sys\ninput()\nwhile True: sys.stdout.write('x' * 10_000)").judge(a_page())
    assert not verdict.accepted
    assert "too long" in verdict.reason


def test_failures_in_a_row_end_the_crawl(make: Make) -> None:
    validator = make("import sys; sys.exit('no licence')", max_failures=3)
    first = validator.judge(a_page())
    assert not first.accepted
    assert "no licence" in first.reason
    validator.judge(a_page())
    with pytest.raises(ValidatorError, match=r"3 pages in a row.*exit code 1 \(no licence\).*by hand"):
        validator.judge(a_page())


def test_failures_that_are_to_be_forgotten_do_not_count(make: Make) -> None:
    validator = make("import sys; sys.exit('no licence')", max_failures=2)
    for _ in range(3):
        assert not validator.judge(a_page()).judged
        validator.forget_failures()


def test_a_success_between_failures_counts_anew(make: Make) -> None:
    sometimes = ECHO.replace("    good =", "    if 'crash' in page['url']: sys.exit(3)\n    good =")
    validator = make(sometimes, max_failures=2)
    judged = [validator.judge(a_page(name)).accepted for name in ("crash", "good", "crash", "good")]
    assert judged == [False, True, False, True]


def test_pages_that_could_not_be_had_are_not_asked_about(make: Make) -> None:
    validator = make("raise SystemExit(1)", max_failures=1)
    assert validator.judge(Page("http://a/", "http://a/", status=0, error="no answer")).reason == "no answer"
    assert "404" in validator.judge(Page("http://a/", "http://a/", status=404)).reason


def test_threads_share_the_program_without_mixing_answers(make: Make) -> None:
    validator = make(ECHO)
    wrong: list[str] = []

    def work(number: int) -> None:
        for i in range(15):
            html = "x" * (number * 1000 + i)
            if validator_reason(validator, html) != f"{len(html)} characters":
                wrong.append(html)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_close_ends_the_program_and_nothing_is_judged_after(make: Make) -> None:
    validator = make(ECHO + "import pathlib; (pathlib.Path(sys.argv[1]) / 'left').touch()")
    validator.judge(a_page())
    validator.close()
    assert (Path(validator._command[-1]) / "left").exists(), "the program was not allowed to end by itself"
    assert not validator.judge(a_page()).accepted
    validator.close()


def test_close_does_not_wait_for_a_page_being_judged(make: Make) -> None:
    validator = make(
        "import pathlib, sys, time\nsys.stdin.readline()\n(pathlib.Path(sys.argv[1]) / 'on').touch()\ntime.sleep(600)"
    )
    verdicts = []
    thread = threading.Thread(target=lambda: verdicts.append(validator.judge(a_page())))
    thread.start()
    while not (Path(validator._command[-1]) / "on").exists():
        time.sleep(0.01)
    validator.close()
    thread.join(10)
    assert [v.accepted for v in verdicts] == [False]
    assert validator.warnings == [], "an end that was asked for is no failure"


@pytest.mark.parametrize(
    ("command", "error", "way_out"),
    [
        ("", UsageError, "needs a program"),
        ("'unclosed", UsageError, "check the quotes"),
        ("no-such-program-here --flag", ValidatorError, "'no-such-program-here'; give its path, as in command:./no"),
        ("/no/such/program --flag", ValidatorError, "no program '/no/such/program'; check the path$"),
        ("./no-such-program", ValidatorError, "no program './no-such-program'; check the path$"),
    ],
)
def test_commands_that_cannot_work(command: str, error: type[Exception], way_out: str) -> None:
    with pytest.raises(error, match=way_out) as caught:
        CommandValidator(command)
    assert "\n" not in str(caught.value)


def test_a_script_that_is_not_executable_or_has_no_first_line(tmp_path: Path) -> None:
    script = tmp_path / "judge"
    script.write_text("hello\n")
    with pytest.raises(ValidatorError, match=r"chmod \+x"):
        CommandValidator(str(script))
    script.chmod(0o755)
    with pytest.raises(ValidatorError, match="#! line"):
        CommandValidator(str(script)).judge(a_page())
