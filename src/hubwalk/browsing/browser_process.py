"""The browser's process: started when the first page is to be looked at, started again when it dies or hangs, and gone
with its profile when we are.

Playwright talks to a driver process, which starts the browser in a process group of its own. Both keep all their files
in one folder of ours. It is locked as long as we live, so that the next run can sweep up what a killed one has left.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

try:
    import fcntl
except ImportError:  # Windows: nothing is swept up there
    fcntl = None  # type: ignore[assignment]

from hubwalk.browsing.installed import BrowserChoice
from hubwalk.browsing.sandbox import no_sandbox_because
from hubwalk.browsing.trial_launch import reason_of
from hubwalk.errors import UsageError

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Playwright

_PREFIX = "hubwalk-browser-"
_LAUNCH = 60.0  # seconds; a cold disk and a busy machine are slow
_LIFE = 100  # pages, see benchmarks/browser_endurance.py
_ANSWER = 10.0  # seconds for what takes a tenth of one
_LONG = 40  # characters
_REMOVALS = 40
_NOBODY = "http://127.0.0.1:9"  # discard: what escapes us is sent there, and nothing listens
_FLAGS = (
    "--host-resolver-rules=MAP * ~NOTFOUND",  # no name has an address, so nothing but our answers reaches a page
    "--disable-gpu",
    "--disable-quic",
    "--dns-prefetch-disable",
    "--no-pings",
    "--deny-permission-prompts",
    "--disable-speech-api",
    "--mute-audio",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--js-flags=--max-old-space-size=512",  # megabytes a page; one that wants more crashes, and only itself
)
_PREFERENCES = {"network.dns.disabled": True, "media.peerconnection.enabled": False, "network.prefetch-next": False}
_processes: weakref.WeakSet[BrowserProcess] = weakref.WeakSet()


class BrowserGone(Exception):
    """The browser died or hung while it was needed; there will be a new one."""


class BrowserProcess:
    """One browser, or the next if it dies."""

    def __init__(self, choice: BrowserChoice, *, user_agent: str = "", life: int = _LIFE) -> None:
        """After `life` pages it is replaced by a new one, because browsers grow."""
        self._life = life
        self._served = 0  # contexts of the browser that runs now
        self._open = 0
        self._choice = choice
        self._agent = user_agent
        self._folder: Path | None = None
        self._lock_file: int = -1
        self._playwright: Playwright | None = None
        self._driver = 0  # process ids
        self._pid = 0
        self._browser: Browser | None = None
        self._starting = asyncio.Lock()
        self.gone: asyncio.Future[None] | None = None  # done when the browser that runs now is no more
        self.launches = 0
        _processes.add(self)

    @property
    def pid(self) -> int:
        """Of the browser that runs now; 0 if none does."""
        return self._pid

    @property
    def folder(self) -> Path | None:
        """Where driver and browser keep their files, as long as there are any."""
        return self._folder

    async def new_context(self, **options: Any) -> BrowserContext:
        """A context that shares nothing with the others. BrowserGone: try again, with the next browser."""
        async with self._starting:
            if self._browser is not None and self._served >= self._life:
                await self._retire()
            if self._browser is None:
                await self._launch()
            browser = self._browser
            assert browser is not None
            self._served += 1
            self._open += 1
        try:
            async with asyncio.timeout(_ANSWER):
                context = await browser.new_context(
                    user_agent=self._user_agent(browser),
                    accept_downloads=False,
                    service_workers="block",
                    **options,
                )
        except Exception as error:
            if self._browser is browser:
                self.kill_browser()
            raise BrowserGone("the browser does not answer") from error
        context.on("close", lambda _: self._closed(browser))
        return context

    def _closed(self, browser: Browser) -> None:
        if browser is self._browser:
            self._open -= 1

    async def _retire(self) -> None:
        """End the browser when its pages are closed; who waits meanwhile gets the next one."""
        until = time.monotonic() + _LAUNCH
        while self._open > 0 and self._browser is not None and time.monotonic() < until:
            await asyncio.sleep(0.05)
        if self._browser is not None:
            await self.close()

    def kill_browser(self) -> None:
        """End a browser that hangs; the next context gets a new one."""
        _kill_group(self._pid)
        self._forget()

    async def close(self) -> None:
        """End everything, and leave nothing behind."""
        browser, playwright = self._browser, self._playwright
        try:
            async with asyncio.timeout(_ANSWER):
                if browser is not None:
                    await browser.close()
                if playwright is not None:
                    await playwright.stop()
                    self._driver = 0
        except Exception:  # it does not matter any more what it had to say
            pass
        finally:
            self.kill()

    def kill(self) -> None:
        """The same at once and without an event loop."""
        with _undisturbed():
            _kill_group(self._pid)
            if self._driver:
                for child in children(self._driver):  # a browser that was still being started
                    _kill_group(child)
                _kill(self._driver)
            self._forget()
            self._playwright, self._driver = None, 0
            if self._folder is not None:
                _remove(self._folder)
                with suppress(OSError):
                    os.close(self._lock_file)
                self._folder = None

    def _forget(self) -> None:
        self._browser, self._pid = None, 0
        self._served = self._open = 0
        if self.gone is not None and not self.gone.done() and not self.gone.get_loop().is_closed():
            self.gone.set_result(None)

    async def _launch(self) -> None:
        from playwright.async_api import TimeoutError as LaunchTimeoutError

        try:
            try:
                await self._start()
            except LaunchTimeoutError:
                raise  # a second minute would not help a browser that hangs
            except Exception:
                self.kill()  # the driver may have died with its browser: once more, from the beginning
                await self._start()
        except Exception as error:  # Playwright's own, or what the system has against its driver
            self.kill()
            name = self._choice.path or f"Playwright's {self._choice.kind}"
            raise UsageError(
                f"{name} cannot be started: {reason_of(str(error))}; hubwalk doctor looks into it"
            ) from None

    async def _start(self) -> None:
        if self._playwright is None:
            await self._start_driver()
        assert self._playwright is not None
        chromium = self._choice.kind == "chromium"
        launcher = self._playwright.chromium if chromium else self._playwright.firefox
        browser = await launcher.launch(
            executable_path=self._choice.path or None,
            args=list(_FLAGS) if chromium else [],
            firefox_user_prefs=None if chromium else dict(_PREFERENCES),
            proxy={"server": _NOBODY, "bypass": "<-loopback>"} if chromium else {"server": _NOBODY},
            chromium_sandbox=not no_sandbox_because() if chromium else None,
            env={**os.environ, "TMPDIR": str(self._folder), "HOME": str(self._folder)},
            timeout=_LAUNCH * 1000,
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
        self._browser = browser
        self._pid = await _browser_pid(browser, self._driver, chromium=chromium)
        self.gone = asyncio.get_running_loop().create_future()
        self.launches += 1
        browser.on("disconnected", lambda _: self._forget() if self._browser is browser else None)

    async def _start_driver(self) -> None:
        from playwright.async_api import async_playwright

        self._make_folder()
        manager = async_playwright()
        before = os.environ.get("TMPDIR")
        os.environ["TMPDIR"] = str(self._folder)  # the driver makes the profile where it is told that files go
        try:
            self._playwright = await manager.start()
        finally:
            if before is None:
                del os.environ["TMPDIR"]
            else:
                os.environ["TMPDIR"] = before
        client = getattr(manager, "_client", None)
        self._driver = getattr(getattr(getattr(client, "_transport", None), "_proc", None), "pid", 0)

    def _make_folder(self) -> None:
        sweep()
        self._folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=_base()))
        self._lock_file = os.open(self._folder / "lock", os.O_CREAT | os.O_RDWR, 0o600)
        if fcntl is not None:
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _user_agent(self, browser: Browser) -> str | None:
        """What scripts see: a browser, as they expect, and who uses it. Requests carry the job's own agent alone."""
        if not self._agent or self._choice.kind != "chromium":
            return None
        major = browser.version.partition(".")[0]
        return (
            f"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
            f"Chrome/{major}.0.0.0 Safari/537.36 {self._agent}"
        )


def _base() -> str:
    """Where temporary files go. A browser keeps a socket there, whose path must not be long: 108 bytes on Linux."""
    usual = tempfile.gettempdir()
    return usual if len(usual) < _LONG or not os.access("/tmp", os.W_OK) else "/tmp"


def sweep() -> None:
    """Remove the folders of runs that were killed: nobody holds their locks."""
    if fcntl is None:
        return
    for folder in Path(_base()).glob(f"{_PREFIX}*"):
        try:
            file = os.open(folder / "lock", os.O_RDWR)
        except OSError:
            continue  # just being made, or not ours
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            pass  # in use
        finally:
            os.close(file)


async def _browser_pid(browser: Browser, driver: int, *, chromium: bool) -> int:
    if chromium:
        with suppress(Exception):
            session = await browser.new_browser_cdp_session()
            infos = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
            await session.detach()
            return next(int(info["id"]) for info in infos if info["type"] == "browser")
    return next(iter(children(driver)), 0)


def children(pid: int) -> list[int]:
    """Process ids of the children of a process."""
    if not pid:
        return []
    with suppress(OSError, ValueError):  # small containers have no `ps`
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    with suppress(OSError, subprocess.SubprocessError, ValueError):
        listed = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, timeout=5, check=False
        )
        pairs = [line.split() for line in listed.stdout.splitlines()]
        return [int(child) for child, parent in pairs if int(parent) == pid]
    return []


def _kill_group(pid: int) -> None:
    """A process and what it has started; Playwright makes the browser the head of a group."""
    if not pid:
        return
    with suppress(OSError, AttributeError):  # Windows has no groups
        os.killpg(pid, signal.SIGKILL)
    _kill(pid)


def _kill(pid: int) -> None:
    with suppress(OSError):
        os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def _remove(folder: Path) -> None:
    for _ in range(_REMOVALS):  # a dying browser may still write
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.05)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Whoever presses Ctrl-C again while we clean up wants just that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in before:
        signal.signal(number, signal.SIG_IGN)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


def _kill_all() -> None:
    with _undisturbed():
        for process in list(_processes):
            process.kill()


atexit.register(_kill_all)
