"""Which browser is found, in machines made up of fake programs."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from hubwalk.browsing import browser_packages, browser_places, installed, sandbox
from hubwalk.browsing.installed import BrowserChoice, Unfit, find_browser, look_around
from hubwalk.errors import UsageError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the fake programs are shell scripts")


class Machine:
    """A machine without a browser, until some are put there."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        self.downloads = folder / "downloads"
        self.bin.mkdir()

    def program(self, name: str, says: str, code: int = 0) -> str:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\necho '{says}'\nexit {code}\n")
        path.chmod(0o755)
        return str(path)

    def download(self, name: str) -> Path:
        """A finished download of the build that the installed Playwright wants."""
        spec = importlib.util.find_spec("playwright")
        assert spec is not None
        assert spec.origin is not None
        known = json.loads((Path(spec.origin).parent / "driver" / "package" / "browsers.json").read_text())
        revision = next(build["revision"] for build in known["browsers"] if build["name"] == name)
        folder = self.downloads / f"{name.replace('-', '_')}-{revision}"
        folder.mkdir(parents=True)
        (folder / "INSTALLATION_COMPLETE").touch()
        return folder


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(browser_places, "_LINUX", {"chromium": (), "chrome": (), "edge": ()})
    monkeypatch.setenv("PATH", str(made.bin))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(made.downloads))
    monkeypatch.delenv("HUBWALK_BROWSER", raising=False)
    return made


needs_playwright = pytest.mark.skipif(not browser_places.playwright_is_there(), reason="playwright is not installed")


def refused(match: str) -> None:
    with pytest.raises(UsageError, match=match) as said:
        find_browser()
    assert "\n" not in str(said.value)


@needs_playwright
class TestFinding:
    def test_the_systems_browsers_in_their_order(self, machine: Machine) -> None:
        edge = machine.program("microsoft-edge", "Microsoft Edge 150.0.1.2")
        assert find_browser() == BrowserChoice("chromium", edge, "150.0.1.2", "the system's")
        chrome = machine.program("google-chrome", "Google Chrome 151.0.7.8")
        chromium = machine.program("chromium", "Chromium 149.0.3.4 built on Debian GNU/Linux 12 (bookworm)")
        assert find_browser() == BrowserChoice("chromium", chromium, "149.0.3.4", "the system's")
        shell = machine.program("chromium-headless-shell", "Chromium 149.0.3.4")
        assert [found.path for found in look_around()] == [shell, chromium, chrome, edge]

    def test_one_program_of_two_names_is_there_once(self, machine: Machine) -> None:
        machine.program("google-chrome-stable", "Google Chrome 151.0.7.8")
        (machine.bin / "google-chrome").symlink_to("google-chrome-stable")
        assert len(list(look_around())) == 1

    def test_playwrights_own_chromium_comes_first_and_its_firefox_last(self, machine: Machine) -> None:
        path = machine.program("chromium", "Chromium 149.0.3.4")
        machine.download("firefox")
        assert [(found.path, found.kind) for found in look_around() if isinstance(found, BrowserChoice)] == [
            (path, "chromium"),
            ("", "firefox"),
        ]
        machine.download("chromium-headless-shell")
        own = find_browser()
        assert (own.kind, own.path, own.source) == ("chromium", "", "Playwright's own")
        assert int(own.version.partition(".")[0]) >= installed.OLDEST["chromium"]

    def test_a_download_without_the_headless_shell_is_named_by_its_path(self, machine: Machine) -> None:
        folder = machine.download("chromium") / "chrome-linux64"
        folder.mkdir()
        refused("no usable browser")
        (folder / "chrome").touch()
        assert find_browser().path == str(folder / "chrome")

    def test_an_unfinished_download_is_none(self, machine: Machine) -> None:
        (machine.download("chromium-headless-shell") / "INSTALLATION_COMPLETE").unlink()
        refused("no usable browser")

    def test_too_old_and_broken_ones_are_passed_over_with_the_reason(self, machine: Machine) -> None:
        machine.program("chromium", "Chromium 101.0.4951.41")
        machine.program("chromium-browser", "requires the chromium snap to be installed", code=1)
        machine.program("firefox-esr", "Mozilla Firefox 153.7.0esr")
        refused("101.0.4951.41 is too old, 102 .*chromium-browser: does not start: requires .*firefox-esr: a system")
        chrome = machine.program("google-chrome", "Google Chrome 102.0.5005.61")
        assert find_browser().path == chrome
        assert [type(found) for found in look_around()] == [Unfit, Unfit, BrowserChoice, Unfit]

    def test_nothing_there_names_one_command(self, machine: Machine) -> None:
        refused(r"no usable browser was found; get one with: \S+ -m playwright install chromium$")

    def test_a_program_that_cannot_be_run(self, machine: Machine) -> None:
        Path(machine.program("chromium", "")).write_text("#!/no/such/shell\n")
        refused("chromium: cannot be started: ")


@needs_playwright
class TestNaming:
    @pytest.mark.parametrize("by", ["path", "name", "kind"])
    def test_a_path_a_program_or_a_kind(self, machine: Machine, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
        machine.program("chromium", "Chromium 149.0.3.4")
        path = machine.program("google-chrome", "Google Chrome 151.0.7.8")
        words = {"path": path, "name": "google-chrome", "kind": "chrome"}[by]
        monkeypatch.setenv("HUBWALK_BROWSER", f" {words} ")
        assert find_browser() == BrowserChoice("chromium", path, "151.0.7.8", "HUBWALK_BROWSER")
        assert find_browser(prefer="chromium").path != path

    @pytest.mark.parametrize(
        ("wanted", "said"),
        [
            ("nonsense", "HUBWALK_BROWSER=nonsense: no such program; give a path, one of chromium, chrome, edge,"),
            ("none", "HUBWALK_BROWSER=none: no browser is wanted here"),
            ("chrome", "HUBWALK_BROWSER=chrome: no such program"),
            ("/no/such/browser", "no such program"),
            ("lister", "is no browser that we know: asked for its version it said 'lister 9.1'"),
            ("firefox-esr", "a system's Firefox cannot be driven, only the build that `playwright install firefox`"),
            ("aurora", "a system's Firefox cannot be driven"),
            ("old", "version 99.0 is too old, 102 is the oldest"),
            ("playwright", "has not downloaded its chromium; get it with: .* install chromium$"),
            ("firefox", "has not downloaded its firefox; get it with: .* install firefox$"),
        ],
    )
    def test_who_names_one_gets_no_other(
        self, machine: Machine, monkeypatch: pytest.MonkeyPatch, wanted: str, said: str
    ) -> None:
        machine.program("chromium", "Chromium 149.0.3.4")
        machine.program("lister", "lister 9.1")
        machine.program("firefox-esr", "Mozilla Firefox 153.7.0esr")
        machine.program("aurora", "Mozilla Firefox 153.7.0esr")
        machine.program("old", "Chromium 99.0")
        monkeypatch.setenv("HUBWALK_BROWSER", wanted)
        refused(said)

    def test_playwrights_own(self, machine: Machine) -> None:
        machine.program("chromium", "Chromium 149.0.3.4")
        machine.download("chromium-headless-shell")
        machine.download("firefox")
        assert find_browser(prefer="chromium").path
        assert find_browser(prefer="playwright").source == "Playwright's own"
        assert find_browser(prefer="Firefox").kind == "firefox"


def test_without_playwright_the_extra_is_named(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.program("chromium", "Chromium 149.0.3.4")
    monkeypatch.setattr(installed, "playwright_is_there", lambda: False)
    refused(r"pip install 'hubwalk\[browser\]'$")


def test_the_places_of_other_systems(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    for variable in ("LOCALAPPDATA", "PROGRAMFILES", "PROGRAMFILES(X86)"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PROGRAMFILES(X86)", str(tmp_path / "programs"))
    folder = tmp_path / "programs" / "Microsoft" / "Edge" / "Application"
    for version in ("99.0.1.9", "100.0.2.3"):
        (folder / version).mkdir(parents=True)
    program = folder / "msedge.exe"
    program.write_text("")
    program.chmod(0o755)
    assert list(browser_places.system_browsers()) == [str(program)]
    found = next(iter(look_around()))
    assert isinstance(found, Unfit)
    assert "100.0.2.3 is too old" in found.reason
    (folder / "149.0.9.9").mkdir()
    assert next(iter(look_around())) == BrowserChoice("chromium", str(program), "149.0.9.9", "the system's")
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("HOME", str(tmp_path))
    chrome = tmp_path / "Applications" / "Google Chrome.app" / "Contents" / "MacOS" / "Google Chrome"
    chrome.parent.mkdir(parents=True)
    chrome.write_text("")
    chrome.chmod(0o755)
    assert str(chrome) in browser_places.system_browsers("chrome")


class TestGetting:
    @pytest.fixture(autouse=True)
    def here(self, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
        self.machine = machine
        self.patch = monkeypatch
        self.be(root=False)
        self.release("debian")
        monkeypatch.setattr(browser_packages, "_APT_LISTS", machine.bin)
        (machine.bin / "debian_main_binary-amd64_Packages").touch()

    def be(self, *, root: bool) -> None:
        self.patch.setattr(browser_packages, "is_root", lambda: root)

    def release(self, name: str, like: str = "") -> None:
        path = self.machine.bin / "os-release"
        path.write_text(f'NAME="x"\nID={name}\nVERSION_ID="12"\nID_LIKE="{like}"\n')
        self.patch.setattr(browser_packages, "_RELEASE", path)

    @pytest.mark.parametrize(
        ("manager", "release", "like", "expected"),
        [
            ("apt-get", "debian", "", "apt-get install -y --no-install-recommends chromium"),
            ("dnf", "fedora", "", "dnf install -y chromium"),
            ("dnf", "rocky", "rhel centos fedora", "dnf install -y epel-release && dnf install -y chromium"),
            ("apk", "alpine", "", "apk add chromium"),
            ("pacman", "arch", "", "pacman -S --needed --noconfirm chromium"),
            ("zypper", "opensuse-leap", "suse opensuse", "zypper --non-interactive install chromium"),
        ],
    )
    def test_package_managers(self, manager: str, release: str, like: str, expected: str) -> None:
        self.machine.program(manager, "")
        self.release(release, like)
        own = f"{sys.executable} -m playwright install chromium"
        assert browser_packages.command_for_browser() == own  # neither root nor sudo
        self.machine.program("sudo", "")
        sudo = "sudo " + expected.replace("&& ", "&& sudo ")
        assert browser_packages.command_for_browser() == sudo
        self.be(root=True)
        assert browser_packages.command_for_browser() == expected

    def test_an_image_without_package_lists_gets_them_first(self) -> None:
        self.machine.program("apt-get", "")
        self.machine.program("sudo", "")
        (self.machine.bin / "debian_main_binary-amd64_Packages").unlink()
        assert browser_packages.command_for_browser().startswith("sudo apt-get update && sudo apt-get install ")

    def test_ubuntus_package_is_a_snap(self) -> None:
        self.machine.program("apt-get", "")
        self.be(root=True)
        for release, like in (("ubuntu", "debian"), ("linuxmint", "ubuntu debian")):
            self.release(release, like)
            assert browser_packages.command_for_browser().endswith("playwright install --with-deps chromium")

    @pytest.mark.parametrize(("system", "manager"), [("darwin", "brew"), ("win32", "winget")])
    def test_other_systems(self, system: str, manager: str) -> None:
        self.patch.setattr(sys, "platform", system)
        assert browser_packages.command_for_browser().endswith("-m playwright install chromium")
        self.machine.program(manager, "")
        if system == "darwin":
            assert browser_packages.command_for_browser().startswith("brew install")

    def test_the_plain_name_where_it_is_ours(self) -> None:
        assert browser_packages.command_for_extra("fast") == f"{sys.executable} -m pip install 'hubwalk[fast]'"
        self.machine.program("pip", "")
        self.patch.setattr(sys, "executable", str(self.machine.bin / "python"))
        assert browser_packages.command_for_extra("fast") == "pip install 'hubwalk[fast]'"


def test_the_sandbox_is_given_up_as_root_and_without_namespaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sandbox, "is_root", lambda: True)
    assert sandbox.no_sandbox_because() == "running as root"
    monkeypatch.setattr(sandbox, "is_root", lambda: False)
    monkeypatch.setattr(sandbox, "_has_namespaces", lambda: True)
    assert sandbox.no_sandbox_because() == ""
    monkeypatch.setattr(sandbox, "_has_namespaces", lambda: False)
    assert sandbox.no_sandbox_because() == "no user namespaces for this user"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert sandbox.no_sandbox_because() == ""
