"""The products of the web of shops: every shop, magazine and forum speaks of the same ones.

A maker of computers has a few lines of models, and the first of them stands on its desktop computers, too: `compaq
presario`, the paper's example of a query, was such a line. Values are figures and names that read the same in every
language, as on data sheets; labels are the lexicon's.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hubwalk.demo.chance import Dice, mix
from hubwalk.demo.prose import expand
from hubwalk.demo.words import brand_names

_MAKERS = 14
_OTHER_MAKERS = 30  # of everything else
_LINES_OF_MAKER = (2, 3)
_MODELS_OF_LINE = 9
_LINES = """Nomad Folio Forge Aria Vento Lumen Strato Kestrel Harrier Pilot Orbit Quest Terra Nova Delta Comet Falcon
    Marlin Cedar Onyx Topaz Ember Breeze Summit Ridge Harbour Meridian Compass Atlas Zephyr Lagoon Prairie Saffron
    Tundra Willow Juniper Granite Cobalt Indigo Velvet Tempest Mosaic""".split()  # noqa: SIM905
_CODES = ("LX", "P", "SD", "M", "Q", "TR")  # lines of other makers
_PRICES = {"laptop": (690, 2900), "desktop": (390, 1900), "television": (190, 1900), "camera": (90, 900)}
_CHEAP = (9, 290)

# How pages write the screens of laptops. Monitors are larger, spare screens are of laptops.
SCREENS = ('12.1" TFT', '13.3" TFT', '14.1" TFT', '15" TFT', '15.4" TFT', '10.4" TFT')
_DOTS = "{XGA|SXGA|WXGA}"

_FACTS: dict[str, dict[str, str]] = {
    "laptop": {
        "processor": "{Quor|Thal|Mirra} M {10-24/10} GHz",
        "memory": "{128|256|512|1024} MB",
        "disk": "{20|30|40|60|80} GB",
        "screen": "",  # one of SCREENS
        "graphics": "Prysm Go {16|32|64} MB",
        "drive": "{CD-ROM|CD-RW|DVD|DVD/CD-RW}",
        "battery": "{2-6} h",
        "weight": "{12-38/10} kg",
        "system": "{OS XP|OS 2000|Linux}",
        "wireless": "802.11{b|g}",
        "ports": "{2-4} USB, VGA, PCMCIA",
        "warranty": "{12|24|36}",
    },
    "desktop": {
        "processor": "{Quor|Thal|Mirra} {14-34/10} GHz",
        "memory": "{256|512|1024} MB",
        "disk": "{40|80|120|200} GB",
        "graphics": "Prysm {64|128|256} MB",
        "drive": "{CD-RW|DVD|DVD/CD-RW}",
        "case": "{ATX|Micro ATX|Mini}",
        "power": "{250-450} W",
        "system": "{OS XP|OS 2000|Linux}",
        "ports": "{4-8} USB, LAN",
        "warranty": "{12|24|36}",
    },
    "monitor": {
        "screen": '{15" TFT|17" TFT|19" TFT|21" CRT}',
        "resolution": "{1024 x 768|1280 x 1024|1600 x 1200}",
        "contrast": "{300|400|500|700}:1",
        "weight": "{4-22} kg",
        "warranty": "{24|36}",
    },
    "printer": {
        "resolution": "{600|1200|2400} dpi",
        "speed": "{6-30} ppm",
        "ports": "USB, LPT",
        "weight": "{3-20} kg",
        "warranty": "{12|24}",
    },
    "component": {
        "capacity": "{128 MB|256 MB|512 MB|80 GB|120 GB|200 GB}",
        "speed": "{266|333|400|5400|7200}",
        "warranty": "{12|24|60}",
    },
    "accessory": {"fits": "", "size": "{28-42} x {20-32} cm", "voltage": "{10-19} V", "weight": "{100-900} g"},
    "spare": {"screen": "", "fits": "", "warranty": "{3|6}"},
    "supply": {"fits": "", "capacity": "{10-60} ml"},
    "paper": {"size": "A{4|5|6}", "sheets": "{80-200}"},
    "television": {"screen": '{21"|25"|29"|32"}', "weight": "{12-40} kg", "warranty": "{12|24}"},
    "camera": {"resolution": "{2-6} MP", "zoom": "{2-10} x", "weight": "{150-600} g"},
    "phone": {"battery": "{3-10} h", "weight": "{80-160} g"},
    "kitchen": {"power": "{300-2000} W", "size": "{20-50} x {20-40} cm"},
    "book": {"sheets": "{90-800}", "size": "{17-30} cm"},
    "garden": {"weight": "{1-20} kg", "warranty": "{12|24}"},
}
_OF_LAPTOPS = ("accessory", "spare")  # named by the laptop that they are for
_COMPUTERS = ("laptop", "desktop")


@dataclass(frozen=True, slots=True)
class Product:
    """A model of some kind, the same wherever it stands."""

    kind: str
    number: int
    brand: str
    name: str
    screen: str = ""
    fits: str = ""  # name of the product that it is made for


class World:
    """All products, by kind and number."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self.makers = brand_names(_MAKERS, seed)
        self._others = brand_names(_MAKERS + _OTHER_MAKERS, seed)[_MAKERS:]

    @cached_property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Maker and line of all laptops, the lines of a maker together."""
        names = Dice("lines", self._seed).some(_LINES, len(_LINES))
        found: list[tuple[str, str]] = []
        for maker in self.makers:
            for _ in range(Dice("how many", self._seed, maker).between(*_LINES_OF_MAKER)):
                found.append((maker, names[len(found)]))
        return tuple(found)

    @cached_property
    def _desktop_lines(self) -> tuple[tuple[str, str], ...]:
        first = dict(reversed(self.lines))
        more = Dice("desktop lines", self._seed).some(_CODES, len(_CODES))
        return tuple((maker, line) for maker in self.makers for line in (first[maker], more[len(maker) % len(more)]))

    def count(self, kind: str) -> int:
        """How many different products of a kind there are."""
        lines = {"laptop": self.lines, "desktop": self._desktop_lines}.get(kind)
        return len(lines) * _MODELS_OF_LINE if lines is not None else 300

    def product(self, kind: str, number: int) -> Product:
        """The product of a kind with that number, which may be any."""
        number %= self.count(kind)
        code = mix(self._seed, number, 3)
        if kind in _COMPUTERS:
            lines = self.lines if kind == "laptop" else self._desktop_lines
            brand, line = lines[number % len(lines)]
            name = f"{brand} {line} {1000 + (code % 80 + number // len(lines) * 100) * 10}"
            return Product(kind, number, brand, name, SCREENS[code // 128 % len(SCREENS)] if kind == "laptop" else "")
        if kind in _OF_LAPTOPS:
            laptop = self.product("laptop", code)
            brand = laptop.brand if code // 64 % 2 else self._others[code // 128 % len(self._others)]
            return Product(kind, number, brand, f"{brand} {code % 9000 + 1000}", laptop.screen, laptop.name)
        brand = self._others[code % len(self._others)]
        line = _CODES[code // 64 % len(_CODES)]
        fits = self.product("printer", code).name if kind == "supply" else ""
        return Product(kind, number, brand, f"{brand} {line} {code // 512 % 900 + 100}", fits=fits)

    def of_maker(self, kind: str, maker: str) -> list[int]:
        """The numbers of all computers of a kind that a maker makes."""
        return [number for number in range(self.count(kind)) if self.product(kind, number).brand == maker]

    def facts(self, product: Product) -> list[tuple[str, str]]:
        """Key of the label and value of all facts of a product."""
        dice = Dice("facts", self._seed, product.kind, product.number)
        told = {"screen": product.screen, "fits": product.fits}
        found = []
        for label, template in _FACTS[product.kind].items():
            value = expand(template, dice) if template else told[label]
            if label == "screen" and product.screen:
                value = f"{value} {expand(_DOTS, dice)}"
            found.append((label, value))
        return found

    def price(self, product: Product, salt: int) -> int:
        """What a shop asks for it; other shops ask a little more or less."""
        low, high = _PRICES.get(product.kind, _CHEAP)
        list_price = Dice("price", self._seed, product.kind, product.number).between(low, high)
        return list_price * Dice("shop price", salt, product.kind, product.number).between(88, 112) // 100
