"""Files and folders that a command makes: what could not be written is refused before anything is read or fetched."""

from __future__ import annotations

from pathlib import Path

from hubwalk.errors import UsageError


def check_new_file(output: Path, example: str, *, force: bool) -> None:
    """UsageError if a file cannot be made, or is there already; `example` is a name for one in a folder."""
    if str(output) == "-":  # as in find; what was made is named again when it is used
        raise UsageError(
            f"cannot write to standard output: other commands read this from a file; name one, as in -o {example}"
        )
    if output.is_dir():
        raise UsageError(f"cannot write {output}: it is a folder; name a file in it, as in -o {output / example}")
    if not output.parent.is_dir():
        raise UsageError(f"cannot write {output}: there is no folder {output.parent}; make it or choose another -o")
    if output.exists() and not force:
        raise UsageError(f"{output} exists: choose another -o, or replace it with --force")


def check_folder(output: Path | None, example: str) -> None:
    """UsageError for what stands for standard output elsewhere: several files do not go there."""
    if str(output) == "-":
        raise UsageError(f"cannot write to standard output: these are several files; name a folder, as in -o {example}")
