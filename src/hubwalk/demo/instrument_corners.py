"""What a browser must live through: pages that ask, loop, reload and never end, and buttons that must not be used.

/archive/ links the pages that misbehave, each under a name that says how; /shop/ has the buttons: all of them POST.
"""

from __future__ import annotations

from collections.abc import Callable

from hubwalk.demo.chance import Dice
from hubwalk.demo.instrument_words import NEWS
from hubwalk.demo.markup import bullets, link, paragraphs
from hubwalk.demo.prose import story
from hubwalk.demo.site import NEVER, DemoAnswer, DemoSite, Handler, Section, Visit, html_answer, redirect

# name of the page -> its script
_SCRIPTS = {
    "alert-on-load": 'alert("The museum closes at six.");',
    "confirm-on-load": 'if (!confirm("Do you accept our rules?")) document.title = "Not accepted";',
    "prompt-on-load": 'document.title = prompt("Your name?") || "Nobody";',
    "asks-until-yes": 'while (!confirm("May we send you letters?"));',
    "print-on-load": "window.print();",
    "asks-before-leaving": (
        'addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "stay"; });'
    ),
    "popup-on-load": 'window.open("/archive/alert-on-load", "offer", "width=300,height=200");',
    "asks-for-permission": (
        "navigator.geolocation?.getCurrentPosition(() => {});\n"
        "if (window.Notification) Notification.requestPermission();"
    ),
    "downloads-on-load": (
        'const leaf = document.createElement("a");\nleaf.href = "/archive/leaflet";\nleaf.download = "leaflet.bin";\n'
        "document.body.append(leaf);\nleaf.click();"
    ),
    "loop-on-load": "for (;;);",
    "loop-on-click": (
        'const button = document.createElement("button");\nbutton.textContent = "Count all visitors";\n'
        'button.onclick = () => { for (;;); };\ndocument.querySelector("main").append(button);'
    ),
    "never-settles": (
        'setInterval(() => {\n  const tick = document.createElement("i");\n  tick.textContent = Date.now();\n'
        '  document.querySelector("main").append(tick);\n}, 50);'
    ),
    "reloads-itself": "location.reload();",
    "fails": "nothing.here.exists();",
    "waits-for-ever": (
        'const late = document.createElement("script");\nlate.src = "/archive/no-answer";\n'
        'document.body.append(late);\nfetch("/archive/no-answer").then(() => document.write("at last"));'
    ),
}
_PAUSE = 0.2  # seconds between the drops of the page that never finishes


class Corners:
    """Answers below /archive/, /private/ and /shop/."""

    def __init__(self, site: DemoSite, goods: int) -> None:
        self._site = site
        self._goods = goods
        self._named: dict[str, Callable[[Visit], DemoAnswer]] = {
            "": self._index,
            "never-finishes": self._never_finishes,
            "no-answer": lambda _: DemoAnswer(200, (("Content-Type", "text/javascript"),), delay=NEVER),
            "leaflet": lambda _: DemoAnswer(
                200, (("Content-Type", "application/octet-stream"), ("Content-Disposition", "attachment")), b"leaflet"
            ),
        }
        self.routes: dict[str, Handler] = {"archive/": self._archive, "private/": self._private, "shop/": self._shop}

    @property
    def sections(self) -> tuple[Section, ...]:
        odd = ["/archive/", *self._pages()]
        return (
            Section("archive", len(odd), odd.__getitem__),
            Section("shop", self._goods + 1, lambda n: f"/shop/{n or ''}"),
        )

    def _pages(self) -> list[str]:
        names = [*_SCRIPTS, "never-finishes", "corridor-1", "further-1"]
        return [f"/archive/{name}" for name in names]

    # -- pages that misbehave -----------------------------------------------------------------------------------------

    def _archive(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if rest in self._named:
            return self._named[rest](visit)
        if rest in _SCRIPTS:
            return self._scripted(visit, rest, _SCRIPTS[rest])
        name, _, number = rest.rpartition("-")
        if name not in ("corridor", "further") or not (number.isdecimal() and len(number) < 10):
            return None
        # Two ways that never arrive: a script leads on from each page of one, the server from each of the other.
        onward = f"/archive/{name}-{int(number) + 1}"
        if name == "further":
            return redirect(onward)
        return self._scripted(visit, rest, f'location.replace("{onward}");')

    def _scripted(self, visit: Visit, name: str, script: str) -> DemoAnswer:
        title = name.replace("-", " ").capitalize()
        text = paragraphs(story(NEWS, 1, Dice("archive", self._site.seed, name)))
        main = f"<h1>{title}</h1>\n{text}<script>\n{script}\n</script>\n"
        return self._site.page(title, main, visit=visit)

    def _index(self, visit: Visit) -> DemoAnswer:
        rows = bullets(link(path, path.rpartition("/")[2].replace("-", " ")) for path in self._pages())
        return self._site.page("Archive", f"<h1>From the archive</h1>\n{rows}", visit=visit)

    def _never_finishes(self, visit: Visit) -> DemoAnswer:
        """The list of visitors, which comes drop by drop and has no end."""
        page = self._site.frame("Visitors", "<h1>Visitors</h1>\n<ol>\n", visit=visit)
        begun = page.partition("<ol>\n")[0] + "<ol>\n"
        return DemoAnswer(200, html_answer("").headers, begun.encode(), drop=b"<li>a visitor</li>\n", pause=_PAUSE)

    def _private(self, visit: Visit, rest: str) -> DemoAnswer | None:
        """Endless, and robots.txt asks crawlers to leave it alone."""
        number = int(rest) if rest.isdecimal() and len(rest) < 10 else 0
        if rest and not number:
            return None
        ways = bullets(link(f"/private/{number * 2 + n}", f"friend {number * 2 + n}") for n in (1, 2))
        return self._site.page(f"Friend {number}", f"<h1>Friends of the museum</h1>\n{ways}", visit=visit)

    # -- the shop -----------------------------------------------------------------------------------------------------

    def _shop(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if not rest:
            ways = bullets(link(f"/shop/{n}", f"Postcard {n}") for n in range(1, self._goods + 1))
            return self._site.page("Shop", f"<h1>Shop</h1>\n{ways}", visit=visit)
        if not (rest.isdecimal() and rest.isascii() and len(rest) < 10 and 1 <= int(rest) <= self._goods):
            return None
        main = (
            f"<h1>Postcard {rest}</h1>\n"
            f'<form action="/shop/basket" method="post"><input type="hidden" name="item" value="{rest}">'
            "<button>Add to basket</button></form>\n"
            f'<p><button type="button" id="delete">Delete</button> <button type="button" id="like">Like</button> '
            f'<span id="stock">In stock?</span></p>\n<script src="/js/shop.js" defer></script>\n'
        )
        return self._site.page(f"Postcard {rest}", main, visit=visit)
