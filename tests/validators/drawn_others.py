"""Pages that show no single instance though they use the same words: each is a function from many facts to HTML."""

from __future__ import annotations

from collections.abc import Callable

from drawn_sheets import PLAIN, ROW, Many, absolute, at, each, grid_by_id, printer, stage


def listing(many: Many) -> str:
    rows = "".join("<tr>" + "".join(f"<td>{value}" for value in facts.values()) for facts in many)
    return f"<table><tr>{each('<th>{label}', many[0])}{rows}</table>"


def listing_in_a_grid(many: Many) -> str:
    cells = [*many[0], *(value for facts in many for value in facts.values())]
    style = f"<style>#g{{display:grid;grid-template-columns:repeat({len(many[0])},1fr)}}</style>"
    return f"{style}<div id=g>{''.join(f'<div>{text}</div>' for text in cells)}</div>"


def comparison(many: Many) -> str:
    rows = "".join(f"<tr><th>{k}<td>{v}<td>{many[1].get(k, '-')}<td>{many[2].get(k, '-')}" for k, v in many[0].items())
    return f"<table><tr><th><th>One<th>Two<th>Three{rows}</table>"


def comparison_in_rows(many: Many) -> str:
    """A row has a label and a box, and the values are in that box."""
    rows = "".join(
        f"<div style='display:flex'><div style='width:200px'>{k}</div><div style='display:flex'>"
        f"<p style='width:150px'>{v}</p><p style='width:150px'>{many[1].get(k, '-')}</p></div></div>"
        for k, v in many[0].items()
    )
    return f"<div>{rows}</div>"


def comparison_placed(many: Many) -> str:
    rows = enumerate(many[0].items())
    return stage(
        [
            at(x, i * ROW, text)
            for i, (k, v) in rows
            for x, text in zip((10, 200, 350), (k, v, many[1].get(k, "-")), strict=True)
        ]
    )


def comparison_of_columns(many: Many) -> str:
    columns = [list(many[0]), *([facts.get(k, "-") for k in many[0]] for facts in many[:2])]
    inner = "".join(
        f"<div style='width:180px'>{''.join(f'<p>{text}</p>' for text in column)}</div>" for column in columns
    )
    return f"<div style='display:flex'>{inner}</div>"


def comparison_with_gaps(many: Many) -> str:
    rows = enumerate(many[0].items())
    return stage(
        [
            piece
            for i, (k, v) in rows
            for piece in (
                at(10, i * ROW, k),
                at(200, i * ROW, v) if i % 3 != 1 else "",
                at(350, i * ROW, many[1].get(k, "-")) if i % 3 != 2 else "",
            )
        ]
    )


def versus(many: Many) -> str:
    one, two = absolute(many[0]), absolute(many[1])
    return f"<div style='display:flex'><div style='width:450px'>{one}</div><div style='width:450px'>{two}</div></div>"


def sheets_below_each_other(many: Many) -> str:
    return "".join(f"<h2>No. {i}</h2>{grid_by_id(facts).replace('specs', f's{i}')}" for i, facts in enumerate(many[:3]))


def cards(many: Many) -> str:
    inner = "".join(
        f"<div style='width:220px'><h3><a href=/{i}>No. {i}</a></h3>{each('<p>{label}: {value}</p>', facts)}</div>"
        for i, facts in enumerate(many[:3])
    )
    return f"<div style='display:flex'>{inner}</div>"


def menu(many: Many) -> str:
    links = "".join(f"<li><a href=/by/{i}>{k}</a> <a href=/top/{i}>best</a></li>" for i, k in enumerate(many[0]))
    return f"<ul>{links}</ul>"


def menu_in_columns(many: Many) -> str:
    cells = [f"<a href=/by/{i}>{text}</a>" for i, text in enumerate(t for row in many[0].items() for t in row)]
    return f"<style>#m{{display:grid;grid-template-columns:1fr 1fr}}</style><div id=m>{''.join(cells)}</div>"


def filters(many: Many) -> str:
    rows = "".join(
        f"<div style='display:flex;gap:10px'><b style='width:200px'>{k}</b>"
        f"<a href=/1>{v}</a><a href=/2>{many[1].get(k, 'any')}</a></div>"
        for k, v in many[0].items()
    )
    return f"<div>{rows}</div>"


def prose_in_columns(many: Many) -> str:
    words = " ".join(f"The {k.lower()} of most of them is well below what the makers say it is." for k in many[0])
    return f"<div style='columns:2'><p>{words}</p><p>{words}</p></div>"


def explained(many: Many) -> str:
    said = "is something that many people ask about when they come to us for the first time"
    labels = [at(10, 2 * i * ROW, f"<b>{k}</b>") for i, k in enumerate(many[0])]
    return stage(labels + [at(160, 2 * i * ROW, said, "width:400px") for i in range(len(many[0]))], 800)


def form(many: Many) -> str:
    rows = each(
        "<p><label style='display:inline-block;width:200px'>{label}</label><input value='{value}'></p>", many[0]
    )
    return f"<form>{rows}<button>Search</button></form>"


def form_with_choices(many: Many) -> str:
    rows = each("<div style='display:flex'><p>{label}</p><select><option>{value}<option>any</select></div>", many[0])
    return f"<form>{rows}</form>"


def calendar(many: Many) -> str:
    days = "".join(f"<i>{day}</i>" for day in range(1, 31))
    heads = "".join(f"<b>{day}</b>" for day in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))
    style = "<style>#c{display:grid;grid-template-columns:repeat(7,40px)}</style>"
    return f"{style}<div id=c>{heads}{days}</div><p>{many[0].get('Price', '')}"


def price_list(many: Many) -> str:
    cells = [f"<div>{k} repair</div><div>{i + 2}9.00 crowns</div>" for i, k in enumerate(many[0])]
    return f"<style>#p{{display:grid;grid-template-columns:300px 1fr}}</style><div id=p>{''.join(cells)}</div>"


def dated_news(many: Many) -> str:
    return stage(
        [
            piece
            for i, k in enumerate(many[0])
            for piece in (
                at(10, i * ROW, f"{i + 1} May"),
                at(120, i * ROW, f"<a href=/n/{i}>What is new about {k}</a>"),
            )
        ]
    )


def footer_columns(many: Many) -> str:
    columns = "".join(
        f"<div><h4>{head}</h4>{''.join(f'<p><a href=/{k}>{k}</a></p>' for k in list(many[0])[i : i + 3])}</div>"
        for i, head in enumerate(("About", "Help", "Shop"))
    )
    return f"<p>Nothing found.</p><div style='display:flex;gap:80px'>{columns}</div>"


def another_kind(many: Many) -> str:
    return absolute(printer(4))


def another_kind_in_a_table(many: Many) -> str:
    return PLAIN["a table"](printer(5))


def comments(many: Many) -> str:
    names = ("Anna", "Otto", "Ines", "Jan", "Mia", "Paul")
    return "".join(
        f"<div style='display:flex'><b style='width:100px'>{name}</b><p>I like its {k.lower()}</p></div>"
        for name, k in zip(names, many[0], strict=False)
    )


OTHERS: dict[str, Callable[[Many], str]] = {
    "listing": listing,
    "listing in a grid": listing_in_a_grid,
    "comparison": comparison,
    "comparison in rows": comparison_in_rows,
    "comparison, placed": comparison_placed,
    "comparison of columns": comparison_of_columns,
    "comparison with gaps": comparison_with_gaps,
    "versus": versus,
    "sheets below each other": sheets_below_each_other,
    "cards": cards,
    "menu": menu,
    "menu in columns": menu_in_columns,
    "filters": filters,
    "prose in columns": prose_in_columns,
    "explained": explained,
    "form": form,
    "form with choices": form_with_choices,
    "calendar": calendar,
    "price list": price_list,
    "dated news": dated_news,
    "footer columns": footer_columns,
    "another kind": another_kind,
    "another kind in a table": another_kind_in_a_table,
    "comments": comments,
}
