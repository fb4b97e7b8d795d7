"""Whatever a page does in a real browser, looking at it comes to an end, with its links and a note."""

from __future__ import annotations

import pytest
from looked_at import Looking

pytest_plugins = ["browsers"]
LINK = '<a href="/found">found</a>'
LOOP = "for (;;) ;"


def script(code: str) -> str:
    return f"<!doctype html><body><script>{code}</script>{LINK}"


def test_dialogs_are_answered(looking: Looking) -> None:
    code = """
        alert('hello');
        if (!confirm('sure?')) document.body.remove();
        prompt('name?');
        document.body.append(document.createElement('iframe'));
        frames[0].alert('in a frame');
    """
    found = looking.at(script(code))
    assert "/found" in found.links
    assert all(said in found.notes for said in ("hello", "sure?", "name?", "in a frame"))


@pytest.mark.parametrize(
    "code", ["while (confirm('again?')) ;", "while (!confirm('agree?')) ;", "for (;;) alert('spam')"]
)
def test_dialogs_without_end_are_ended(looking: Looking, code: str) -> None:
    found = looking.at(script(code))
    assert "/found" in found.links
    assert any(said in found.notes for said in ("again?", "agree?", "spam"))


ODD = {
    "ends itself": "print(); window.close(); window.stop(); history.back(); history.go(-2)",
    "does not let go": "onbeforeunload = e => { e.preventDefault(); return 'stay' }",
    "asks for much": """
        navigator.geolocation.getCurrentPosition(() => {}, () => {});
        Notification.requestPermission();
        if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia({video: true}).catch(() => {});
        if (navigator.clipboard) navigator.clipboard.readText().catch(() => {});
        document.documentElement.requestFullscreen().catch(() => {});
        if (navigator.serviceWorker) navigator.serviceWorker.register('/sw.js').catch(() => {});
    """,
    "polls": "setInterval(() => fetch('/poll'), 50)",
    "never rests": "setInterval(() => document.body.append('x'), 5)",
    "writes history": "for (let i = 0; i < 300; i++) history.pushState({}, '', '/state' + i)",
    "breaks things": "Object.freeze(Array.prototype); window.JSON = null; throw new Error('broken')",
}


@pytest.mark.parametrize("odd", ODD)
def test_nothing_holds_it_up(looking: Looking, odd: str) -> None:
    found = looking.at(script(ODD[odd]), {"/poll": "x"})
    assert "/found" in found.links
    assert "given up" not in found.notes
    assert len(looking.wanted) < 50


def test_downloads_are_refused(looking: Looking) -> None:
    code = "const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x'])); a.download = 'x';"
    found = looking.at(script(code + "a.click(); document.body.append(a); a.click()"))
    assert "/found" in found.links
    found = looking.at(LINK, headers=[("Content-Disposition", "attachment; filename=page.html")])
    assert found.links == ["/found"]


def test_windows_are_closed_and_where_they_lead_is_kept(looking: Looking) -> None:
    before = looking.process.launches
    found = looking.at(script("window.open('/opened', '_blank', 'noopener'); window.open('about:blank')"))
    assert set(found.links) == {"/found", "/opened"}
    assert looking.asked == []
    found = looking.at(script("const f = document.createElement('form'); f.target = '_blank'; f.action = '/sent';"
                              "document.body.append(f); f.submit()"))  # fmt: skip
    assert "/found" in found.links
    assert looking.asked == []
    assert looking.process.launches == max(1, before)


@pytest.mark.parametrize(
    "code", ["location.href = '/next'", "location.replace('/next')", "onload = () => location = '/next'"]
)
def test_a_page_that_leads_away_at_once_is_still_looked_at(looking: Looking, code: str) -> None:
    found = looking.at(script(code))
    assert set(found.links) == {"/found", "/next"}
    assert looking.asked == []


def test_meta_refresh_leads_nowhere_but_is_kept(looking: Looking) -> None:
    found = looking.at(f'<meta http-equiv="refresh" content="0; url=/next">{LINK}')
    assert set(found.links) == {"/found", "/next"}
    assert looking.asked == []


def test_a_page_that_loads_itself_again_and_again_does_not(looking: Looking) -> None:
    found = looking.at(script("document.cookie = 'n=' + (1 + +(document.cookie.slice(2) || 0)); location.reload()"))
    assert "/found" in found.links


@pytest.mark.parametrize("where", ["head", "click"])
def test_a_script_that_does_not_end_costs_its_page_alone(looking: Looking, where: str) -> None:
    html = script(LOOP) if where == "head" else f"{LINK}<button onclick='{LOOP}'>press</button>"
    found = looking.at(html, timeout=1.0)
    assert "/found" in found.links
    assert looking.at(LINK).links == ["/found"]


def test_what_never_comes_is_not_waited_for(looking: Looking) -> None:
    html = (
        f"<head><script src=/never.js></script><link rel=stylesheet href=/never.css></head>{LINK}<img src=/never.png>"
    )
    found = looking.at(html, {"/never.js": None, "/never.css": None, "/never.png": None}, timeout=0.5)
    assert found.links == ["/found"]
    assert "still loading" in found.notes
    assert sorted(looking.asked) == ["/never.css", "/never.js"]


def test_loading_that_goes_on_for_ever_is_ended(looking: Looking) -> None:
    code = "let n = 0; const next = () => { const s = document.createElement('script'); s.src = '/' + n++ + '.js';"
    html = script(code + "s.onload = s.onerror = next; document.body.append(s) }; next()")
    found = looking.at(html, timeout=0.5, most_requests=20)
    assert "/found" in found.links
    assert len(looking.wanted) <= 20


def test_a_page_that_crashes_costs_itself_alone(looking: Looking) -> None:
    before = looking.process.launches
    found = looking.at(script("const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))"), timeout=20)
    assert found.links == ["/found"]
    assert "crashed" in found.notes
    assert looking.at(LINK).links == ["/found"]
    assert looking.process.launches == max(1, before)


def test_odd_documents_are_looked_at(looking: Looking) -> None:
    assert looking.at("").links == []
    assert looking.at("just text").links == []
    assert looking.at("<frameset><frame src=/f></frameset>", {"/f": LINK}).rendering.states >= 1
    assert "/found" in looking.at(f"<div hidden>{LINK}" + "<div>" * 2000).links
