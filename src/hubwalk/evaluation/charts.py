"""Small charts as SVG text: the same numbers give the same bytes, and each picture carries its own style.

Drawn by hand and not by a library, because the pictures are checked in and a library writes other bytes with every
version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

# Okabe and Ito's colours, which colour-blind readers can tell apart.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_STYLE = (
    ".hw-t{font:12px system-ui,sans-serif;fill:#4a5464}.hw-b{font-weight:600;fill:#1c2330}.hw-g{stroke:#d9dee7}"
    ".hw-m{stroke:#1c2330;stroke-width:2}"
    "@media(prefers-color-scheme:dark){.hw-t{fill:#a0a9b8}.hw-b{fill:#e6e9ef}.hw-g{stroke:#3a4352}.hw-m{stroke:#e6e9ef}}"
)
_WIDTH = 860
_ROW, _GAP = 17, 34


def bars(
    label: str, groups: Mapping[str, Mapping[str, float]], marks: Mapping[str, Mapping[str, float]] | None = None
) -> str:
    """Shares as horizontal bars, one block per group. `marks` are other people's numbers, a stroke across the bar.
    Names that are alike up to the first ":" or blank have one colour, the first of all its own."""
    left, wide = 190, _WIDTH - 190 - 60
    parts: list[str] = []
    y = 6
    colour_of = _colours(name for group in groups.values() for name in group)
    for title, values in groups.items():
        parts.append(_text(0, y + 13, title, bold=True))
        y += 22
        for name, value in values.items():
            length = wide * max(0.0, min(1.0, value))
            parts.append(_text(left - 8, y + 12, name, anchor="end"))
            parts.append(
                f'<rect x="{left}" y="{y + 2}" width="{length:.1f}" height="{_ROW - 5}" fill="{colour_of[name]}"/>'
            )
            mark = (marks or {}).get(title, {}).get(name)
            x = left + wide * (mark or 0.0)
            end = left + length + 6
            # Where the stroke would run through the number, the number stands behind it.
            parts.append(_text(x + 6 if end - 4 < x < end + 36 else end, y + 12, f"{value:.3f}"))
            if mark is not None:
                parts.append(f'<line class="hw-m" x1="{x:.1f}" x2="{x:.1f}" y1="{y}" y2="{y + _ROW - 1}"/>')
            y += _ROW
        y += _GAP - 22
    return _svg(label, y, parts)


def _colours(names: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    families: dict[str, str] = {}
    for name in names:
        family = name.partition(":")[0].partition(" ")[0]
        families.setdefault(family, COLOURS[min(len(families), 1)])
        found[name] = families[family]
    return found


def lines(
    label: str,
    across: str,
    up: str,
    curves: Mapping[str, Sequence[tuple[float, float]]],
    ticks: Sequence[float] = (),
) -> str:
    """Curves over numbers. The upright axis begins where the lowest curve does, rounded down, and says so. Each number
    is named and marked; where there are too many for that, name the `ticks`, and nothing is marked."""
    left, right, top, high = 62, 190, 14, 230
    wide = _WIDTH - left - right
    points = [point for curve in curves.values() for point in curve] or [(0.0, 0.0)]
    marks = sorted(ticks or {x for x, _ in points})
    low, most = _span([y for _, y in points])
    first, last = marks[0], marks[-1]

    def at(x: float, y: float) -> tuple[float, float]:
        across_share = (x - first) / (last - first) if last > first else 0.5
        return left + wide * across_share, top + high * (1 - (y - low) / (most - low))

    parts = []
    for step in range(5):
        value = low + (most - low) * step / 4
        y = at(first, value)[1]
        parts.append(f'<line class="hw-g" x1="{left}" x2="{left + wide}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(_text(left - 8, y + 4, f"{value:.3f}", anchor="end"))
    parts += [_text(at(x, low)[0], top + high + 18, f"{x:g}", anchor="middle") for x in marks]
    parts.append(_text(left + wide / 2, top + high + 38, across, anchor="middle"))
    parts.append(_text(left, 10, up))
    for i, (name, curve) in enumerate(curves.items()):
        colour = COLOURS[i % len(COLOURS)]
        places = [at(*point) for point in curve]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dashes = _dashes(i)
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2"{dashes} points="{path}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places if not ticks]
        x, y = left + wide + 20, top + 20 * i
        parts.append(
            f'<line x1="{x}" x2="{x + 16}" y1="{y + 2}" y2="{y + 2}" stroke="{colour}" stroke-width="2"{dashes}/>'
            if dashes
            else f'<rect x="{x}" y="{y}" width="16" height="4" fill="{colour}"/>'
        )
        parts.append(_text(left + wide + 42, top + 6 + 20 * i, name))
    return _svg(label, max(top + high + 46, top + 20 * len(curves)), parts)


def _dashes(number: int) -> str:
    """Curves beyond the colours: the same ones again, dashed, then dotted."""
    patterns = ("", ' stroke-dasharray="8 3"', ' stroke-dasharray="2 3"')
    return patterns[number // len(COLOURS) % len(patterns)]


def _span(values: Sequence[float]) -> tuple[float, float]:
    """Round limits around the values, in steps of 0.05."""
    low, most = int(min(values) * 20) / 20, -int(-max(values) * 20 // 1) / 20
    return (low, most) if most > low else (low, low + 0.05)


def shares(label: str, rows: Mapping[str, Mapping[str, float]]) -> str:
    """Parts of a whole, one bar per row."""
    left, wide = 190, _WIDTH - 190 - 20
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    colour_of = {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}
    parts = []
    for i, name in enumerate(names):
        at = left + i * (wide // max(1, len(names)))
        parts.append(f'<rect x="{at}" y="4" width="12" height="12" fill="{colour_of[name]}"/>')
        parts.append(_text(at + 18, 14, name))
    y = 28
    for title, row in rows.items():
        parts.append(_text(left - 8, y + 15, title, anchor="end"))
        x, total = float(left), sum(row.values()) or 1.0
        for name, value in row.items():
            length = wide * value / total
            parts.append(f'<rect x="{x:.1f}" y="{y}" width="{length:.1f}" height="20" fill="{colour_of[name]}"/>')
            if length > 34:
                parts.append(
                    f'<text x="{x + length / 2:.1f}" y="{y + 14}" text-anchor="middle" font-size="11" fill="#fff" '
                    f'font-family="system-ui,sans-serif">{value / total:.0%}</text>'
                )
            x += length
        y += 28
    return _svg(label, y, parts)


def _text(x: float, y: float, text: str, *, anchor: str = "start", bold: bool = False) -> str:
    style = "hw-t hw-b" if bold else "hw-t"
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(label: str, height: float, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" role="img" '
        f'aria-label="{escape(label)}"><style>{_STYLE}</style>'
    )
    return "\n".join([head, *parts, "</svg>\n"])
