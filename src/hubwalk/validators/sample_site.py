"""What `like` knows of a site that samples are from: its pages, and what was said of them."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field

from hubwalk.validators.sayings import Sayings
from hubwalk.validators.site_kind import FIRST, SiteKind
from hubwalk.validators.template_likeness import TemplateLikeness
from hubwalk.validators.traits import Trait
from hubwalk.values import Page

# A background of wanted pages alone would seem to be of several kinds, where one merely varies, and nothing in it tells
# the kind from the frame. So it must have some others, or else be so large that the lack of others says something; or
# somebody has said what others there are.
OTHERS = 6  # pages clearly unlike the samples
LARGE = 50  # pages


@dataclass(slots=True)
class SampleSite:
    """A site that samples are from."""

    samples: list[Page]
    kind: SiteKind
    template: TemplateLikeness
    sayings: Sayings
    unsure: list[Page] | None = None  # pages, as long as nobody knows whether the samples, files, are from here
    likeness: list[float] = field(default_factory=list)  # of what each page says to what the samples say
    line: float = 0.0  # of it: what a page must reach besides
    told: list[bool] = field(default_factory=list)  # accepted, as the driver knows it
    others: int = 0  # pages clearly unlike the samples, counted up to OTHERS
    has_learned: bool = False  # the concepts decide, and not the template

    def numbers_of(self, traits: Set[Trait]) -> tuple[list[int], float]:
        """A page's traits that matter here, as numbers, and how like the samples' what it says is."""
        likeness = self.sayings.likeness(traits)
        kept = self.kind.kept
        return [kept[trait] for trait in kept.keys() & {*traits, *self.sayings.traits(likeness)}], likeness

    @property
    def can_learn(self) -> bool:
        """True if the background is one."""
        return self.kind.pages >= FIRST and (
            self.others >= OTHERS or self.kind.pages >= LARGE or bool(self.kind.unwanted)
        )
