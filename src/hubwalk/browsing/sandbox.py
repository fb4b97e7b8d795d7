"""Whether a browser can shut its pages away from the rest of the machine, as it does by default.

Chromium's sandbox on Linux needs user namespaces, which containers and some systems forbid, and refuses to run as root;
without it a browser starts only if told to do without. So it is given up there and nowhere else.
"""

from __future__ import annotations

import functools
import subprocess
import sys

from hubwalk.browsing.browser_packages import is_root

_PATIENCE = 10.0  # seconds
# A new user namespace, with its own processes and network as Chromium wants it. It counts only if the user can be
# mapped into it: with AppArmor the first step works and the second is refused.
_TRIAL = """
import ctypes, os, sys
user = os.getuid()
if ctypes.CDLL(None).unshare(0x10000000 | 0x20000000 | 0x40000000):
    sys.exit(1)
with open("/proc/self/uid_map", "w") as file:
    file.write(f"{user} {user} 1")
"""


def no_sandbox_because() -> str:
    """Why the sandbox has to be given up here; "" where it works."""
    if not sys.platform.startswith("linux"):
        return ""
    if is_root():
        return "running as root"
    return "" if _has_namespaces() else "no user namespaces for this user"


@functools.cache
def _has_namespaces() -> bool:
    """In a process of its own: there is no way back out of a namespace."""
    try:
        trial = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _TRIAL],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return trial.returncode == 0
