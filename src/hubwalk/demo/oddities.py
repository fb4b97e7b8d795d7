"""Pages that misbehave, each under a name that says how; /archive/ links them all. What a crawler must live through."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from hubwalk.demo.chance import Dice
from hubwalk.demo.markup import bullets, link, paragraphs
from hubwalk.demo.prose import story
from hubwalk.demo.site import HTML, DemoAnswer, DemoSite, Visit, html_answer, redirect

SLOW_SECONDS = 0.4  # longer than all else, short enough for a demonstration
HUGE_COMMENTS = 12_000  # about 4 MB

_COMMENTS = (
    "I {bought|sold|lost} mine in {1997-2011} and {miss it|never looked back|still use it}.",
    "{Agreed|Nonsense|Not so sure}, the {old|new} one was {better|worse|the same}.",
    "Has anybody tried it with {cold fingers|gloves|the other cable}?",
    "Mine went {back to the shop|to my sister|into a drawer} after {2-30} days.",
    "{First|Great page|Thanks for the work}!",
)
_SLOW, _FAILING, _FLAKY, _GONE, _BROKEN = 3, 4, 3, 4, 4  # how many pages there are of each


class Oddities:
    """Answers below /archive/ and /private/."""

    def __init__(self, site: DemoSite) -> None:
        self._site = site
        self._named: dict[str, Callable[[Visit], DemoAnswer]] = {
            "": self._index,
            "all-comments": self._huge,
            "redirect-loop-a": lambda _: redirect("/archive/redirect-loop-b"),
            "redirect-loop-b": lambda _: redirect("/archive/redirect-loop-a"),
            "redirect-to-itself": lambda _: redirect("/archive/redirect-to-itself", 301),
            "claims-utf-8": self._claims_utf8,
            "unknown-charset": self._unknown_charset,
            "header-against-meta": self._header_against_meta,
            "empty": lambda _: DemoAnswer(200, (HTML,)),
            "brochure": lambda _: DemoAnswer(200, (("Content-Type", "application/pdf"),), b"%PDF-1.4\n%demo\n"),
        }
        self._numbered: dict[str, tuple[int, Callable[[Visit, int], DemoAnswer]]] = {
            "slow": (_SLOW, self._slow),
            "failing": (_FAILING, self._failing),
            "flaky": (_FLAKY, self._flaky),
            "gone": (_GONE, lambda visit, _: site.not_found(visit)),
            "broken": (_BROKEN, self._broken),
            "moved": (2, lambda _, n: redirect(f"/archive/broken-{n}", 301)),
        }

    def answer(self, visit: Visit, rest: str) -> DemoAnswer | None:
        if rest in self._named:
            return self._named[rest](visit)
        name, _, number = rest.rpartition("-")
        if name == "further" and number.isdecimal() and len(number) < 10:
            # Each step leads one further: a chain of redirects that never arrives.
            return redirect(f"/archive/further-{int(number) + 1}")
        count, make = self._numbered.get(name, (0, self._slow))
        return (
            make(visit, int(number)) if number.isdecimal() and len(number) < 4 and 1 <= int(number) <= count else None
        )

    def private(self, visit: Visit, rest: str) -> DemoAnswer | None:
        """An endless list of members, which robots.txt asks crawlers to leave alone."""
        number = int(rest) if rest.isdecimal() and len(rest) < 10 else 0
        if rest and not number:
            return None
        people = bullets(link(f"/private/{number * 3 + n}", f"member {number * 3 + n}") for n in (1, 2, 3))
        return self._site.page(f"Member {number}", f"<h1>Members only</h1>\n{people}", visit=visit)

    def paths(self) -> list[str]:
        names = [*self._named, "further-1"]
        names += [f"{name}-{n}" for name, (count, _) in self._numbered.items() for n in range(1, count + 1)]
        return [f"/archive/{name}" for name in names]

    def _index(self, visit: Visit) -> DemoAnswer:
        rows = bullets(link(path, path.rpartition("/")[2].replace("-", " ")) for path in self.paths()[1:])
        text = "<h1>From the archive</h1>\n<p>Old pages that nobody has looked after for years.</p>\n"
        return self._site.page("Archive", text + rows, visit=visit)

    def _text(self, *key: int | str, length: int = 4) -> list[str]:
        return story(_COMMENTS, length, Dice("archive", self._site.seed, *key))

    def _slow(self, visit: Visit, number: int) -> DemoAnswer:
        main = f"<h1>Yearbook {number}</h1>\n{paragraphs(self._text('slow', number))}"
        return self._site.page(f"Yearbook {number}", main, visit=visit, delay=SLOW_SECONDS)

    def _failing(self, visit: Visit, number: int) -> DemoAnswer:
        main = f"<h1>Internal error</h1>\n<p>The database does not answer (query {number}).</p>\n"
        return html_answer(self._site.frame("Error", main, visit=visit), status=500)

    def _flaky(self, visit: Visit, number: int) -> DemoAnswer:
        main = f"<h1>Letters {number}</h1>\n{paragraphs(self._text('flaky', number))}"
        return html_answer(self._site.frame(f"Letters {number}", main, visit=visit), failures=1)

    def _huge(self, visit: Visit) -> DemoAnswer:
        block = "".join(
            f'<div class="comment" id="c{n}"><b>reader {n}</b>{paragraphs(self._text("huge", n, length=1))}</div>\n'
            for n in range(100)
        )
        return self._site.page("All comments", "<h1>All comments</h1>\n" + block * (HUGE_COMMENTS // 100), visit=visit)

    def _foreign(self, visit: Visit, *, encoding: str, meta: str, header: str) -> DemoAnswer:
        text = "<h1>Grüße aus dem Süden</h1>\n<p>Café, Übergröße, señor, façade: letters beyond ASCII.</p>\n"
        html = self._site.frame("Grüße", text + paragraphs(self._text(encoding)), visit=visit)
        html = html.replace('charset="utf-8"', f'charset="{meta}"')
        return DemoAnswer(200, (("Content-Type", header),), html.encode(encoding, "replace"))

    def _claims_utf8(self, visit: Visit) -> DemoAnswer:
        return self._foreign(visit, encoding="latin-1", meta="utf-8", header="text/html; charset=utf-8")

    def _unknown_charset(self, visit: Visit) -> DemoAnswer:
        return self._foreign(visit, encoding="utf-8", meta="x-demo-42", header="text/html; charset=x-demo-42")

    def _header_against_meta(self, visit: Visit) -> DemoAnswer:
        return self._foreign(visit, encoding="utf-8", meta="utf-8", header="text/html; charset=iso-8859-1")

    def _broken(self, visit: Visit, number: int) -> DemoAnswer:
        text = self._text("broken", number, length=3)
        mangled = (
            f"<h1>Page of old<p>{text[0]}<table><tr><td>{text[1]}<table><tr><td>inner<td>table</table><tr><td>"
            f"<b><i>{text[2]}</b></i><li><a href=/archive/>archive<li><a href='/sitemap'>map</font></center></td>"
            f'<a name="x"><a href="/about"title=about>about</div></div></table><p <p>&nbsp&bogus; < 3 > 2 <!-- open'
        )
        html = self._site.frame(f"Old page {number}", mangled, visit=visit)
        # The end is cut off as well, as after a full disk.
        return DemoAnswer(200, (HTML,), html.encode()[: -30 * number])


def soft_404(site: DemoSite, visit: Visit, hints_html: str) -> DemoAnswer:
    """Not there, but the status says 200: only the text tells."""
    main = f"<h1>Nothing here</h1>\n<p>We could not find {quote(visit.path)}. Perhaps one of these?</p>\n{hints_html}"
    return site.page("Nothing here", main, visit=visit)
