"""A crawl as one HTML file to look at or to send: recall curves, the numbers, and the pages that were found.

Self-contained: styles and the picture are inline, there are no scripts and nothing is loaded from elsewhere. Titles and
URLs come from strangers' pages, so everything is escaped, and only http(s) addresses become links.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from hubwalk.errors import UsageError

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_WIDTH, _HEIGHT = 860, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 28, 14, 46  # margins of the plot area
_POINTS = 400  # per curve: as many as the eye can tell apart

STYLE = """
:root { color-scheme: light dark; --ink: #1c2330; --soft: #5d6778; --line: #d9dee7; --paper: #fff; --band: #f5f7fa }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ef; --soft: #a0a9b8; --line: #3a4352; --paper: #151a22; --band: #1d242f }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2.5rem auto;
  max-width: 70rem; padding: 0 1.5rem }
h1 { font-size: 1.6rem; margin: 0 0 1.2rem } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem }
dl { display: flex; flex-wrap: wrap; gap: .8rem; margin: 0 }
dl div { background: var(--band); border-radius: .5rem; padding: .6rem 1rem; min-width: 7rem }
dt { color: var(--soft); font-size: .8rem } dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums }
svg { width: 100%; height: auto; max-width: 860px } svg text { fill: var(--soft); font-size: 12px }
svg .grid { stroke: var(--line) } svg .curve { fill: none; stroke-width: 2 } svg .name { fill: var(--ink) }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .88rem }
th { text-align: left; color: var(--soft); font-weight: 600; position: sticky; top: 0; background: var(--paper) }
th, td { padding: .35rem .7rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
td.url { overflow-wrap: anywhere } td.number { font-variant-numeric: tabular-nums } a { color: #2a7ac0 }
"""


def write_report(
    path: Path,
    *,
    title: str,
    curves: Mapping[str, Sequence[float]],
    found: Sequence[Mapping[str, object]],
    summary: Mapping[str, object],
) -> None:
    """Write the report.

    `curves`: per name the recall (0 to 1) after the first, second ... download. `found`: the lines that `hubwalk find`
    writes (url, title, score, reason, found_via). `summary`: label -> value, shown as given.
    """
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{STYLE}</style></head><body><h1>{escape(title)}</h1>",
        "<dl>" + "".join(f"<div><dt>{_text(k)}</dt><dd>{_text(v)}</dd></div>" for k, v in summary.items()) + "</dl>",
        "<h2>Recall over downloads</h2>",
        _svg(curves),
        f"<h2>Pages found: {len(found)}</h2>",
        _table(found),
        "</body></html>\n",
    ]
    try:
        path.write_text("\n".join(parts), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"report {path}: cannot write it ({error.strerror or error})") from None


def _text(value: object) -> str:
    # A lone surrogate (broken pages have them) cannot be written as UTF-8.
    return escape(f"{value:.3g}" if isinstance(value, float) else str(value)).encode("utf-8", "replace").decode()


def _table(found: Sequence[Mapping[str, object]]) -> str:
    head = "".join(f"<th>{name}</th>" for name in ("", "title", "address", "score", "reason", "how found"))
    rows = [_row(number, line) for number, line in enumerate(found, 1)]
    return (
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>\n'
        + "\n".join(rows)
        + "\n</tbody></table></div>"
    )


def _row(number: int, line: Mapping[str, object]) -> str:
    url = str(line.get("url", ""))
    shown = _text(url)
    if url.startswith(("http://", "https://")):
        shown = f'<a href="{shown}" rel="noreferrer">{shown}</a>'
    return (
        f'<tr><td class="number">{number}</td><td>{_text(line.get("title", ""))}</td><td class="url">{shown}</td>'
        f'<td class="number">{_text(line.get("score", ""))}</td><td>{_text(line.get("reason", ""))}</td>'
        f'<td class="url">{_how(line.get("found_via", ""))}</td></tr>'
    )


def _how(via: object) -> str:
    """ "harvest on HUB at DOM PATH" from the `found_via` of a find line."""
    if not isinstance(via, Mapping):
        return _text(via or "")
    rule, hub = via.get("rule") or "", via.get("hub") or via.get("url") or ""
    dom_path = via.get("dom_path") or ""
    return _text(f"{rule}{f' on {hub}' if hub else ''}{f' at {dom_path}' if dom_path else ''}")


def _svg(curves: Mapping[str, Sequence[float]]) -> str:
    longest = max((len(curve) for curve in curves.values()), default=0)
    step = _step(max(longest, 1))
    right = step * -(-max(longest, 1) // step)
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def at(downloads: float, recall: float) -> str:
        return f"{_LEFT + wide * downloads / right:.1f},{_TOP + high * (1 - recall):.1f}"

    parts = [f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="recall over downloads">']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = at(0, share).split(",")
        parts.append(f'<line class="grid" x1="{x}" x2="{_WIDTH - _RIGHT}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{float(y) + 4}" text-anchor="end">{share:.0%}</text>')
    for downloads in range(0, right + 1, step):
        x = at(downloads, 0).split(",")[0]
        parts.append(f'<text x="{x}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{downloads}</text>')
    parts.append(f'<text x="{_LEFT + wide / 2}" y="{_HEIGHT - 6}" text-anchor="middle">downloads</text>')
    for i, (name, curve) in enumerate(curves.items()):
        colour = _COLOURS[i % len(_COLOURS)]
        points = " ".join(at(x, y) for x, y in _thinned(curve))
        line = _HEIGHT - _BOTTOM - 20 * (len(curves) - i)
        parts.append(f'<polyline class="curve" stroke="{colour}" points="{points}"/>')
        parts.append(f'<rect x="{_WIDTH - 190}" y="{line - 5}" width="18" height="4" fill="{colour}"/>')
        parts.append(f'<text class="name" x="{_WIDTH - 166}" y="{line + 1}">{_text(name)}</text>')
    return "\n".join([*parts, "</svg>"])


def _step(longest: int) -> int:
    """A round distance between marks, so that there are about eight."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if longest <= 8 * factor * power:
                return factor * power
        power *= 10


def _thinned(curve: Sequence[float]) -> list[tuple[int, float]]:
    points = [(0, 0.0), *enumerate(curve, 1)]
    stride = max(1, len(points) // _POINTS)
    return [*points[:-1:stride], points[-1]]
