"""One writer per crawl log, by a lock that the kernel gives back when the process ends, however it ends.

The lock is `flock` on a file beside the log and not on the log itself: closing a second descriptor of a database file
would drop the POSIX locks that SQLite holds on it (https://sqlite.org/howtocorrupt.html, section 2.2).
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path

from hubwalk.errors import LogError


def writer_of(log: Path) -> int:
    """Process id of who writes the log at the moment; 0 if nobody does. For information: only the lock itself is sure
    that no other process has taken over the number."""
    try:
        holder = int(_lock_file(log).read_text("ascii"))
        os.kill(holder, 0)
    except PermissionError:  # somebody else's process, but alive
        return holder
    except (OSError, ValueError, OverflowError):
        return 0
    return holder


def _lock_file(log: Path) -> Path:
    return log.resolve().with_name(log.resolve().name + ".lock")  # one log under two names has one lock


class WriterLock:
    """Held from construction to `release`. The file holds the process id, for the message to those who come second."""

    def __init__(self, log: Path) -> None:
        self.path = _lock_file(log)
        while True:
            try:
                descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            except OSError as error:
                raise LogError(f"cannot write {self.path}: {error.strerror}; choose another --db") from None
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.read(descriptor, 32).decode("ascii", "replace").strip() or "unknown"
                os.close(descriptor)
                raise LogError(
                    f"{log} is in use by another hubwalk process (pid {holder}): wait for it or stop it"
                ) from None
            if self._still_there(descriptor):
                break
            os.close(descriptor)  # its last holder removed the file between our open and our lock
        self._descriptor = descriptor
        with contextlib.suppress(OSError):  # a full disk: the lock holds without the process id too
            os.truncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)

    def _still_there(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), self.path.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        if self._descriptor >= 0:
            self.path.unlink(missing_ok=True)  # while still locked: see _still_there
            os.close(self._descriptor)
            self._descriptor = -1
