"""The web of shops as a whole: which sites there are, the truth about them, and what each host answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from urllib.parse import urlsplit

from hubwalk.demo.chance import Dice, Scramble
from hubwalk.demo.shops.coverage import is_indexed, is_known
from hubwalk.demo.shops.directory import HOST, Directory, branch_path
from hubwalk.demo.shops.lexicon import LANGUAGES, lexicon
from hubwalk.demo.shops.site import ShopSite, slug
from hubwalk.demo.shops.site_kinds import KINDS, SiteKind
from hubwalk.demo.shops.world import World
from hubwalk.demo.site import DemoAnswer
from hubwalk.demo.words import surname
from hubwalk.errors import UsageError
from hubwalk.values import Response

LEAST, MOST = 40, 1400  # sites; with fewer some kinds are missing, for more there are no names
_SURNAMES = 26 * 60
_CORPUS = 1_000_003  # added to the seed of the sites, not of the products, for a web that others are trained on
NO_HOST = "no such host"


class ShopWeb:
    """Sites on virtual hosts, half of them English, the other half German, French, Italian and Greek. A pure function
    of its number of sites and seed."""

    def __init__(self, count: int = 600, seed: int = 0, *, corpus: bool = False) -> None:
        """`corpus`: the same products on other sites, to take training pages from."""
        if not LEAST <= count <= MOST:
            raise UsageError(f"a web of {count} shops: give a number from {LEAST} to {MOST}")
        self.count = count
        self.seed = seed
        self.world = World(seed)
        self._salt = seed + _CORPUS if corpus else seed
        self._host_of: dict[str, ShopSite] = {}
        self._by_language: dict[str, list[ShopSite]] = {}
        for language in LANGUAGES:
            self._settle(language)

    def _settle(self, language: str) -> None:
        english = -(-self.count // 2)
        rest, others = self.count - english, len(LANGUAGES) - 1
        place = LANGUAGES.index(language)
        count = english if not place else rest // others + (place <= rest % others)
        kinds = [kind for kind, many in zip(KINDS, shared_out(count), strict=True) for _ in range(many)]
        order = Dice("order", self._salt, language).some(kinds, len(kinds))
        self._by_language[language] = [self._site(language, kind) for kind in order]

    def _site(self, language: str, kind: SiteKind) -> ShopSite:
        number = len(self._host_of)
        code = Scramble(_SURNAMES, "names", self._salt).code(number)
        first = surname(code % 26, code // 26)
        ending = Dice("name", self._salt, number).pick(lexicon(language).names[kind.called])
        title = f"{first}{ending}" if kind.called == "person" else f"{first} {ending}"
        host = f"{first.lower()}-{slug(ending.removeprefix(chr(39) + 's')) or kind.called}.test"
        site = ShopSite(
            host,
            title,
            kind,
            language=language,
            world=self.world,
            others=lambda dice, some: self._others(language, dice, some),
        )
        self._host_of[host] = site
        return site

    def _others(self, language: str, dice: Dice, count: int) -> list[tuple[str, str]]:
        return [(site.home, site.title) for site in dice.some(self._by_language[language], count)]

    # -- the truth ----------------------------------------------------------------------------------------------------

    def sites(self, language: str = "") -> Sequence[ShopSite]:
        """All sites, or those of a language, in a fixed order."""
        return self._by_language[language] if language else list(self._host_of.values())

    def site_of(self, host: str) -> ShopSite | None:
        """The site of a host, whether spelled with www. or without; None: there is none."""
        return self._host_of.get(host.lower().removeprefix("www."))

    # -- answers ------------------------------------------------------------------------------------------------------

    @cached_property
    def directory(self) -> Directory:
        return Directory(self.sites())

    def branch(self, language: str, branch: str) -> str:
        """URL of a branch of the directory."""
        return f"http://{HOST}{branch_path(language, branch)}"

    def respond(self, host: str, path_and_query: str) -> DemoAnswer:
        """What a host says to a GET; status 0: there is no such host."""
        if host == HOST:
            return self.directory.respond(path_and_query)
        site = self.site_of(host)
        return site.respond(path_and_query) if site is not None else DemoAnswer(0)

    def fetch(self, url: str) -> Response:
        """The port Browser, without a server."""
        parts = urlsplit(url)
        answer = self.respond(parts.hostname or "", f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}")
        error = "" if answer.status else NO_HOST
        return Response(url, url, answer.status, answer.body, answer.headers, error)

    def indexed(self, language: str) -> list[str]:
        """URLs of the pages that the search engine knows, see coverage.py."""
        known = [site for site in self.sites(language) if is_known(site.host)]
        return [site.home + path[1:] for site in known for path in site.paths() if is_indexed(site.host, path)]


def shared_out(count: int) -> list[int]:
    """How many of `count` sites are of each kind: by its share, the largest remainders rounded up."""
    total = sum(kind.share for kind in KINDS)
    exact = [kind.share * count / total for kind in KINDS]
    whole = [int(number) for number in exact]
    order = sorted(range(len(KINDS)), key=lambda n: (whole[n] - exact[n], n))
    for n in order[: count - sum(whole)]:
        whole[n] += 1
    return whole


@lru_cache(maxsize=4)
def make_shops(count: int = 600, seed: int = 0, *, corpus: bool = False) -> ShopWeb:
    """The web of that many sites; made once per process."""
    return ShopWeb(count, seed, corpus=corpus)
