"""The levels of a URL, the units in which addresses are compared and generalised.

Structure-driven crawler (Vidal, da Silva, de Moura, Cavalcanti 2006), section 4.3.1: the parts between slashes.

Where we differ: the paper leaves parameters inside the level in which they stand. Here each is a level of its own,
`;name=value` where it stands in the path and `?name=value` at the end, so that one parameter may vary and another not.
Those of the query are sorted: two orders are one address. The first level is the host with its scheme.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

MATRIX, QUERY = ";", "?"  # with which the levels of parameters begin; no step of a path does


@lru_cache(maxsize=65536)
def levels(url: str) -> tuple[str, ...]:
    """The levels of a canonical URL: host, steps of the path with their parameters, parameters of the query.

    A path that ends in a slash has an empty last level. `joined` is the way back.
    """
    address, _, query = url.partition("?")
    scheme, mark, rest = address.partition("://")
    host, *steps = rest.split("/") if mark else address.split("/")
    found = [f"{scheme}{mark}{host}" if mark else host]
    for step in steps:
        name, *parameters = step.split(MATRIX)
        found.append(name)
        found.extend(MATRIX + parameter for parameter in parameters)
    found.extend(QUERY + parameter for parameter in sorted(filter(None, query.split("&")), key=_name_and_value))
    return tuple(found)


def joined(parts: Iterable[str], *, question: str = "?") -> str:
    """What `levels` has taken apart. Expressions for levels are joined in the same way, with `question` escaped."""
    path, query = "", []
    for number, level in enumerate(parts):
        if level.startswith(QUERY):
            query.append(level[1:])
        else:
            path += level if not number or level.startswith(MATRIX) else f"/{level}"
    return path + (f"{question}{'&'.join(query)}" if query else "")


def ordered(url: str) -> str:
    """The URL with the parameters of its query sorted."""
    return joined(levels(url)) if "&" in url else url


def head(level: str) -> str:
    """What a level must share with another to be compared with it: the name of a parameter, with its mark."""
    if not level.startswith((MATRIX, QUERY)):
        return ""
    name, mark, _ = level.partition("=")
    return name + mark


def form(parts: tuple[str, ...]) -> tuple[str, ...]:
    """What URLs must share to be compared level by level: their host, the number of their steps, which of them are
    empty (a folder is no page in it), and the names of their parameters."""
    return (parts[0], *(head(level) or ("/" if level else "") for level in parts[1:]))


def _name_and_value(parameter: str) -> tuple[str, str, str]:
    return parameter.partition("=")
