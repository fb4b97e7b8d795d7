"""The script that runs in every frame before the page's own: watches, guards, and fires probes when it is asked to."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

# Each part uses what those before it define; functions may use later ones.
_PARTS = (
    "natives", "clock", "guards", "changes", "listeners", "tree", "candidates", "firing", "scrolling", "searching",
    "serialising", "agent",
)  # fmt: skip


@lru_cache(maxsize=1)
def init_script() -> str:
    """One function scope with all parts: the page can neither see nor overwrite what is inside."""
    folder = files("hubwalk.browsing").joinpath("page_scripts")
    parts = "\n".join(folder.joinpath(f"{name}.js").read_text("utf-8") for name in _PARTS)
    return f'(() => {{\n"use strict";\n{parts}\n}})();'


_CLOSED = re.compile(r"""(<template\b[^>]*\bshadowrootmode\s*=\s*["']?)closed\b""", re.IGNORECASE)


def openable(html: str) -> str:
    """The document with its closed shadow roots open: those that HTML declares are made without a script that could
    be watched, and nobody is told of them."""
    return _CLOSED.sub(r"\1open", html) if "shadowrootmode" in html.lower() else html


def call(method: str) -> str:
    """A JavaScript function of one argument, the list of arguments for a method of the agent in the page."""
    return f"(args) => window[Symbol.for('hubwalk')].{method}(...args)"
