"""The directory as the Open Directory gave it away: two RDF files, content.rdf.u8 and structure.rdf.u8."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from hubwalk.demo.websites.directory import Directory

CONTENT, STRUCTURE = "content.rdf.u8", "structure.rdf.u8"
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<RDF xmlns:r="http://www.w3.org/TR/RDF/" '
    'xmlns:d="http://purl.org/dc/elements/1.0/" xmlns="http://dmoz.org/rdf/">\n'
)
_TAIL = "</RDF>\n"


def write_dump(directory: Directory, folder: Path) -> list[Path]:
    """Write both files, branch by branch; returns their paths. OSError if that cannot be done."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / CONTENT, folder / STRUCTURE]
    for path, records in zip(files, (_content(directory), _structure(directory)), strict=True):
        with path.open("w", encoding="utf-8") as file:
            file.write(_HEAD)
            file.writelines(records)
            file.write(_TAIL)
    return files


def _content(directory: Directory) -> Iterator[str]:
    for path in directory.branches():
        entries = directory.entries(path)
        links = "".join(f'<link r:resource="{escape(url)}"/>\n' for url, _, _ in entries)
        yield f'<Topic r:id="{_id(path)}">\n{links}</Topic>\n'
        for url, title, said in entries:
            yield (
                f'<ExternalPage about="{escape(url)}">\n<d:Title>{escape(title)}</d:Title>\n'
                f"<d:Description>{escape(said)}</d:Description>\n<topic>{_id(path)}</topic>\n</ExternalPage>\n"
            )


def _structure(directory: Directory) -> Iterator[str]:
    for number, path in enumerate(directory.branches(), 1):
        title = path.rpartition("/")[2] or "Top"
        lines = [f'<Topic r:id="{_id(path)}">\n<catid>{number}</catid>\n<d:Title>{escape(title)}</d:Title>\n']
        lines += [f'<narrow r:resource="{_id(below)}"/>\n' for below in directory.below(path)]
        lines += [
            f'<symbolic r:resource="{escape(label)}:{_id(other)}"/>\n'
            for label, other in directory.symbolic(path).items()
        ]
        lines += [f'<related r:resource="{_id(other)}"/>\n' for other in directory.related(path)]
        yield "".join(lines) + "</Topic>\n"


def _id(path: str) -> str:
    return escape(f"Top/{path}" if path else "Top")
