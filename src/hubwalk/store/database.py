"""Opening SQLite files, and what goes wrong with them in one line each."""

from __future__ import annotations

import errno
import json
import sqlite3
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hubwalk.errors import LogError

_BUSY_SECONDS = 10  # the writer checkpoints in less; longer means that something else sits on the file
_PRIMARY = 0xFF  # extended result codes keep the primary one in the low byte


def connect(path: Path, *, write: bool = False) -> sqlite3.Connection:
    """Open an existing SQLite file. Reading needs no write permission: neither for the file nor, unless the writer
    was killed and left its write-ahead log behind, for the folder."""
    with explained(path):
        if not path.is_file():
            raise LogError(f"{path}: {'is a folder' if path.is_dir() else 'no such file'}, expected a crawl log")
        connection = _connect(path, "mode=rw")  # SQLite falls back to reading only where the file does not allow more
        try:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            connection.close()
            if write or _pending(path):
                raise
            # In a read-only folder SQLite cannot make the shared memory of WAL mode, and does not need it either.
            connection = _connect(path, "mode=ro&immutable=1")
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        if not write:
            connection.execute("PRAGMA query_only = ON")
        return connection


def begin_writing(connection: sqlite3.Connection) -> None:
    """Readers and one writer at a time, from now on."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")  # survives kill -9; power loss may cost the last pages


def stand_in(connection: sqlite3.Connection, script: str) -> None:
    """Empty tables and views, for this connection alone, in place of those that an older file does not have. The
    script makes nothing else."""
    connection.execute("PRAGMA query_only = OFF")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.executescript(
        script.replace("CREATE TABLE", "CREATE TEMP TABLE").replace("CREATE VIEW", "CREATE TEMP VIEW")
    )
    connection.execute("PRAGMA query_only = ON")


def create(path: Path) -> sqlite3.Connection:
    """Open a new, empty SQLite file."""
    for ending in ("-wal", "-shm", "-journal"):  # of a log that somebody deleted: they would be taken for ours
        path.with_name(path.name + ending).unlink(missing_ok=True)
    return _connect(path, "mode=rwc")


def _connect(path: Path, options: str) -> sqlite3.Connection:
    # isolation_level None: transactions are ours. check_same_thread: one thread at a time is the caller's affair.
    uri = f"{path.resolve().as_uri()}?{options}"
    return sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _pending(path: Path) -> bool:
    wal = path.with_name(path.name + "-wal")
    return wal.exists() and wal.stat().st_size > 0


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite, of the file system and of undecodable rows into one line with the way out."""
    try:
        yield
    except sqlite3.Error as error:
        raise LogError(_explain(path, error)) from error
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
            raise LogError(_full(path)) from error
        raise LogError(f"{path}: {error.strerror or error}") from error
    except (zlib.error, json.JSONDecodeError, UnicodeDecodeError, struct.error) as error:
        raise LogError(_damaged(path, str(error))) from error


def _explain(path: Path, error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
    if code == sqlite3.SQLITE_FULL:
        return _full(path)
    if code == sqlite3.SQLITE_IOERR:
        return f"{path}: {error}; is the disk full or gone? Mend it, then `hubwalk resume {path}` goes on"
    if code == sqlite3.SQLITE_NOTADB and not begins_as_database(path):
        return f"{path} is no crawl log, which is an SQLite file, mostly beside the output: {path.with_suffix('.db')}"
    if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
        return _damaged(path, str(error))
    if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}:
        return f"{path}: {error}; check the permissions of the file and its folder"
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return f"{path} is in use by another program: {error}; close it and try again"
    return f"{path}: {error}"


def begins_as_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError:
        return True


def _full(path: Path) -> str:
    return f"{path}: the disk is full; free some space, then `hubwalk resume {path}` goes on (nothing logged is lost)"


def _damaged(path: Path, why: str) -> str:
    return f"{path} is damaged ({why}); `sqlite3 {path} .recover` may rescue it, or start again with another file"
