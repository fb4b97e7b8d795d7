"""The museum's scripts in a real browser: what a visitor with a mouse gets to see, technique by technique.

Nothing of hubwalk's own probing is used here: this says that the site is as it claims, so that a target which probing
does not find is probing's fault.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from hubwalk.demo.instrument_halls import HALLS
from hubwalk.demo.instruments import Instruments
from hubwalk.demo.site import MIN_SIZE

if TYPE_CHECKING:
    from looked_at import RealBrowser

pytest_plugins = ["browsers"]

ORIGIN = "http://site.test"

Visit = Callable[[Any], Awaitable[set[str]]]  # gets playwright's page; paths that it got to, or links that it saw


class Answers(Mapping[str, str]):
    """The site as the browser's fixture wants it; redirects followed."""

    def __init__(self, site: Instruments) -> None:
        self._site = site

    def __getitem__(self, path: str) -> str:
        answer = self._site.respond(path)
        if answer.header("location"):
            answer = self._site.respond(answer.header("location"))
        if answer.status != 200:
            raise KeyError(path)
        return answer.body.decode()

    def __iter__(self) -> Iterator[str]:
        return self._site.pages()

    def __len__(self) -> int:
        return self._site.page_count


async def hrefs(page: Any, where: str = "main a") -> set[str]:
    return set(await page.locator(where).evaluate_all("all => all.map(link => link.getAttribute('href'))"))


def shown(where: str = "ul.objects a") -> Visit:
    """A list that comes by itself."""

    async def look(page: Any) -> set[str]:
        await page.locator(where).first.wait_for()
        return await hrefs(page, where)

    return look


def revealed(by: str, action: str = "click", where: str = "ul.objects a") -> Visit:
    """Each of some elements brings up a list, which the next may take away again."""

    async def look(page: Any) -> set[str]:
        found: set[str] = set()
        await page.locator(by).first.wait_for()
        for place in range(await page.locator(by).count()):
            await getattr(page.locator(by).nth(place), action)()
            await page.locator(where).first.wait_for()
            found |= await hrefs(page, where)
        return found

    return look


def led_away(by: str, *, first: str = "", frame: str = "", places: Sequence[int] = (0, -1)) -> Visit:
    """Some elements, here the first and the last, lead to other pages; `first` is clicked before."""

    async def look(page: Any) -> set[str]:
        start, found = page.url, set()
        for place in places:
            await page.goto(start, wait_until="domcontentloaded")
            if first:
                await page.click(first)
            inside = page.frame_locator(frame) if frame else page
            await inside.locator(by).first.wait_for()
            await inside.locator(by).nth(place).click()
            await page.wait_for_url(re.compile("/object/|/show"), wait_until="commit")
            found.add(path_of(page.url))
        return found

    return look


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}"


async def menu(page: Any) -> set[str]:
    found: set[str] = set()
    await page.click("#catalogue > button")
    periods = page.locator("#catalogue > ul > li")
    await periods.first.wait_for()
    for period in range(await periods.count()):
        await periods.nth(period).locator("> button").click()
        towns = periods.nth(period).locator("> ul > li")
        await towns.first.wait_for()
        assert await page.locator("#catalogue > ul > li > ul").count() == 1  # the others have closed
        for town in range(await towns.count()):
            await towns.nth(town).locator("> button").click()
            objects = towns.nth(town).locator("> ul.objects a")
            await objects.first.wait_for()
            found |= set(await objects.evaluate_all("all => all.map(link => link.getAttribute('href'))"))
    return found


async def more(page: Any) -> set[str]:
    while await page.locator("#more").count():
        known = await page.locator("#list li").count()
        await page.click("#more")
        await page.locator("#list li").nth(known).wait_for()
    return await hrefs(page, "#list a")


async def scroll(page: Any) -> set[str]:
    await page.locator("#list li").first.wait_for()
    assert await page.locator("#end").count()  # not all at once
    while await page.locator("#end").count():
        await page.mouse.wheel(0, 500)
        await page.wait_for_timeout(20)
    return await hrefs(page, "#list a")


async def pages(page: Any) -> set[str]:
    found = await shown()(page)
    for _ in range(20):
        following = page.get_by_role("button", name="Next")
        if not await following.count():
            break
        before = await page.locator("#list").inner_text()
        await following.click()
        await page.wait_for_function("before => document.getElementById('list').innerText !== before", arg=before)
        found |= await hrefs(page, "ul.objects a")
    return found


async def window(page: Any) -> set[str]:
    found = set()
    for row in (await page.locator("tr[data-open]").all())[:2]:
        async with page.expect_popup() as popup:
            await row.click()
        opened = await popup.value
        await opened.wait_for_url("**/object/*", wait_until="commit")
        found.add(path_of(opened.url))
        await opened.close()
    return found


async def select(page: Any) -> set[str]:
    await page.select_option("select", index=1)
    await page.wait_for_url("**/object/*", wait_until="commit")
    return {path_of(page.url)}


async def shadow(page: Any) -> set[str]:
    await page.locator("museum-drawer button").first.wait_for()
    for drawer in await page.locator("museum-drawer button").all():
        await drawer.click()
    return await hrefs(page, "museum-drawer a")


BY_MOUSE: dict[str, Visit] = {
    "hover": revealed(".flyout", "hover"),
    "menu": menu,
    "fetch": shown(),
    "history": led_away(".routes .row"),
    "onclick": led_away("main li > *", places=range(3)),
    "window": window,
    "select": select,
    "form": led_away("main form button"),
    "tabs": revealed("[role=tab]"),
    "details": revealed("summary"),
    "more": more,
    "scroll": scroll,
    "shadow": shadow,
    "frame": led_away("li > *", frame="iframe", places=range(2)),
    "delegate": led_away(".card"),
    "focus": led_away(".combo li", first="#guess"),
    "pages": pages,
    "dialog": shown(),
    "rendering": shown(),
}


LEAD_AWAY = {"history", "onclick", "window", "select", "form", "frame", "delegate", "focus"}  # tried on some


@pytest.fixture(scope="module")
def site() -> Instruments:
    return Instruments(MIN_SIZE)


@pytest.mark.parametrize("hall", [hall for hall in HALLS if hall.technique != "links"], ids=lambda hall: hall.technique)
def test_a_visitor_with_a_mouse_gets_to_the_objects_of_a_hall(
    site: Instruments, real_browser: RealBrowser, hall: Any
) -> None:
    hub = f"/hall/{hall.slug}/"
    found = real_browser.visit(Answers(site), BY_MOUSE[hall.technique], url=ORIGIN + hub)
    expected = {path for path in site.targets() if site.way_to(path).hub == hub}
    reached = {site.target_of(path) for path in found}
    if hall.technique in LEAD_AWAY:
        assert 0 < len(reached) == len(found)
        assert reached <= expected
    else:
        assert reached == expected


def test_a_sheet_made_by_script_is_the_one_that_the_server_would_make(
    site: Instruments, real_browser: RealBrowser
) -> None:
    async def made(page: Any) -> str:
        await page.locator("table.sheet").wait_for()
        return str(await page.locator("main").inner_html())

    path = next(path for path in site.targets() if site.way_to(path).technique == "rendering")
    it = site.halls.objects.find(path.removeprefix("/object/"))
    assert it is not None
    by_server = site.halls.objects.sheet(it, [("/", "Home"), ("/hall/", "Halls"), ("/hall/automata/", "Automata")])
    by_script = real_browser.visit(Answers(site), made, url=ORIGIN + path)
    assert shape(by_script.partition("<noscript>")[0]) == shape(by_server)


def shape(html: str) -> str:
    """Elements and texts, without the white space between them."""
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", unescape(html))
