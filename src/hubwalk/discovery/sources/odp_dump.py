"""V1: the sites of a branch of the Open Directory, from its RDF dump.

The dump is two files of some gigabytes: content.rdf.u8 has the listed sites (`ExternalPage about=URL` with `topic`),
structure.rdf.u8 the branches (`Topic r:id` with `narrow`, `symbolic`, `related`). It is read once, piece by piece, with
nothing kept but what is asked for. Names of topics are paths, so that the branch and its sub-branches are told by their
names; symbolic links, where wanted, are read from the structure file beside the content file.

The dumps are known for characters that XML forbids and for broken UTF-8: what cannot be read is left out. A file that
declares entities is refused: no dump does, and a few of them in attributes make gigabytes out of nothing.
"""

from __future__ import annotations

import codecs
import difflib
import gzip
import zlib
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Any

from lxml import etree

from hubwalk.discovery.queries import result_address
from hubwalk.discovery.sources.source import Fetch, FoundBy, Given
from hubwalk.errors import UsageError

_CHUNK = 1 << 16
_FORBIDDEN = bytes(set(range(32)) - {9, 10, 13})  # control characters, see XML 1.0, section 2.2
_ENTITY = b"<!ENTITY"
_NEAR = 2000  # names that are kept to say what was meant
_STRUCTURE = "structure"


class Dump:
    """A source of the sites that a dump lists in one branch."""

    def __init__(self, path: Path, branch: str, given: Given) -> None:
        self.name = f"odp:{path}#{branch}"
        self._path = path
        self._branch = branch
        self._given = given

    def sites(self, fetch: Fetch) -> Iterator[FoundBy]:  # noqa: ARG002
        branches = [self._branch, *(self._symbolic() if self._given.symbolic else ())]
        near = _Near(self._branch)
        seen: set[str] = set()
        listed = False
        for kind, element in records(self._path, ("ExternalPage", "Topic")):
            topic = _attribute(element, "id") if kind == "Topic" else _text(element, "topic")
            near.see(topic)
            listed |= kind == "ExternalPage"
            if kind == "Topic" or not any(_is_below(topic, branch) for branch in branches):
                continue
            url = result_address(_attribute(element, "about"))
            if url and url not in seen:
                seen.add(url)
                title = _text(element, "Title")
                yield FoundBy(url, self.name, f"listed in {topic}" + (f' as "{title[:80]}"' if title else ""))
        if not seen:
            raise self._nothing(near, listed)

    def _symbolic(self) -> list[str]:
        """Branches that symbolic links of the branch lead to, by the structure file; none without one."""
        structure = self._path.with_name(self._path.name.replace("content", _STRUCTURE))
        found: dict[str, None] = {}
        if structure == self._path or not structure.is_file():
            self._given.on_notice(f"{self.name}: no {structure.name} beside it, symbolic links are not followed")
            return []
        for _, element in records(structure, ("Topic",)):
            if _is_below(_attribute(element, "id"), self._branch):
                for child in element:
                    if _name(child).startswith("symbolic"):  # symbolic1, symbolic2: the order in which they are shown
                        found[_attribute(child, "resource").rpartition(":")[2]] = None
        return list(found)

    def _nothing(self, near: _Near, listed: bool) -> UsageError:
        if not listed and near.known:
            return UsageError(f"{self._path}: has branches but no sites; name the content file of the dump")
        if not near.known:
            return UsageError(f"{self._path}: no dump of the Open Directory; name its content.rdf.u8 or .rdf.u8.gz")
        if near.is_there:
            return UsageError(f"{self.name}: the branch lists no sites; choose one above it")
        return UsageError(f"{self.name}: no such branch; {near.meant()}")


class _Near:
    """Branches like the one that was asked for: those beside it, below the last step of its path that is there."""

    def __init__(self, branch: str) -> None:
        self._steps = branch.split("/")
        self._depth = 0
        self._names: dict[str, None] = {}
        self.is_there = False
        self.known = False

    def see(self, topic: str) -> None:
        if not topic:
            return
        self.known = True
        steps = topic.split("/")
        same = 0
        while same < min(len(steps), len(self._steps)) and steps[same] == self._steps[same]:
            same += 1
        self.is_there |= same == len(self._steps)
        if same > self._depth:
            self._depth, self._names = same, {}
        if same == self._depth and len(steps) > same and len(self._names) < _NEAR:
            self._names["/".join(steps[: same + 1])] = None

    def meant(self) -> str:
        steps = {name.rpartition("/")[2]: name for name in self._names}
        near = difflib.get_close_matches(self._steps[self._depth], steps, n=1, cutoff=0.5)
        return f"did you mean {steps[near[0]]}?" if near else f"there are {', '.join(list(self._names)[:8]) or 'none'}"


def make_dump(argument: str, given: Given) -> Dump:
    """The source `odp:FILE#Top/...`."""
    name, _, branch = argument.partition("#")
    if not name or not branch.strip("/"):
        raise UsageError("source odp: which branch of which file? Give odp:content.rdf.u8.gz#Top/Computers/Hardware")
    path = Path(name).expanduser()
    if path.is_dir():
        inside = sorted(path.glob("content.rdf*"))
        if not inside:
            raise UsageError(f"{path}: no content.rdf.u8 in this folder")
        path = inside[0]
    if not path.is_file():
        raise UsageError(f"{path}: no such file; a dump of the Open Directory is called content.rdf.u8.gz")
    return Dump(path, branch.strip("/"), given)


# -- reading ----------------------------------------------------------------------------------------------------------


def records(path: Path, names: Collection[str]) -> Iterator[tuple[str, Any]]:
    """The elements of these names, one by one; each is gone when the next is read."""
    parser = etree.XMLPullParser(
        events=("end",), resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=True,
        recover=True, remove_comments=True, remove_pis=True, collect_ids=False, encoding="utf-8",
    )  # fmt: skip
    before = b""
    try:
        with closing(_open(path)) as stream:
            for piece in _cleaned(stream):
                if _ENTITY in before + piece:
                    raise UsageError(f"{path}: declares entities, as no dump of the Open Directory does")
                before = piece[-len(_ENTITY) :]
                parser.feed(piece)
                yield from _complete(parser, names)
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or "is cut off, damaged or no gzip file"
        raise UsageError(f"{path}: {why}; get the dump again") from None
    except etree.XMLSyntaxError as error:
        raise UsageError(f"{path}: no XML ({error.msg})") from None


def _complete(parser: Any, names: Collection[str]) -> Iterator[tuple[str, Any]]:
    for _, element in parser.read_events():
        name = _name(element)
        above = element.getparent()
        if above is None or above.getparent() is not None:  # the parts of a record stay until it is complete
            continue
        if name in names:
            yield name, element
        element.clear()
        while element.getprevious() is not None:
            del above[0]


def _open(path: Path) -> IO[bytes]:
    with path.open("rb") as stream:
        packed = stream.read(2) == b"\x1f\x8b"
    return gzip.open(path) if packed else path.open("rb")  # type: ignore[return-value]


def _cleaned(stream: IO[bytes]) -> Iterator[bytes]:
    """The bytes as sound UTF-8 without control characters; a character may lie across two pieces."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    while piece := stream.read(_CHUNK):
        yield decoder.decode(piece.translate(None, _FORBIDDEN)).encode()
    yield decoder.decode(b"", final=True).encode()


def _name(element: Any) -> str:
    return str(element.tag).rpartition("}")[2].rpartition(":")[2]


def _attribute(element: Any, name: str) -> str:
    found = (value for key, value in element.attrib.items() if str(key).rpartition("}")[2].rpartition(":")[2] == name)
    return str(next(found, "")).strip()


def _text(element: Any, name: str) -> str:
    return next((" ".join((child.text or "").split()) for child in element if _name(child) == name), "")


def _is_below(topic: str, branch: str) -> bool:
    return topic == branch or topic.startswith(f"{branch}/")
