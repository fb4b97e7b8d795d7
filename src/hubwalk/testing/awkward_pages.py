"""Pages as the web has them: the worst, and ordinary ones of a small shop. Each has a name and an address."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator

from hubwalk.pages.parse import parse
from hubwalk.values import Page

_HOST = "http://practice.test"
_HUGE = 50_000_000  # characters
_BROKEN_DATA = "<script type='application/ld+json'>{\"@type\": [{]</script><p itemscope typeof=x>"
_THING = "<div itemprop=a itemscope itemtype='https://schema.org/Product' typeof=Product>"
_REFERRED = "<div id=a>" + "<b itemprop=b>c</b>" * 1_000
_FRAME = "<title>{title} - The shop</title><div id=menu><a href=/>Home</a> <a href=/list/0>List</a></div>{body}"
_ROW = "<tr class=row><th>Weight<td>120 g <a href='/part?id=7'>more</a> and some words\n"


@functools.cache
def awkward_pages() -> tuple[tuple[str, Page], ...]:
    """Pages that a validator must survive."""
    return tuple(_awkward_pages())


def _awkward_pages() -> Iterator[tuple[str, Page]]:
    for title, html in (
        ("an ordinary page", "<title>Camera</title><h1>Camera</h1><table><tr><th>Zoom<td>4x</table><a href=/x>x</a>"),
        ("an empty page", ""),
        ("white space only", " \n\t "),
        ("no markup", "just words"),
        ("broken HTML", "<table><tr><td><div></table></p><b><i></b></i><a href='x>never closed <!-- nor this"),
        ("10,000 levels deep", "<div>" * 10_000 + "deep"),
        ("40,000 levels deep", "<div>" * 40_000 + "deep"),  # more than a parser is given
        ("not ASCII", "<p>größe 価格 цена \N{GRINNING FACE} \x00 \ufffd &#0; &nbsp;"),
        ("half a surrogate pair", "<p>a\ud800b"),
        ("binary posing as HTML", "<html>\x89PNG\r\n\x1a\n" + _noise(60_000).decode("latin-1")),
        ("bytes that are no UTF-8", "<html><p>" + _noise(60_000).decode("utf-8", "replace")),
        ("UTF-16 read as Latin-1", "<p>größe 価格 цена <b>4x</b>".encode("utf-16").decode("latin-1")),
        ("UTF-8 read as Latin-1", "<h1>Größe</h1><p>価格 цена".encode().decode("latin-1")),
        ("an XML declaration that lies", '<?xml version="1.0" encoding="utf-16"?><html><p>größe</p></html>'),
        ("a megabyte", "<p>some more words " * 60_000),
        ("one endless word", "<p>" + "x" * 500_000),
        ("a tag with 2,000 attributes", "<p " + " ".join(f"a{i}={i}" for i in range(2_000)) + ">x"),
        ("scripts only", "<script>document.write('<p>hi')</script><style>p {}</style><noscript>no</noscript>"),
        ("data that cannot be read", _BROKEN_DATA),
        ("300 things within each other", _THING * 300),  # before others: what stays locked would show there
        ("a thousand things that name a thousand others", _THING.replace(">", " itemref=a>") * 1_000 + _REFERRED),
        ("300,000 marks on one letter", "<p>x" + "\u0315\u0300" * 150_000),
        ("frames", "<frameset><frame src=a><frame src=b></frameset>"),
        ("line breaks in title and text", "<title>a\r\nb</title><p>c\r\nd\u2028e\x85f"),
    ):
        yield title, parse(html, _url(title))
    yield "an unusual URL", parse("<p>x", f"{_HOST}:8080/a%20b/%C3%A9;v=1?q=a+b&c=%0A&d=")
    yield "status 404", _page("status 404", status=404, html="<p>Sorry")
    yield "status 500 without content", _page("status 500 without content", status=500)
    yield "no answer", _page("no answer", status=0, error="time-out after 30 s")
    yield "not HTML", _page("not HTML", error="not HTML but image/png")
    yield "a redirected page", Page(_url("a redirected page"), f"{_HOST}/old", html="<p>x")


def huge_page() -> tuple[str, Page]:
    """50 MB of rows. A crawl stops reading long before that (`--max-size`), but pages may come from anywhere."""
    return "50 MB", _page("50 MB", html="<title>Parts</title><table>" + _ROW * (_HUGE // len(_ROW)))


def shop_pages(part: int) -> Iterator[tuple[str, Page]]:
    """Ordinary pages of a shop, a third of its assortment: cameras, printers, lists and news in one frame."""
    rng = random.Random(part)
    for i in range(part * 8, part * 8 + 8):
        camera = _rows({"Zoom": f"{i + 2}x", "Megapixels": f"{8 + i}", "Weight": f"{rng.randint(90, 900)} g"})
        printer = _rows({"Paper": f"A{i % 4}", "Ink": f"{rng.randint(1, 6)} colours", "Trays": str(i % 3)})
        items = "".join(f"<li><a href=/camera/{j}>Camera {j}</a> {rng.randint(50, 999)} EUR" for j in range(i, i + 9))
        for title, body in (
            (f"camera/{i}", f"<h1>Camera {i}</h1>{camera}<p>A camera with a lens of its own."),
            (f"printer/{i}", f"<h1>Printer {i}</h1>{printer}<p>Prints what you like."),
            (f"list/{i}", f"<h1>Cameras, page {i}</h1><ul>{items}</ul><a href=/list/{i + 1}>next</a>"),
            (f"news/{i}", f"<h1>News {i}</h1>" + "<p>Our shop was open on that day, as always." * (1 + i % 3)),
        ):
            html = _FRAME.format(title=title, body=body)
            yield f"shop page {title}", parse(html, f"{_HOST}/shop/{title}")


def _rows(values: dict[str, str]) -> str:
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in values.items())
    return f"<table class=data>{rows}</table>"


def _page(title: str, *, status: int = 200, html: str = "", error: str = "") -> Page:
    return Page(_url(title), _url(title), status=status, html=html, error=error)


def _url(title: str) -> str:
    return f"{_HOST}/{title.replace(' ', '-').replace(',', '')}"


def _noise(length: int) -> bytes:
    return random.Random(7).randbytes(length)
