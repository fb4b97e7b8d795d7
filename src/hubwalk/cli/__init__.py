"""The command line: one command per file of this folder, each with a `register(app)`.

Errors that a user can mend end with one line on standard error and exit code 2; a crawl in which some sites failed ends
with 3; a recipe that no longer holds with 4; Ctrl-C with 130. A traceback is a bug of ours.
"""

from __future__ import annotations

import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from hubwalk import __version__
from hubwalk.cli._streams import replace_closed_streams
from hubwalk.cli._text import printable
from hubwalk.errors import HubwalkError, UsageError

_HELP = "Show it a few pages; it finds nearly all pages of that kind, with few downloads."
PARTIAL = 3  # some sites failed, the rest is there
NO_LONGER_HOLDS = 4  # a recipe: the site has changed too much
_Misuse: Any = typer.BadParameter.__base__  # the UsageError of click, which has moved between versions of typer
READER_GONE = 141  # what a shell says of a program that SIGPIPE ended


class _Commands(TyperGroup):
    """Ends quietly when the reader of the output went away, as in `hubwalk export ... | head`, and in one line when the
    machine refuses something, or options are wrong."""

    def make_context(self, *args: Any, **more: Any) -> Any:
        with _misuse_in_one_line():  # `hubwalk --nosuch`
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:
        try:
            try:
                with _misuse_in_one_line():  # `hubwalk find --nosuch`
                    return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            _drop_output()
            raise typer.Exit(READER_GONE) from None
        except OSError as error:  # what no command foresaw: `hubwalk status ... > /dev/full`
            _drop_output()
            raise HubwalkError(f"{error.filename or 'standard output'}: {error.strerror or error}") from error


@contextmanager
def _misuse_in_one_line() -> Iterator[None]:
    try:
        yield
    except _Misuse as error:
        said = error.format_message()
        if said.startswith("Usage:"):  # the help, where a command needs words and got none
            raise
        said = " ".join(said.split()).rstrip(".")  # choices stand on lines of their own
        way_out = f"; see {error.ctx.command_path} -h" if error.ctx and not said.endswith("?") else ""
        raise UsageError(f"{said[:1].lower()}{said[1:]}{way_out}") from None


def _drop_output() -> None:
    """What is left in the buffer has nowhere to go, and Python would complain of it at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_app() -> typer.Typer:
    """The application with all its commands."""
    app = typer.Typer(
        name="hubwalk",
        cls=_Commands,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode=None,
    )
    app.callback(help=_HELP)(_common)
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_")):
        importlib.import_module(f"{__name__}.{module}").register(app)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"hubwalk {__version__}")
        raise typer.Exit


def _common(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """What comes before the name of a command."""


def main() -> None:
    """Entry point of the `hubwalk` command."""
    replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a title may have what the terminal's character set lacks
    try:
        make_app()()
    except HubwalkError as error:
        lines = [printable(line) for line in f"hubwalk: {error}".splitlines()]  # `map` is a command here
        print("\n".join(lines), file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
