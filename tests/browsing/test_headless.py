"""Looking at pages in a real browser: what they load, what is refused, and what comes back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from crawling import job_for
from looked_at import ORIGIN, Looking
from misbehaving import Html, Robots, Web, page

from hubwalk.browsing.engine_loop import quieten, run
from hubwalk.browsing.headless import HeadlessBrowser
from hubwalk.browsing.installed import BrowserChoice
from hubwalk.browsing.probing import Bounds
from hubwalk.errors import UsageError
from hubwalk.pages.parse import read
from hubwalk.testing import check_browser
from hubwalk.values import Response, Site

pytest_plugins = ["browsers", "web_fixtures"]
SHORT = Bounds(seconds=0.5)  # probing is not what matters
LINK = '<a href="/found">found</a>'
FETCHES = "fetch('%s').then(r => r.text()).then(t => document.body.insertAdjacentHTML('beforeend', t)).catch(() => {})"


def test_scripts_styles_frames_and_fetches_are_answered(looking: Looking) -> None:
    html = (
        f"<link rel=stylesheet href=/a.css><body><script src=/a.js></script><script>{FETCHES % '/list.json'}</script>"
        "<iframe src=/frame></iframe>"
    )
    answers = {"/a.js": "document.write('<a href=/by-script>x</a>')", "/list.json": LINK, "/frame": "<p>in a frame"}
    found = looking.at(html, answers)
    assert {"/by-script", "/found"} <= set(found.links)
    assert sorted(looking.asked) == ["/a.css", "/a.js", "/frame", "/list.json"]
    assert found.rendering.requests == 4


def test_nothing_but_get_and_head_leaves(looking: Looking) -> None:
    code = (
        "for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) fetch('/x', {method}).catch(() => {});"
        "fetch('/head', {method: 'HEAD'}); navigator.sendBeacon('/beacon', 'x');"
        "const x = new XMLHttpRequest(); x.open('POST', '/xhr'); x.send('x')"
    )
    form = "<form id=f method=post action=/form></form><script>onload = () => f.submit()</script>"
    found = looking.at(f"{LINK}{form}<script>{code}</script>")
    assert [(wanted.method, wanted.url) for wanted in looking.wanted] == [("HEAD", f"{ORIGIN}/head")]
    for blocked in ("POST http://site.test/x ", "PUT", "DELETE", "PATCH", "POST http://site.test/xhr"):
        assert blocked in found.notes
    assert found.links == ["/found"]


def test_what_links_do_not_need_is_not_loaded(looking: Looking) -> None:
    html = (
        "<style>@font-face { font-family: f; src: url(/f.woff) } p { font-family: f }</style><p>text"
        "<img src=/a.png onload='document.title = 1' onerror=\"this.src = '/b.png?' + Math.random()\">"
        "<video src=/v.mp4 autoplay></video><link rel=prefetch href=/pre><link rel=prerender href=/pre>"
        "<script>new EventSource('/events'); new Worker('/w.js'); new WebSocket('ws://site.test/ws')</script>"
    )
    found = looking.at(html + LINK, bounds=SHORT)
    assert looking.asked == ["/w.js"]
    assert found.links == ["/found"]
    looking.at(html + LINK, want_boxes=True, bounds=SHORT)
    assert {"/a.png", "/f.woff"} <= set(looking.asked)
    assert "/v.mp4" not in looking.asked


def test_other_hosts_are_asked_only_if_allowed(looking: Looking) -> None:
    html = f"<script src=http://cdn.test/a.js></script><script src=http://api.example.org/b.js></script>{LINK}"
    found = looking.at(html, url="http://www.example.org/")
    assert looking.asked == ["http://api.example.org/b.js"]
    assert "other host cdn.test not asked" in found.notes
    looking.at(html, url="http://www.example.org/", allow_hosts=("cdn.test",))
    assert sorted(looking.asked) == ["http://api.example.org/b.js", "http://cdn.test/a.js"]


def test_private_addresses_are_out_of_reach(looking: Looking) -> None:
    spelled = (
        "127.0.0.1",
        "2130706433",
        "0x7f.1",
        "[::ffff:127.0.0.1]",
        "192.168.1.1",
        "localhost",
        "router.test",
        "[fd00::1]",
    )
    asks = "".join(f"fetch('http://{host}/').catch(() => {{}});" for host in spelled)
    html = f"<script>{asks}</script><iframe src='http://127.0.0.1:631/'></iframe>{LINK}"
    found = looking.at(html, allow_hosts=("*",), addresses={"router.test": "10.0.0.1"})
    assert looking.asked == []
    refused = {note.split()[2] for note in found.rendering.notes if note.startswith("private address")}
    assert refused == {
        "127.0.0.1",
        "127.0.0.1:631",
        "[::ffff:7f00:1]",
        "192.168.1.1",
        "localhost",
        "router.test",
        "[fd00::1]",
    }


def test_files_are_out_of_reach(looking: Looking, tmp_path: Path) -> None:
    secret = tmp_path / "secret.html"
    secret.write_text("<a href='/secret'>secret</a>")
    html = f"<iframe src='{secret.as_uri()}'></iframe><script>{FETCHES % secret.as_uri()}</script>{LINK}"
    found = looking.at(html, allow_hosts=("*",), bounds=SHORT)
    assert "/found" in found.links
    assert "secret" not in str(found.rendering.links)
    assert b"secret</a>" not in found.response.body


def test_a_socket_reaches_nobody(looking: Looking, web: Web) -> None:
    code = f"new WebSocket('ws://127.0.0.1:{web.port}/ws'); new EventSource('{web.url}/events')"
    html = f"<script>{code}; fetch('{web.url}/x').catch(() => 0)</script>"
    found = looking.at(f"{html}<link rel=preconnect href='{web.url}'>{LINK}", allow_hosts=("*",))
    assert web.requests == []
    assert "web socket" in found.notes


def test_credentials_do_not_reach_the_page(looking: Looking) -> None:
    html = f"<script>document.title = document.URL; fetch('/a?' + encodeURIComponent(location.href))</script>{LINK}"
    found = looking.at(html, url="http://me:secret@site.test/")
    assert found.links == ["/found"]
    assert "secret" not in f"{looking.wanted} {found.rendering}"


def test_cookies_of_the_answer_and_of_scripts_are_sent_along(looking: Looking) -> None:
    html = f"<script>document.cookie = 'script=2'; fetch('/a')</script>{LINK}"
    looking.at(html, headers=[("Set-Cookie", "server=1; Path=/"), ("Set-Cookie", "other=3; HttpOnly")])
    (wanted,) = looking.wanted
    assert dict(wanted.cookies) == {"script": "2", "server": "1", "other": "3"}


def test_cookies_of_one_site_stay_there(looking: Looking) -> None:
    looker = looking.looker({})
    asks = Response(f"{ORIGIN}/", f"{ORIGIN}/", 200, b"<script>fetch('/a?' + document.cookie)</script>")
    sets = Response(f"{ORIGIN}/", f"{ORIGIN}/", 200, b"<script>document.cookie = 'seen=1'</script>")

    async def look() -> None:
        await looker.look(sets, site=Site(f"{ORIGIN}/one"))
        await looker.look(asks, site=Site(f"{ORIGIN}/two"))
        await looker.look(asks, site=Site(f"{ORIGIN}/one"))

    run(look())
    assert looking.asked == ["/a?", "/a?seen=1"]


def test_a_frame_that_was_redirected_has_its_links_where_it_went(looking: Looking) -> None:
    moved = Response("", "", 302, headers=(("Location", "/deep/frame"),))
    found = looking.at("<iframe src=/f></iframe>", {"/f": moved, "/deep/frame": "<a href=next>n</a>"})
    assert looking.asked == ["/f", "/deep/frame"]
    assert "/deep/next" in found.links


def test_the_body_is_the_servers_own_where_a_reader_sees_the_same(looking: Looking) -> None:
    words = " ".join(f"word{n}" for n in range(60))
    more = "document.body.insertAdjacentHTML('beforeend', '<i>12:00</i><a href=/b></a>')"
    html = f"<p>{words}</p>{LINK}<script>{more}</script>"
    found = looking.at(html)
    assert found.response.body == html.encode()
    assert found.links == ["/found", "/b"]


def test_and_what_the_browser_shows_where_it_is_not(looking: Looking) -> None:
    code = "app.innerHTML = '<p>' + 'the whole text '.repeat(9) + 'é</p>'"
    html = f"<meta charset=latin-1><div id=app></div><script>{code}</script>{LINK}"
    found = looking.at(html)
    assert "the whole text" in read(found.response).html
    assert found.response.header("content-type") == "text/html; charset=utf-8"
    assert "é</p>" in read(found.response).html
    assert [link.target for link in read(found.response).links] == [f"{ORIGIN}/found"]


def test_what_is_no_page_is_left_alone(looking: Looking) -> None:
    looker = looking.looker({})
    for response in (
        Response("http://site.test/", "http://site.test/", 0, error="time-out"),
        Response("http://site.test/", "http://site.test/", 404, b"<p>no"),
        Response("http://site.test/", "http://site.test/", 200, b"%PDF", (("Content-Type", "application/pdf"),)),
    ):
        assert run(looker.look(response, site=Site(ORIGIN))) is response


def test_several_pages_at_a_time(looking: Looking) -> None:
    looker = looking.looker({"/a.js": "document.write('<a href=' + location.pathname + '/x>x</a>')"}, pages_at_a_time=3)

    async def look() -> list[Response]:
        urls = [f"{ORIGIN}/{n}" for n in range(7)]
        pages = [Response(url, url, 200, b"<body><script src=/a.js></script>") for url in urls]
        return list(await asyncio.gather(*(looker.look(page, site=Site(ORIGIN)) for page in pages)))

    found = run(look())
    assert [[link.target for link in each.rendering.links] for each in found if each.rendering] == [
        [f"{ORIGIN}/{n}/x"] for n in range(7)
    ]
    assert looking.asked == ["/a.js"]  # all the others remember it


def test_the_port(web: Web, browser_choice: BrowserChoice) -> None:
    quieten()
    web.put("/robots.txt", Robots("User-agent: *\nDisallow: /private"))
    web.put("/known", Html(f"<body><script>{FETCHES % '/more'};{FETCHES % '/private/more'}</script>"))
    web.put("/more", page("more", "/found"))
    web.put("/private/more", page("more", "/secret"))
    with HeadlessBrowser(job_for(web.url, retries=0), choice=browser_choice) as browser:
        check_browser(lambda: browser, f"{web.url}/known")
        (found,) = browser.fetch_all([f"{web.url}/known"])
    assert found.rendering is not None
    assert [link.target for link in found.rendering.links] == [f"{web.url}/found"]
    assert any(note.startswith("robots.txt forbids") for note in found.rendering.notes)
    assert web.requests.count("/more") == 1
    assert "/private/more" not in web.requests


def test_a_browser_that_does_not_start_says_how_to_get_one(web: Web, tmp_path: Path) -> None:
    quieten()
    web.put("/known", page("known"))
    fake = tmp_path / "browser"
    fake.write_text("#!/bin/sh\necho 'error while loading shared libraries: libnss3.so' >&2\nexit 127\n")
    fake.chmod(0o755)
    browser = HeadlessBrowser(job_for(web.url), choice=BrowserChoice("chromium", str(fake), "", "made up"))
    with pytest.raises(UsageError, match=r"cannot be started: .*libnss3.*hubwalk doctor"):
        browser.fetch(f"{web.url}/known")
    browser.close()
