"""One instance in tabular form, by many techniques of style sheets: every layout is a function from facts to HTML."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

Facts = Mapping[str, str]
Many = Sequence[Facts]

ROW = 28  # pixels between absolute rows


def camera(i: int) -> dict[str, str]:
    facts = {
        "Resolution": f"{i + 3} megapixels",
        "Sensor size": f"1/{i + 1}.5 inch",
        "Optical zoom": f"{i + 2}x",
        "Aperture": f"f/{i + 1}.8",
        "Shutter speed": f"1/{1000 + 10 * i} s",
        "Viewfinder": "electronic" if i % 2 else "optical",
        "Weight": f"{90 + 7 * i} g",
        "Price": f"{i + 1}99 crowns",
    }
    return {label: value for k, (label, value) in enumerate(facts.items()) if k != i % 5}


def town(i: int) -> dict[str, str]:
    facts = {
        "Country": ("Lumoria", "Ostland", "Verania")[i % 3],
        "Population": f"{i + 2}4,{i % 10}30",
        "Area": f"{i + 7}.{i % 10} km²",
        "Elevation": f"{120 + 9 * i} m",
        "Mayor": ("Anna Bell", "Otto Kern", "Ines Vale")[i % 3],
        "Founded": f"{1200 + 13 * i}",
        "Postal code": f"{4000 + 11 * i}",
        "Time zone": f"UTC+{i % 3}",
    }
    return {label: value for k, (label, value) in enumerate(facts.items()) if k != 2 + i % 5}


def printer(i: int) -> dict[str, str]:
    return {
        "Paper": f"A{i % 5}", "Speed": f"{i + 9} ppm", "Ink": f"{i % 7}", "Duplex": "no", "Noise": f"{30 + i} dB",
        "Trays": f"{i % 4 + 1}", "Weight": f"{i + 3} kg", "Price": f"{i + 2}49 crowns",
    }  # fmt: skip


KINDS: dict[str, Callable[[int], dict[str, str]]] = {"camera": camera, "town": town}


def each(template: str, facts: Facts) -> str:
    rows = enumerate(facts.items())
    return "".join(template.format(i=i, n=i + 1, y=i * ROW, label=label, value=value) for i, (label, value) in rows)


def shuffled(pieces: Sequence[str]) -> str:
    return "".join(random.Random(7).sample(pieces, len(pieces)))


def at(x: int, y: int, text: str, more: str = "") -> str:
    return f"<div style='position:absolute;left:{x}px;top:{y}px;{more}'>{text}</div>"


def stage(pieces: Sequence[str], height: int = 400) -> str:
    return f"<div style='position:relative;height:{height}px'>{shuffled(pieces)}</div>"


def absolute(facts: Facts) -> str:
    rows = enumerate(facts.items())
    return stage([at(x, i * ROW, text) for i, row in rows for x, text in zip((10, 220), row, strict=True)])


def absolute_right_labels(facts: Facts) -> str:
    rows = list(enumerate(facts.items()))
    right = "width:150px;text-align:right"
    return stage([at(0, i * ROW, k, right) for i, (k, _) in rows] + [at(170, i * ROW, v) for i, (_, v) in rows])


def absolute_centred(facts: Facts) -> str:
    rows = list(enumerate(facts.items()))
    centre = "width:200px;text-align:center"
    return stage(
        [at(0, i * ROW, k, centre) for i, (k, _) in rows] + [at(230, i * ROW, v, centre) for i, (_, v) in rows]
    )


def absolute_two_pairs(facts: Facts) -> str:
    rows = list(enumerate(facts.items()))
    place = [(360 * (i % 2), i // 2 * ROW) for i, _ in rows]
    labels = [at(*place[i], f"<b>{k}</b>") for i, (k, _) in rows]
    return stage(labels + [at(place[i][0] + 160, place[i][1], v) for i, (_, v) in rows])


def labels_then_values(facts: Facts) -> str:
    labels = "".join(f"<i style='grid-column:1;grid-row:{i + 1}'>{k}</i>" for i, k in enumerate(facts))
    values = "".join(f"<i style='grid-column:2;grid-row:{i + 1}'>{v}</i>" for i, v in enumerate(facts.values()))
    return f"<div style='display:grid;gap:6px 40px;justify-content:start'>{labels}{values}</div>"


def column_flow(facts: Facts) -> str:
    cells = "".join(f"<p>{text}</p>" for text in [*facts, *facts.values()])
    style = f"#g{{display:grid;grid-auto-flow:column;grid-template-rows:repeat({len(facts)},auto)}}"
    return f"<style>{style}</style><div id=g>{cells}</div>"


def grid_by_id(facts: Facts) -> str:
    style = "<style>#specs{display:grid;grid-template-columns:200px 1fr}</style>"
    return f"{style}<div id=specs>{each('<div>{label}</div><div>{value}</div>', facts)}</div>"


def grid_with_contents(facts: Facts) -> str:
    style = "<style>#g{display:grid;grid-template-columns:1fr 1fr}#g section{display:contents}</style>"
    half = len(facts) // 2
    parts = [dict(list(facts.items())[:half]), dict(list(facts.items())[half:])]
    inner = "".join(f"<section>{each('<p>{label}</p><p>{value}</p>', part)}</section>" for part in parts)
    return f"{style}<div id=g>{inner}</div>"


def wrapping_flex(facts: Facts) -> str:
    style = "<style>#f{display:flex;flex-wrap:wrap}#f>*{width:30%}#f>*:nth-child(even){width:70%}</style>"
    return f"{style}<div id=f>{each('<div>{label}</div><div>{value}</div>', facts)}</div>"


def reversed_rows(facts: Facts) -> str:
    style = "<style>.r{display:flex;flex-direction:row-reverse}.r :first-child{flex:2}.r :last-child{flex:1}</style>"
    return f"{style}<div>{each('<div class=r><p>{value}</p><p>{label}</p></div>', facts)}</div>"


def values_float_first(facts: Facts) -> str:
    row = "<p style='width:400px'><span style='float:right'>{value}</span><span>{label}</span></p>"
    return each(row, facts)


def ordered_cells(facts: Facts) -> str:
    style = "<style>.r{display:flex}.r div{width:200px}.r :first-child{order:2}.r :last-child{order:1}</style>"
    return f"{style}<div>{each('<div class=r><div>{value}</div><div>{label}</div></div>', facts)}</div>"


def two_blocks(facts: Facts) -> str:
    labels = each("<p>{label}</p>", facts)
    values = each("<div><p>{value}</p></div>", facts)
    return (
        f"<div style='display:flex'><div style='width:220px'><div><h3>What</h3>{labels}</div></div>"
        f"<section><h3>How much</h3>{values.replace('<div>', '').replace('</div>', '')}</section></div>"
    )


def two_blocks_of_lists(facts: Facts) -> str:
    labels, values = each("<li>{label}", facts), each("<li>{value}", facts)
    return (
        "<style>.l{float:left;width:200px}.v{margin-left:240px}ul{margin:0}</style><div class=l><div><ul>"
        f"{labels}</ul></div><p></p></div><div class=v><ul>{values}</ul><p style='clear:both'>As measured.</p></div>"
    )


def two_tables(facts: Facts) -> str:
    labels, values = each("<tr><td>{label}", facts), each("<tr><td>{value}", facts)
    return f"<table><tr><td><table>{labels}</table><td><table>{values}</table></table>"


def turned_table(facts: Facts) -> str:
    style = "<style>.t tr{display:table-cell;padding-right:30px}.t td{display:block}</style>"
    return f"{style}<table class=t><tr>{each('<td>{label}', facts)}<tr>{each('<td>{value}', facts)}</table>"


def marked_rows(facts: Facts) -> str:
    row = "<div style='display:flex'><p style='width:20px'>+</p><p style='width:200px'>{label}</p><p>{value}</p></div>"
    return f"<div>{each(row, facts)}</div>"


def css_table(facts: Facts) -> str:
    rows = [
        f"<div style='display:table-row'>{'<span>' * (i % 3)}<div style='display:table-cell;width:200px'>{k}</div>"
        f"{'</span>' * (i % 3)}<em style='display:table-cell'>{v}</em></div>"
        for i, (k, v) in enumerate(facts.items())
    ]
    return f"<div style='display:table'>{''.join(rows)}</div>"


def lying_row(facts: Facts) -> str:
    style = "<style>.row{display:flex}.row p{width:110px;margin:4px}.row.h p{font-weight:bold}</style>"
    labels, values = each("<p>{label}</p>", facts), each("<p>{value}</p>", facts)
    return f"{style}<div class='row h'>{labels}</div><div class=row>{values}</div>"


def tiles(facts: Facts) -> str:
    rows = list(enumerate(facts.items()))
    place = [(10 + 200 * (i % 3), i // 3 * 90) for i, _ in rows]
    labels = [at(*place[i], k, "font-size:12px") for i, (k, _) in rows]
    return stage(labels + [at(place[i][0], place[i][1] + 20, v, "font-size:20px") for i, (_, v) in rows])


def centred_tiles(facts: Facts) -> str:
    rows = list(enumerate(facts.items()))
    place = [(10 + 200 * (i % 3), i // 3 * 90) for i, _ in rows]
    centre = "width:180px;text-align:center"
    labels = [at(*place[i], f"<b>{k}</b>", centre) for i, (k, _) in rows]
    return stage(labels + [at(place[i][0], place[i][1] + 22, v, centre) for i, (_, v) in rows])


def long_values(facts: Facts) -> str:
    said = {
        label: f"{value}, as measured by the editors in two trials of several hours each"
        for label, value in facts.items()
    }
    style = "<style>#n{display:grid;grid-template-columns:140px 220px;gap:8px}</style>"
    labels = "".join(f"<p style='grid-column:1;grid-row:{i + 1}'>{k}</p>" for i, k in enumerate(said))
    values = "".join(f"<p style='grid-column:2;grid-row:{i + 1}'>{v}</p>" for i, v in enumerate(said.values()))
    return f"{style}<div id=n>{labels}{values}</div>"


def colon_lines(facts: Facts) -> str:
    pieces = [at(10, i * ROW, f"{k}: {v}") for i, (k, v) in enumerate(facts.items())]
    return stage([f"<div>{piece}</div>" if i % 2 else piece for i, piece in enumerate(pieces)])


def bold_lines(facts: Facts) -> str:
    pieces = [at(10, i * ROW, f"<b>{k}:</b> {v}") for i, (k, v) in enumerate(facts.items())]
    return stage([f"<div><div>{piece}</div></div>" if i % 2 else piece for i, piece in enumerate(pieces)])


def units_apart(facts: Facts) -> str:
    rows = enumerate(facts.items())
    cells = [
        at(x, i * ROW, text)
        for i, (k, v) in rows
        for x, text in zip((10, 200, 300), (k, *(v.split(" ", 1) if v[0].isdigit() else [v])), strict=False)
    ]
    return stage(cells)


def beside_a_list(facts: Facts) -> str:
    links = "".join(f"<p style='margin:4px'><a href=/{i}>Story {i}</a></p>" for i in range(12))
    sheet = f"<div style='flex:none;width:500px'>{absolute(facts)}</div>"
    return f"<div style='display:flex;gap:60px'><aside>{links}</aside>{sheet}<aside>{links}</aside></div>"


PLAIN: dict[str, Callable[[Facts], str]] = {
    "a table": lambda facts: f"<table>{each('<tr><th>{label}<td>{value}', facts)}</table>",
    "plain cells": lambda facts: f"<table>{each('<tr><td>{label}<td>{value}', facts)}</table>",
    "sections in a table": lambda facts: (
        "<table><tr><th colspan=2>Data"
        + each("<tr><td>{label}:<td>{value}", facts)
        + "<tr><th colspan=2>More<tr><td>Colour:<td>grey<tr><td>Kit:<td>no</table>"
    ),
    "terms": lambda facts: f"<dl>{each('<dt>{label}<dd>{value}', facts)}</dl>",
    "list items": lambda facts: f"<ul>{each('<li>{label}: {value}', facts)}</ul>",
    "rows of boxes": lambda facts: (
        "<style>.l{float:left;width:200px}</style>"
        + each("<div class=r><div class=l>{label}</div><div>{value}</div></div>", facts)
    ),
    "lines": lambda facts: f"<p>{each('<b>{label}</b>: {value}<br>', facts)}",
    "several values": lambda facts: f"<table>{each('<tr><th>{label}<td>{value}<br>about', facts)}</table>",
}
DRAWN: dict[str, Callable[[Facts], str]] = {
    "absolute": absolute,
    "absolute, right labels": absolute_right_labels,
    "absolute, centred": absolute_centred,
    "absolute, two pairs in a row": absolute_two_pairs,
    "labels, then values": labels_then_values,
    "column flow": column_flow,
    "grid by id": grid_by_id,
    "grid with contents": grid_with_contents,
    "wrapping flex": wrapping_flex,
    "reversed rows": reversed_rows,
    "values float first": values_float_first,
    "ordered cells": ordered_cells,
    "two blocks": two_blocks,
    "two blocks of lists": two_blocks_of_lists,
    "two tables": two_tables,
    "turned table": turned_table,
    "marked rows": marked_rows,
    "css table": css_table,
    "lying row": lying_row,
    "tiles": tiles,
    "centred tiles": centred_tiles,
    "long values": long_values,
    "colon lines": colon_lines,
    "bold lines": bold_lines,
    "units apart": units_apart,
    "beside a list": beside_a_list,
}
