"""The command line: one command per file of this folder, each with a `register(app)`.

Errors that a user can mend end with one line on standard error and exit code 2; a crawl in which some sites failed ends
with 3; Ctrl-C with 130. A traceback is a bug of ours.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

import typer

from hubwalk.errors import HubwalkError

PARTIAL = 3  # some sites failed, the rest is there


def make_app() -> typer.Typer:
    """The application with all its commands."""
    app = typer.Typer(
        name="hubwalk",
        help="Show it a few pages; it finds nearly all pages of that kind, with few downloads.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode=None,
    )
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_")):
        importlib.import_module(f"{__name__}.{module}").register(app)
    return app


def main() -> None:
    """Entry point of the `hubwalk` command."""
    try:
        make_app()()
    except HubwalkError as error:
        print(f"hubwalk: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:  # the reader of our output went away: `hubwalk export ... | head`
        sys.stderr.close()
        sys.exit(141)
    except KeyboardInterrupt:
        sys.exit(130)
