"""The 24 sites of the four domains, by their traits.

The number of targets of each site is the column "Actually existing" of Figs. 4 to 7 of the journal version; the rest
was written down from what section 5 says of such sites, before any crawler saw them. One thing was changed after that:
`others`, pages of other sections per target, is four times what it was, because most sites were so small that every
strategy fetched them whole. Names are invented.
"""

from __future__ import annotations

from hubwalk.demo.web.style import Stock, Style


def _stocks(text: str) -> tuple[Stock, ...]:
    """Other sections: kind of product, form of page, per cent of the site's other pages."""
    rows = [part.strip().rsplit(" ", 2) for part in text.split(",")]
    return tuple(Stock(kind, form, float(share)) for kind, form, share in rows)


STYLES: dict[str, tuple[Style, ...]] = {
    "cameras": (
        Style(
            "lensledger", "Lens Ledger", 670, others=20.0, frame="portal", layout="grid", listing="entries",
            stocks=_stocks(
                "printer sheet 25, camcorder sheet 20, tv set sheet 20, lens sheet 15, camera news 15, "
                "camera thread 5"
            ),
            anchors="described", ways=("makers", "types"), above=("Electronics", "Imaging"), urls="query",
            parts=("overview",), boxes=("maker", "latest"), corners=("compare",),
        ),
        Style(
            "pixelmeadow", "Pixel Meadow", 894, others=6.0, frame="rail", layout="table",
            stocks=_stocks("printer sheet 40, scanner sheet 20, camera news 40"),
            ways=("makers", "list"), boxes=("related",), corners=("print",), per_page=30,
        ),
        Style(
            "shuttershelf", "The Shutter Shelf", 432, others=2.0, frame="plain", layout="columns", listing="rows",
            stocks=_stocks("camera news 70, camera guide 30"),
            anchors="bare", ways=("makers/years",), menu="home", per_page=25, crumbs=False, behind=60,
        ),
        Style(
            "harbourcameras", "Harbour Cameras", 191, others=10.0, frame="wide", layout="definitions", listing="tiles",
            stocks=_stocks("lens sheet 45, printer sheet 25, camcorder sheet 20, camera guide 10"),
            anchors="described", ways=("types", "makers"), menu="groups", urls="opaque", boxes=("related", "maker"),
            corners=("cart", "orders", "sessions"), canonical=True, per_page=12,
        ),
        Style(
            "camarium", "Camarium", 686, others=4.0, frame="tables", layout="table", listing="rows",
            stocks=_stocks("printer sheet 50, camera news 30, camera thread 20"),
            ways=("letters", "years"), boxes=("turn", "latest"), corners=("calendar",), gaps=True, per_page=40,
        ),
        Style(
            "imagegazette", "Image Gazette", 845, others=4.8, frame="tabs", layout="table",
            stocks=_stocks("lens sheet 35, camera news 50, camera thread 15"),
            ways=("years/months", "makers"), parts=("overview", "opinions"), boxes=("related",),
            corners=("compare",), gaps=True, per_page=30,
        ),
    ),
    "mp3_players": (
        Style(
            "trendkiosk", "Trend Kiosk", 255, others=20.0, frame="portal", layout="headed", listing="entries",
            stocks=_stocks(
                "headphone review 20, tv set review 25, cell phone review 20, mp3 player news 25, "
                "mp3 player guide 10"
            ),
            anchors="mute", ways=("list",), above=("Reviews",), boxes=("latest", "turn"), corners=("calendar",),
            per_page=15,
        ),
        Style(
            "tuneharbour", "Tune Harbour", 150, others=8.0, frame="rail", layout="boxed",
            stocks=_stocks("speaker review 40, mp3 player news 40, mp3 player guide 20"),
            ways=("makers",), boxes=("related",), per_page=15,
        ),
        Style(
            "pricepavilion", "Price Pavilion", 227, others=12.0, frame="wide", layout="boxed", listing="tiles",
            stocks=_stocks("headphone review 35, camera review 35, speaker review 20, mp3 player interview 10"),
            anchors="described", ways=("types", "makers"), menu="groups", urls="opaque", boxes=("maker",),
            corners=("cart", "orders", "sessions"), canonical=True, per_page=12,
        ),
        Style(
            "machinepost", "The Machine Post", 214, others=10.0, frame="tabs", layout="prose", listing="rows",
            stocks=_stocks("printer review 25, laptop review 25, mp3 player news 25, mp3 player preview 25"),
            anchors="bare", ways=("years/months", "letters"), urls="query", boxes=("latest",), corners=("print",),
            canonical=True,
        ),
        Style(
            "opinionwell", "Opinion Well", 196, others=2.0, frame="tables", layout="boxed", listing="rows",
            stocks=_stocks("headphone review 60, mp3 player thread 40"),
            ways=("makers", "letters"), boxes=("related", "turn"), gaps=True,
        ),
        Style(
            "gadgetcourt", "Gadget Court", 713, others=12.0, frame="portal", layout="headed", listing="tiles",
            stocks=_stocks(
                "speaker review 25, cell phone review 25, headphone review 20, mp3 player news 20, "
                "mp3 player preview 10"
            ),
            anchors="mute", ways=("makers/years", "types"), above=("Electronics", "Audio"), urls="query",
            parts=("overview",), boxes=("maker",), corners=("compare",), per_page=24,
        ),
    ),
    "laptops": (
        Style(
            "notebarn", "Note Barn", 302, others=16.0, frame="wide", layout="definitions", listing="tiles",
            stocks=_stocks("desktop sheet 30, monitor sheet 30, printer sheet 25, router sheet 15"),
            anchors="described", ways=("types", "makers"), menu="groups", urls="opaque", boxes=("maker",),
            corners=("cart", "orders", "sessions"), per_page=15,
        ),
        Style(
            "circuitquay", "Circuit Quay", 507, others=20.0, frame="portal", layout="grid", listing="tiles",
            stocks=_stocks("desktop sheet 25, monitor sheet 25, printer sheet 20, camera sheet 15, router sheet 15"),
            anchors="bare", ways=("makers", "types/years"), above=("Computers",), urls="query",
            parts=("overview", "opinions"), boxes=("related", "maker"), corners=("cart", "sessions"), canonical=True,
            per_page=20,
        ),
        Style(
            "datashelf", "Data Shelf", 108, others=4.0, frame="tables", layout="columns", listing="rows",
            stocks=_stocks("monitor sheet 60, desktop sheet 40"),
            ways=("list",), menu="sections", per_page=15, paging="next", corners=("print",),
        ),
        Style(
            "continentpc", "Continent PC", 89, others=2.0, frame="plain", layout="table",
            stocks=_stocks("desktop sheet 100"),
            ways=("makers",), menu="groups", boxes=("latest",), corners=("cart",), per_page=30,
        ),
        Style(
            "machineindex", "Machine Index", 626, others=8.0, frame="rail", layout="table", listing="rows",
            stocks=_stocks("desktop sheet 40, monitor sheet 30, laptop news 30"),
            ways=("letters", "list"), parts=("photos",), boxes=("turn",), corners=("compare",), gaps=True, per_page=30,
        ),
        Style(
            "slatearchive", "Slate Archive", 851, others=10.0, frame="tabs", layout="grid",
            stocks=_stocks("camera sheet 30, monitor sheet 30, printer sheet 30, laptop thread 10"),
            ways=("makers/years", "years"), urls="query", boxes=("maker", "related"), per_page=25,
        ),
    ),
    "cell_phones": (
        Style(
            "pocketledger", "Pocket Ledger", 86, others=20.0, frame="portal", layout="headed", listing="entries",
            stocks=_stocks("laptop review 40, headset review 15, cell phone news 30, cell phone guide 15"),
            anchors="bare", ways=("list",), above=("Reviews",), boxes=("latest",), corners=("calendar", "print"),
            per_page=15,
        ),
        Style(
            "mobilium", "Mobilium", 132, others=4.0, frame="rail", layout="boxed",
            stocks=_stocks("cell phone news 50, cell phone preview 30, cell phone thread 20"),
            ways=("makers",), parts=("overview", "opinions"), boxes=("related",), per_page=15,
        ),
        Style(
            "islandphones", "Island Phones", 88, others=2.0, frame="plain", layout="prose",
            stocks=_stocks("cell phone guide 100"),
            ways=("makers",), menu="groups", boxes=("turn",), per_page=40, crumbs=False,
        ),
        Style(
            "machinecourier", "The Machine Courier", 389, others=12.0, frame="tabs", layout="prose", listing="rows",
            stocks=_stocks(
                "laptop review 25, organiser review 20, printer review 20, cell phone news 25, "
                "cell phone preview 10"
            ),
            anchors="bare", ways=("years/months", "letters"), urls="query", boxes=("latest", "maker"),
            corners=("print",), canonical=True,
        ),
        Style(
            "handsetcourt", "Handset Court", 554, others=12.0, frame="portal", layout="headed", listing="tiles",
            stocks=_stocks("headset review 20, navigator review 25, camera review 30, cell phone news 25"),
            anchors="mute", ways=("makers/years", "types"), above=("Electronics", "Wireless"), urls="query",
            parts=("overview",), boxes=("maker",), corners=("compare",), per_page=24,
        ),
        Style(
            "cellcritic", "Cell Critic", 524, others=3.2, frame="wide", layout="prose", listing="entries",
            stocks=_stocks("cell phone interview 20, cell phone preview 40, cell phone news 40"),
            anchors="mute", ways=("years", "makers"), urls="opaque", boxes=("turn", "latest"), gaps=True, per_page=25,
        ),
    ),
}  # fmt: skip
