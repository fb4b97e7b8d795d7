"""Where a command prints what rich has drawn and the reader may go away: `hubwalk status cameras.db | head -1`."""

from __future__ import annotations

import rich.console


class Console(rich.console.Console):
    """Leaves it to the command line, as `print` does; rich would end the process with an exit code of its own."""

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704  # called where rich has caught the error
