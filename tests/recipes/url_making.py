"""Made-up URLs of few characters, so that they often agree, with all that makes levels awkward."""

from __future__ import annotations

from hypothesis import strategies as st

_STEP = "aaB112_-.:%C3é(*+$"


def steps(min_size: int = 0) -> st.SearchStrategy[str]:
    return st.text(_STEP, min_size=min_size, max_size=7)


def urls(host: str = "http://h.test") -> st.SearchStrategy[str]:
    path = st.text(_STEP + "///;=", max_size=14)
    query = st.one_of(st.just(""), st.text("xy=&&1a_/;?%é", max_size=14))
    return st.builds(_url, st.just(host), path, query)


def _url(host: str, path: str, query: str) -> str:
    parameters = "&".join(filter(None, query.split("&")))
    return f"{host}/{path}" + (f"?{parameters}" if parameters else "")
