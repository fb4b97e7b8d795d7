"""The pages of a site as HTML."""

from __future__ import annotations

from calendar import month_name
from html import escape
from urllib.parse import parse_qs

from hubwalk.demo.chance import Dice
from hubwalk.demo.markup import bullets, link, paragraphs
from hubwalk.demo.websites.outlinks import Outlink, Outlinks, title_of
from hubwalk.demo.websites.plan import CALENDAR, GONE, Plan, Slot
from hubwalk.demo.websites.prose import noun, sentences
from hubwalk.demo.websites.rates import (
    DEAD_PAGES,
    HOSTED_BY,
    REFRESHING,
    SENTENCES_ON_PAGE,
    SUBJECT_WORDS,
)

_MONTHS = month_name[1:]
_SHORT = ("contact", "order", "privacy", "links", "about")  # pages with fewer sentences
_IN_FRAMES = "This site uses frames. Your browser does not show them."


def page(plan: Plan, slot: Slot, outlinks: Outlinks) -> str:
    """One page of a site."""
    site = plan.site
    if slot.number == 0 and site.form == "frames":
        return _frame_set(plan)
    if slot.number == 0 and site.form == "splash":
        return _splash(plan)
    dice = Dice("page", plan.seed, site.number, slot.number)
    title = title_of(site.host)
    heading = title if slot.number == 0 else slot.label
    away = outlinks.of(plan, slot)
    body = f"<h1>{escape(heading)}</h1>\n"
    if slot.role == "menu" or (slot.number == 0 and site.form == "links"):
        body += _menu_list(plan, dice)
    else:
        body += _text(plan, slot, dice, away) + _onward(plan, slot, dice)
        body += _menu_line(plan, slot)
    if slot.role == "links" or (slot.role == "person" and away):
        body += bullets(_described(plan, slot, dice, other) for other in away)
    if slot.number == 0 and site.kind in ("personal", "club") and dice.percent(HOSTED_BY):
        host = outlinks.provider(dice)
        body += f"<p>Hosted by {link(host.url, host.label)}</p>\n"
    return _document(f"{title}: {slot.label}" if slot.number else title, body)


def calendar(plan: Plan, query: str) -> str:
    """A month of an endless calendar: it leads to the next, and that to the one after."""
    asked = parse_qs(query)
    year, month = (_number(asked, "y", 2004), min(12, max(1, _number(asked, "m", 1))))
    place = year * 12 + month - 1
    dice = Dice("calendar", plan.seed, plan.site.number, place)
    days = bullets(
        f"{day} {_MONTHS[month - 1]}: {escape(noun(plan.words, dice))}" for day in range(dice.between(1, 4), 29, 7)
    )
    steps = [link(_month(place + step), label) for step, label in ((-1, "last month"), (1, "next month"), (12, "year"))]
    body = f"<h1>{_MONTHS[month - 1]} {year}</h1>\n{days}<p>{' | '.join(steps)} | {link('/', 'Home')}</p>\n"
    return _document(f"{title_of(plan.site.host)}: calendar", body)


def _month(place: int) -> str:
    return f"{CALENDAR}?y={place // 12}&m={place % 12 + 1}"


def _number(asked: dict[str, list[str]], key: str, default: int) -> int:
    text = asked.get(key, [""])[0]
    return int(text) if text.isdecimal() and len(text) < 9 else default


def _document(title: str, body: str, head: str = "") -> str:
    return f"<html>\n<head><title>{escape(title)}</title>{head}</head>\n<body>\n{body}</body>\n</html>\n"


def _frame_set(plan: Plan) -> str:
    menu, main = plan.role("menu"), plan.role("main")
    assert menu is not None
    target = (main or menu).path
    return (
        f"<html>\n<head><title>{escape(title_of(plan.site.host))}</title></head>\n"
        f'<frameset cols="160,*">\n<frame name="menu" src="{escape(menu.path)}">\n'
        f'<frame name="main" src="{escape(target)}">\n'
        f"<noframes><body><p>{_IN_FRAMES}</p></body></noframes>\n</frameset>\n</html>\n"
    )


def _splash(plan: Plan) -> str:
    main = plan.role("main")
    assert main is not None
    head = ""
    if Dice("splash", plan.seed, plan.site.number).percent(REFRESHING):
        head = f'<meta http-equiv="refresh" content="8; url={escape(main.path)}">'
    picture = f'<p><a href="{escape(main.path)}"><img src="/logo.gif" width="420" height="300" alt=""></a></p>\n'
    return _document(
        title_of(plan.site.host), f"<center>\n{picture}<p>{link(main.path, 'Enter')}</p>\n</center>\n", head
    )


def _menu_list(plan: Plan, dice: Dice) -> str:
    items = [link(other.path, other.label) for other in plan.main_pages]
    if plan.site.trap:
        items.append(link(f"{CALENDAR}?y=2004&m={dice.between(1, 12)}", "Calendar"))
    return bullets(items)


def _menu_line(plan: Plan, slot: Slot) -> str:
    """The navigation of a page: the whole menu, or no more than the way home."""
    site = plan.site
    if slot.role in ("person", "person page"):
        return f"<p>{link('/' + slot.path.split('/')[1] + '/', 'my home page')}</p>\n"
    if site.form == "frames":  # the menu stands in its own frame
        return ""
    if plan.navigation == "menu" or slot.number == 0 or slot.role == "main":
        items = [link(other.path, other.label) for other in plan.main_pages if other is not slot]
        if site.trap:
            items.append(link(CALENDAR + "?y=2004&m=6", "Calendar"))
        return f"<hr>\n<p>{' | '.join([link('/', 'Home'), *items])}</p>\n"
    return f"<hr>\n<p>{link('/', 'Home')}</p>\n"


def _text(plan: Plan, slot: Slot, dice: Dice, away: list[Outlink]) -> str:
    role = {"main": "home", "person page": "person"}.get(slot.role, slot.role)
    words = plan.words_for(slot)
    low, high = SENTENCES_ON_PAGE
    count = dice.between(3, 7) if role in _SHORT else dice.between(low, high)
    share = SUBJECT_WORDS.get(role, 0) if slot.subject else 0
    if role == "people":
        return ""
    lines = sentences(role, words, share, count, dice)
    if role in ("home", "person", "news"):  # more than greetings: the rest is what any page says
        lines[len(lines) // 2 :] = sentences("content", words, share, len(lines) - len(lines) // 2, dice)
    text = paragraphs(" ".join(lines[place : place + 4]) for place in range(0, len(lines), 4))
    if away and role not in ("links", "person"):
        text += f"<p>See also {' and '.join(link(other.url, other.label) for other in away)}.</p>\n"
    if role == "guests":
        return f"<table border=1><tr><td>{text}</td></tr></table>\n"
    return text


def _onward(plan: Plan, slot: Slot, dice: Dice) -> str:
    items = [link(other.path, other.label) for other in plan.below(slot)]
    if dice.percent(DEAD_PAGES * max(1, len(items))):
        items.append(link(f"{GONE}page{dice.below(100)}.html", "Archive"))
    return bullets(items) if items else ""


def _described(plan: Plan, slot: Slot, dice: Dice, other: Outlink) -> str:
    """A link of a list, half of them with a word on what is there."""
    said = ""
    if dice.percent(50):
        words = [noun(plan.words_for(slot), dice) if dice.percent(SUBJECT_WORDS["links"]) else "" for _ in range(3)]
        said = ": " + ", ".join(word for word in words if word) if any(words) else ""
    return link(other.url, other.label) + escape(said)
