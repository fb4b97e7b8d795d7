"""WARC files by warcio: the crawl log as an archive that other tools read, and archives as recorded sites.

A fetch becomes a `response` record; one without an answer a `metadata` record that says why. What only hubwalk knows is
in headers of the record, which other readers pass by: WARC-Hubwalk-Accepted, -Score, -Rule, -Error, and
WARC-Hubwalk-Requested where a redirect led to the record's URL. Before the response of a page that a browser has looked
at stands a `metadata` record with what it found, JSON with the header WARC-Hubwalk-Rendering.
"""

from __future__ import annotations

import gzip
import http
import io
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.statusandheaders import StatusAndHeaders, StatusAndHeadersParserException
from warcio.warcwriter import WARCWriter

import hubwalk
from hubwalk.errors import LogError
from hubwalk.store.encoding import pack_response, unpack_response
from hubwalk.values import Observation, Response

_ACCEPTED, _SCORE, _RULE = "WARC-Hubwalk-Accepted", "WARC-Hubwalk-Score", "WARC-Hubwalk-Rule"
_REQUESTED, _ERROR = "WARC-Hubwalk-Requested", "WARC-Hubwalk-Error"
_RENDERING = "WARC-Hubwalk-Rendering"
_OF_THE_WIRE = {"content-encoding", "transfer-encoding", "content-length"}  # bodies are kept decoded: these would lie


@dataclass(frozen=True, slots=True)
class WarcEntry:
    """Where a response lies in a WARC file, and what is known of it without reading it."""

    offset: int
    url: str
    requested: str
    status: int
    content_type: str
    accepted: bool
    rule: str
    rendering: int = -1  # offset of what a browser found; -1: none has looked at it


def write_warc(observations: Iterable[Observation], out: BinaryIO, *, compress: bool) -> int:
    """Write all observations that have a response; returns their number."""
    writer = WARCWriter(out, gzip=compress, warc_version="1.1")
    info = {"software": f"hubwalk/{hubwalk.__version__}", "format": "WARC File Format 1.1"}
    writer.write_record(writer.create_warcinfo_record("", info))
    count = 0
    for observation in observations:
        if observation.response is not None:
            if observation.response.rendering is not None:
                writer.write_record(_rendering_record(writer, observation.response))
            writer.write_record(_record(writer, observation, observation.response))
            count += 1
    return count


def _record(writer: WARCWriter, observation: Observation, response: Response) -> Any:
    about = {
        "WARC-Date": datetime.fromtimestamp(observation.fetched_at, UTC).isoformat().replace("+00:00", "Z"),
        _ACCEPTED: str(observation.verdict.accepted).lower(),
        _SCORE: repr(observation.verdict.score),
        _RULE: observation.choice.rule,
    }
    if response.requested != response.url:
        about[_REQUESTED] = response.requested
    if response.error:
        about[_ERROR] = response.error
    about = {name: " ".join(value.split()) for name, value in about.items()}  # one line each
    if not response.status:
        reason = io.BytesIO(f"error: {response.error}\r\n".encode())
        return writer.create_warc_record(response.url, "metadata", payload=reason, warc_headers_dict=about)
    try:
        phrase = http.HTTPStatus(response.status).phrase
    except ValueError:
        phrase = "Unknown"
    headers = [(name, " ".join(value.split())) for name, value in response.headers if name.lower() not in _OF_THE_WIRE]
    headers.append(("Content-Length", str(len(response.body))))
    return writer.create_warc_record(
        response.url,
        "response",
        payload=io.BytesIO(response.body),
        length=len(response.body),
        http_headers=StatusAndHeaders(f"{response.status} {phrase}", headers, protocol="HTTP/1.1"),
        warc_headers_dict=about,
    )


def _rendering_record(writer: WARCWriter, response: Response) -> Any:
    bare = replace(response, body=b"", headers=())
    found = io.BytesIO(zlib.decompress(pack_response(bare)))
    headers = {_RENDERING: "links, text boxes and probes of a browser"}
    return writer.create_warc_record(
        response.url, "metadata", payload=found, warc_content_type="application/json", warc_headers_dict=headers
    )


class _Records(ArchiveIterator):  # type: ignore[misc]  # warcio has no types
    """warcio reads what it can of a damaged file, and prints its complaints; we raise them."""

    INC_RECORD = ""

    def _next_record(self, next_line: bytes | None) -> Any:
        try:
            return super()._next_record(next_line)
        except EOFError:
            if next_line:
                raise ArchiveLoadFailed("the last record is cut off") from None
            raise


def warc_entries(path: Path) -> Iterator[WarcEntry]:
    """All responses of a WARC (or ARC) file, in its order."""
    with explained_warc(path), path.open("rb") as stream:
        _check_end(stream)
        records = _Records(stream)
        rendering = -1
        for record in records:
            known = _answer(record, body=False)
            offset = records.get_record_offset()  # reads on to the end of the record
            if record.length is None or getattr(record.raw_stream, "limit", 0) > 0:
                raise LogError(_damaged(path, f"the record at byte {offset} is cut off"))
            if known is not None:
                accepted = record.rec_headers.get_header(_ACCEPTED) == "true"
                rule = record.rec_headers.get_header(_RULE) or ""
                kind = known.header("content-type")
                yield WarcEntry(offset, known.url, known.requested, known.status, kind, accepted, rule, rendering)
            rendering = offset if known is None and record.rec_headers.get_header(_RENDERING) else -1
        if records.err_count:
            raise LogError(_damaged(path, "a record is longer than it says"))


def _check_end(stream: BinaryIO) -> None:
    """warcio takes a record that is cut off for the end of the file, so see to it that there is none."""
    magic = stream.read(4)
    stream.seek(0)
    if magic.startswith(b"\x1f\x8b"):
        with gzip.open(stream) as text:
            while text.read(1 << 20):
                pass
    elif magic == b"WARC":
        stream.seek(-4, io.SEEK_END)
        if stream.read() != b"\r\n\r\n":
            raise ArchiveLoadFailed("the last record is cut off")
    stream.seek(0)


def warc_response(path: Path, offset: int, rendering: int = -1) -> Response:
    """The response whose record begins there, with what a browser found if that begins at `rendering`."""
    with explained_warc(path), path.open("rb") as stream:
        stream.seek(offset)
        found = _answer(next(iter(_Records(stream))), body=True)
        if found is None:
            raise LogError(_damaged(path, f"no response at byte {offset}"))
        if rendering < 0:
            return found
        stream.seek(rendering)
        values = next(iter(_Records(stream))).content_stream().read()
        return replace(found, rendering=unpack_response(zlib.compress(values)).rendering)


def _answer(record: Any, *, body: bool) -> Response | None:
    """The response in a record; None for requests, and for metadata that is not ours."""
    if record.rec_type not in {"response", "resource", "metadata"}:
        return None
    url = record.rec_headers.get_header("WARC-Target-URI") or record.rec_headers.get_header("uri") or ""
    requested = record.rec_headers.get_header(_REQUESTED) or url
    error = record.rec_headers.get_header(_ERROR) or ""
    if record.rec_type == "metadata":
        return Response(requested, url, 0, error=error) if record.rec_headers.get_header(_ACCEPTED) else None
    status, headers = 200, (("Content-Type", record.content_type or ""),)
    if record.http_headers is not None:
        code = record.http_headers.get_statuscode()
        status, headers = int(code) if code.isdigit() else 0, tuple(record.http_headers.headers)
    content = record.content_stream().read() if body else b""
    return Response(requested, url, status, content, headers, error)


@contextmanager
def explained_warc(path: Path) -> Iterator[None]:
    """Turn what warcio says into one line with the way out."""
    try:
        yield
    except ArchiveLoadFailed as error:
        if "non-chunked gzip" in str(error):
            raise LogError(f"{path} is one gzip stream: `warcio recompress {path} NEW.warc.gz` mends it") from None
        raise LogError(_damaged(path, " ".join(str(error).split())[:100])) from None
    except (StatusAndHeadersParserException, EOFError, StopIteration, ValueError, zlib.error) as error:
        raise LogError(_damaged(path, str(error) or type(error).__name__)) from None
    except gzip.BadGzipFile as error:
        raise LogError(_damaged(path, str(error))) from None
    except OSError as error:
        raise LogError(f"cannot read {path}: {error.strerror or error}") from None


def _damaged(path: Path, why: str) -> str:
    return f"{path} is no WARC file or is damaged ({why}); record it again"
