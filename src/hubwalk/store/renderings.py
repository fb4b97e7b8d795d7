"""What a browser found of the pages of a crawl, and what that cost: a row per page that it looked at or passed over."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hubwalk.graph.web_graph import VIEW
from hubwalk.values import Observation

if TYPE_CHECKING:
    from hubwalk.store.crawl_log import SqliteCrawlLog

_FIELDS = (
    "kind", "family", "looked", "seconds", "requests", "states", "probes", "plain", "links", "gained", "changed",
    "content", "notes",
)  # fmt: skip
_COLUMNS = ", ".join(f"b.{name}" for name in _FIELDS)
_REFUSED_HOST = re.compile(r"\bother host (\S+) not asked")
_BLOCKED = re.compile(r"\b[A-Z]+ \S+ blocked\b")
_TIMES = re.compile(r"\((\d+) times\)|\b(\d+) times\b")


@dataclass(frozen=True, slots=True)
class Look:
    """One page of a crawl with a browser."""

    kind: str
    family: str
    looked: bool
    seconds: float = 0.0
    requests: int = 0
    states: int = 0
    probes: int = 0
    plain: int = 0
    links: int = 0
    gained: int = 0
    changed: bool = False
    content: bool = False
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class BrowserTotals:
    """What the browser did on one site."""

    looked: int = 0
    passed_over: int = 0
    again: int = 0  # of the looks, those at pages that had been passed over at first
    paid: int = 0  # looks that gained something
    gained: int = 0  # URLs that only the browser found
    changed: int = 0  # pages whose text only the browser sees
    requests: int = 0
    probes: int = 0
    seconds: float = 0.0
    blocked: int = 0  # requests that might have changed something on a server
    refused_hosts: dict[str, int] = field(default_factory=dict)  # host -> pages that asked for it

    def add(self, look: Look, *, again: bool = False) -> None:
        if not look.looked:
            self.passed_over += 1
            return
        self.looked += 1
        if again:
            self.again += 1
            self.passed_over -= 1
        self.paid += look.gained > 0
        self.gained += look.gained
        self.changed += look.changed
        self.requests += look.requests
        self.probes += look.probes
        self.seconds += look.seconds
        self.blocked += blocked_in(look.notes)
        for host in refused_hosts_in(look.notes):
            self.refused_hosts[host] = self.refused_hosts.get(host, 0) + 1

    def copy(self) -> BrowserTotals:
        """As they are now."""
        return replace(self, refused_hosts=dict(self.refused_hosts))

    def plain(self) -> dict[str, Any]:
        """As JSON has it; the host that most pages asked for comes first."""
        hosts = dict(sorted(self.refused_hosts.items(), key=lambda item: (-item[1], item[0])))
        return asdict(self) | {"seconds": round(self.seconds, 3), "refused_hosts": hosts}


def together(totals: Iterable[BrowserTotals]) -> BrowserTotals:
    """The sum over several sites."""
    total = BrowserTotals()
    for one in totals:
        for name in BrowserTotals.__dataclass_fields__:
            if name != "refused_hosts":
                setattr(total, name, getattr(total, name) + getattr(one, name))
        total.refused_hosts = dict(Counter(total.refused_hosts) + Counter(one.refused_hosts))
    return total


def refused_hosts_in(notes: Iterable[str]) -> list[str]:
    """The hosts that a page wanted something from and was refused, see browsing/reach.py."""
    return sorted({host for note in notes for host in _REFUSED_HOST.findall(note)})


def blocked_in(notes: Iterable[str]) -> int:
    """How many requests other than GET and HEAD were blocked."""
    return sum(_times(note) for note in notes if _BLOCKED.search(note))


def _times(note: str) -> int:
    found = _TIMES.search(note)
    return int(found[1] or found[2]) if found else 1


def write(db: sqlite3.Connection, fetch: int, look: Look) -> None:
    """Add the row of a fetch, in the transaction that adds the fetch."""
    values = [getattr(look, name) for name in _FIELDS[:-1]]
    db.execute(
        f"INSERT INTO rendering (fetch, {', '.join(_FIELDS)}) VALUES (?{', ?' * len(_FIELDS)})",
        (fetch, *values, json.dumps(look.notes)),
    )


def read(log: SqliteCrawlLog, *, site: str) -> dict[str, Look]:
    """All of one site by the URL that was chosen."""
    rows = log.rows(
        f"""SELECT coalesce(f.chosen, f.requested), {_COLUMNS} FROM rendering b JOIN fetch f ON f.id = b.fetch
        JOIN site s ON s.id = f.site WHERE s.url = ?""",
        (site,),
    )
    return {row[0]: _look(row[1:]) for row in rows}


def second_looks(log: SqliteCrawlLog, url: str = "") -> dict[str, int]:
    """Pages that were looked at after the fact -> number of that look; of one page, or of all."""
    where, given = ("url = ? AND ", (url + VIEW,)) if url else ("", ())
    rows = log.rows(f"SELECT url, max(id) FROM fetch WHERE {where}rule = 'look' GROUP BY url", given)
    return {name.removesuffix(VIEW): number for name, number in rows}


def merged(seen: Observation, look: Observation) -> Observation:
    """A page with what a second look at it has found."""
    links = look.page.links if len(look.page.links) >= len(seen.page.links) else seen.page.links
    page = replace(seen.page, links=links, html=look.page.html or seen.page.html)
    response = look.response and replace(look.response, requested=seen.choice.url)
    return replace(seen, page=page, response=response or seen.response)


def of_page(log: SqliteCrawlLog, url: str) -> Look | None:
    """The last look at a page, at first or later; None if no browser ever had a say."""
    rows = log.rows(
        f"""SELECT {_COLUMNS} FROM rendering b JOIN fetch f ON f.id = b.fetch WHERE f.url IN (?, ?)
        ORDER BY b.looked DESC, b.fetch DESC LIMIT 1""",
        (url, url + VIEW),
    )
    return _look(rows[0]) if rows else None


def totals(log: SqliteCrawlLog) -> dict[str, BrowserTotals]:
    """What the browser did on every site where there was one."""
    found: dict[str, BrowserTotals] = {}
    query = f"""SELECT s.url, f.rule = 'look', {_COLUMNS} FROM rendering b JOIN fetch f ON f.id = b.fetch
        JOIN site s ON s.id = f.site"""
    for site, again, *row in log.rows(query):
        found.setdefault(site, BrowserTotals()).add(_look(row), again=bool(again))
    return found


def _look(row: Any) -> Look:
    kind, family, looked, seconds, requests, states, probes, plain, links, gained, changed, content, notes = row
    return Look(
        kind, family, bool(looked), seconds, requests, states, probes, plain, links, gained, bool(changed),
        bool(content), tuple(json.loads(notes)),
    )  # fmt: skip
