"""A web site as the truth about the web tells it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WebSite:
    """One site of the web. All that it shows follows from these few facts and the web's seed."""

    number: int
    host: str  # as it calls itself, with www. or without
    topic: str  # one of TOPICS, or "other"
    kind: str  # personal, club, shop, magazine, trade, hub, university, provider, portal, paper
    subject: str  # what it writes about: the topic, or one of the other subjects
    pages: int  # real pages, the home page included; endless calendars come on top
    form: str  # of the home page: text, frames, splash, links
    trap: bool  # has an endless calendar

    @property
    def home(self) -> str:
        return f"http://{self.host}/"
