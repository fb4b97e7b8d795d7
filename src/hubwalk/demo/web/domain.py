"""A domain: six sites with targets of one kind, the decoys around them, and the one world of products they all show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from zlib import crc32

from hubwalk.demo.catalogue import Catalogue
from hubwalk.demo.chance import Scramble, mix
from hubwalk.demo.site import DemoSite
from hubwalk.demo.web.decoys import decoy_styles
from hubwalk.demo.web.generated import GeneratedSite
from hubwalk.demo.web.kinds import KINDS
from hubwalk.demo.web.shelf import Shelf
from hubwalk.demo.web.style import Style
from hubwalk.demo.web.style_table import STYLES
from hubwalk.demo.words import brand_names
from hubwalk.errors import UsageError, unknown_name

_SUBJECTS = {  # domain -> kind of product, form of the targets, what they are called, prefix of its decoys' names
    "cameras": ("camera", "sheet", "camera specifications", "photo"),
    "mp3_players": ("mp3 player", "review", "mp3 player reviews", "player"),
    "laptops": ("laptop", "sheet", "laptop specifications", "notebook"),
    "cell_phones": ("cell phone", "review", "cell phone reviews", "handset"),
}
DOMAINS: tuple[str, ...] = tuple(_SUBJECTS)
_BRANDS = 24
_FIRST_YEAR, _YEARS = 1998, 11
_LEAST = 6  # targets of a site at any scale
_LEAST_DECOY = 0.3  # of a decoy's pages at any scale
_MOST = 1000.0

Plan = tuple[Style, list[tuple[str, str, int]]]  # a site's style, and kind, form and count of each of its shelves


@dataclass(frozen=True, slots=True)
class Domain:
    """What the papers' crawlers were sent into, and what lies around it."""

    name: str
    tabular: bool  # targets are sheets of facts; else they are prose
    sites: tuple[GeneratedSite, ...]  # in the order of the papers' figures
    decoys: tuple[GeneratedSite, ...]
    seed: int

    def samples(self, count: int) -> list[tuple[DemoSite, str]]:
        """Site and path of `count` targets, spread over the sites."""
        return self._deal({site: site.samples(count) for site in self.sites})[:count]

    def near_misses(self, count: int) -> list[tuple[DemoSite, str]]:
        """Site and path of `count` pages that look close to targets and are none: pages of the same template in other
        sections, and pages of decoys, in turn."""
        inside = self._deal({site: site.near_misses(count) for site in self.sites})
        outside = self._deal({site: site.near_misses(count) for site in self.decoys})
        return [page for pair in zip_longest(inside, outside) for page in pair if page is not None][:count]

    def _deal(self, paths: Mapping[GeneratedSite, Sequence[str]]) -> list[tuple[DemoSite, str]]:
        """One page of each site in turn, as long as there are some."""
        sites = list(paths)
        order = Scramble(len(sites), "deal", self.seed)
        turn = [sites[order.code(n)] for n in range(len(sites))]
        most = max(map(len, paths.values()))
        return [(site, paths[site][n]) for n in range(most) for site in turn if n < len(paths[site])]


@lru_cache(maxsize=16)
def make_domain(domain: str, *, scale: float = 1.0, seed: int = 0) -> Domain:
    """The domain of that name; `scale` 1 has as many targets as the papers counted."""
    if domain not in _SUBJECTS:
        raise unknown_name("domain", domain, DOMAINS)
    if not 0 < scale <= _MOST:
        raise UsageError(
            f"--scale {scale:g}: give a number above 0 and up to {_MOST:g}; 1 is as large as in the papers"
        )
    kind, form, wanted, prefix = _SUBJECTS[domain]
    plans = [_plan(style, kind, form, scale) for style in STYLES[domain]]
    decoys = [_plan(style, kind, form, scale) for style in decoy_styles(prefix, kind, form)]
    world = _World(domain, kind, [*plans, *decoys], seed)
    return Domain(
        domain,
        form == "sheet",
        tuple(world.site(plan, wanted) for plan in plans),
        tuple(world.site(plan, "") for plan in decoys),
        seed,
    )


def _plan(style: Style, kind: str, form: str, scale: float) -> Plan:
    """How many items each section of a site has."""
    if not style.targets:
        return style, [
            (s.kind, s.form, max(3, round(s.share * min(1, max(scale, _LEAST_DECOY))))) for s in style.stocks
        ]
    targets = max(_LEAST, round(style.targets * scale))
    total = sum(stock.share for stock in style.stocks)
    others = [(s.kind, s.form, max(2, round(targets * style.others * s.share / total))) for s in style.stocks]
    return style, [(kind, form, targets), *others]


class _World:
    """The products of a domain, as many of each kind as its largest site has."""

    def __init__(self, domain: str, wanted: str, plans: list[Plan], seed: int) -> None:
        self._domain = domain
        self._seed = seed
        most: Counter[str] = Counter()
        for style, shelves in plans:
            for kind, _, count in shelves:
                most[kind] = max(most[kind], count + style.behind + 2)
        brands = brand_names(_BRANDS, seed)
        self._catalogues = {
            kind: Catalogue(
                KINDS[kind],
                count,
                mix(seed, crc32(domain.encode())) % (1 << 31),
                brands=brands,
                shares=[_share(kind, maker, wanted) for maker in range(_BRANDS)],
                first_year=_FIRST_YEAR,
                years=_YEARS,
            )
            for kind, count in most.items()
        }

    def site(self, plan: Plan, wanted: str) -> GeneratedSite:
        style, counts = plan
        salt = mix(self._seed, crc32(style.name.encode()))
        shelves = []
        for number, (kind, form, count) in enumerate(counts):
            catalogue = self._catalogues[kind]
            first = max(0, catalogue.count - count - style.behind)
            shelves.append(Shelf(number, form, catalogue, range(first, first + count), salt))
        return GeneratedSite(style, shelves, wanted=wanted, seed=self._seed, salt=salt)


def _share(kind: str, maker: int, wanted: str) -> int:
    """Most makers of the wanted products make other things as well; a few make only these."""
    throw = mix(crc32(kind.encode()), maker)
    if kind == wanted:
        return 1 + throw % 4 if maker < _BRANDS - 4 else 0
    return 1 + throw % 3 if throw // 8 % 10 < 7 else 0
