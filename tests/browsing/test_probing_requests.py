"""Link probing where probes cause requests: lists that grow, searches, frames; and where it has to come to an end."""

from __future__ import annotations

from looked_at import ORIGIN, RealBrowser
from probing_pages import probe

from hubwalk.browsing.probing import Bounds, openable

pytest_plugins = ["browsers"]

MORE = """<div id=list></div><button id=more>more</button><script>
let n = 0;
more.onclick = async () => {
  const answer = await fetch("/part?n=" + ++n);
  list.insertAdjacentHTML("beforeend", await answer.text());
  if (n === 5) more.remove();
};
</script>"""
SCROLLED = """<style>p { height: 400px }</style><div id=list></div><div id=end>.</div><script>
let n = 0;
const more = () => ++n > 5 || fetch("/part?n=" + n).then((r) => r.text())
  .then((text) => list.insertAdjacentHTML("beforeend", text));
new IntersectionObserver((seen) => { if (seen.some((one) => one.isIntersecting)) more() }).observe(end);
</script>"""
PARTS = {f"/part?n={n}": f"<p><a href=/{n}a>a</a></p><p><a href=/{n}b>b</a></p><p>...</p>" for n in range(1, 6)}
ALL_PARTS = {f"/{n}{letter}" for n in range(1, 6) for letter in "ab"}


def test_load_more_is_followed_to_its_end(real_browser: RealBrowser) -> None:
    probed = probe(real_browser, {"/": MORE, **PARTS})
    assert probed.paths == ALL_PARTS
    assert probed.link("/3a").probes == "click html/body/button#more x3"


def test_load_more_has_a_bound(real_browser: RealBrowser) -> None:
    endless = MORE.replace("n === 5", "false").replace("/part?n=", "/same?")
    parts = {f"/same?{n}": f"<a href=/more{n}>x</a>" for n in range(1, 30)}
    probed = probe(real_browser, {"/": endless, **parts}, bounds=Bounds(rounds=6))
    assert probed.paths == {f"/more{n}" for n in range(1, 8)}


def test_scrolling_goes_on_as_long_as_anything_comes_up(real_browser: RealBrowser) -> None:
    probed = probe(real_browser, {"/": SCROLLED, **PARTS})
    assert probed.paths == ALL_PARTS
    assert probed.link("/5b").probes.startswith("scroll")


def test_scripts_and_pieces_that_a_probe_asks_for_are_waited_for(real_browser: RealBrowser) -> None:
    page = """<button id=a>jsonp</button><button id=b>xhr</button><button id=c>import</button><div id=o></div>
    <div id=h>hover</div><script>
    a.onclick = () => { const s = document.createElement("script"); s.src = "/p.js"; document.head.append(s) };
    b.onclick = () => { const x = new XMLHttpRequest(); x.open("GET", "/x.txt");
      x.onload = () => { o.innerHTML = x.responseText }; x.send() };
    c.onclick = () => import("/m.js").then((m) => m.go());
    const show = (text) => { h.innerHTML = text };
    h.onmouseenter = () => setTimeout(() => fetch("/h.txt").then((r) => r.text()).then(show), 500);
    function answer(to) { location = to }</script>"""
    site = {
        "/": page,
        "/p.js": "answer('/from-script')",
        "/x.txt": "<p onclick=\"location='/from-xhr'\">x</p>",
        "/m.js": "export const go = () => { location = '/from-module' }",
        "/h.txt": "<a href=/from-hover>x</a>",
    }
    assert probe(real_browser, site).paths == {"/from-script", "/from-xhr", "/from-module", "/from-hover"}


def test_nothing_but_get_leaves_the_page(real_browser: RealBrowser) -> None:
    page = """<button onclick="fetch('/buy', {method: 'POST'}).then(() => go('/sent'), () => go('/failed'))">
    buy</button><script>const go = (to) => { location = to }</script>
    <form method=post action=/order><button>order</button></form>
    <button onclick="navigator.sendBeacon('/beacon')">b</button>"""
    probed = probe(real_browser, page)
    assert probed.methods <= {"GET"}
    assert probed.paths == {"/failed"}  # what a person would see whose network is down


def test_search_boxes_are_filled_in(real_browser: RealBrowser) -> None:
    page = """<input type=search id=q><div id=r></div><form action=/find><input name=q><button>go</button></form>
    <form action=/login method=post><input name=user></form><script>
    q.oninput = () => { clearTimeout(q.t); q.t = setTimeout(() => fetch("/api?q=" + q.value).then((a) => a.text())
      .then((t) => { r.innerHTML = t }), 400) };</script>"""
    site = {"/": page, "/api?q=moon": "<a href=/moon1>1</a><p onclick=\"location='/moon2'\">2</p>"}
    assert probe(real_browser, site).paths == {"/find?q="}
    probed = probe(real_browser, site, words=["moon"])
    assert probed.paths == {"/find?q=", "/find?q=moon", "/moon1", "/moon2"}
    assert probed.link("/moon1").probes == "search moon"
    assert probed.link("/find?q=moon").dom_path == "html/body/form/input"


def test_frames_of_other_pages_and_hosts(real_browser: RealBrowser) -> None:
    site = {
        "/": f"""<iframe src=/inner.html></iframe><iframe src={ORIGIN.replace("site", "other")}/o.html></iframe>
        <script>onmessage = (event) => {{ location = event.data }}</script>""",
        "/inner.html": """<button id=x>x</button>
        <form action=/form><input type=hidden name=a value=1>
        <button>f</button></form><script>
        x.onclick = () => { x.insertAdjacentHTML("afterend", "<a href=late target=_top>l</a>"); x.remove() };
        </script>""",
        "/o.html": f"""<p onclick="top.location.href='{ORIGIN}/cross-top'">x</p>
        <p onclick="location.href='{ORIGIN}/cross-self'">x</p><a href={ORIGIN}/cross-link>l</a>
        <p onclick="parent.postMessage('/told', '*')">x</p>""",
    }
    probed = probe(real_browser, site)
    other = "http://other.test/o.html"
    across = {"/cross-top", "/cross-self", "/cross-link", "/told"}
    assert probed.paths == {"/inner.html", other, "/form?a=1", "/late"} | across
    assert probed.link("/late").probes == "click html/body/div/button#x"


def test_the_document_is_written_down_flat_and_without_marks(real_browser: RealBrowser) -> None:
    page = """<title>t</title><x-a><b slot=s>light</b></x-a><iframe srcdoc="<i>framed</i>"></iframe>
    <script type="application/ld+json">{"a": 1}</script><script>
    customElements.define("x-a", class extends HTMLElement { constructor() { super();
      const root = this.attachShadow({mode: "closed"});
      root.innerHTML = "<p>shadow <slot name=s></slot></p><button>b</button>" } });</script>"""
    html = probe(real_browser, page).exploration.html
    assert '<x-a><p>shadow <slot name="s"><b slot="s">light</b></slot></p><button>b</button></x-a>' in html
    assert "<i>framed</i>" in html
    assert '{"a": 1}' in html
    assert "customElements" not in html
    assert "hubwalk" not in html


def test_a_script_that_never_ends_costs_its_own_probe_only(real_browser: RealBrowser) -> None:
    page = """<p onclick="location='/one'">1</p><p onclick="for (;;);">2</p><p onclick="location='/three'">3</p>"""
    probed = probe(real_browser, page)
    assert probed.paths == {"/one", "/three"}
    assert "a script of the page does not end" in probed.exploration.notes


def test_an_end_is_made_of_pages_that_grow_without_end(real_browser: RealBrowser) -> None:
    page = """<p onclick="location='/one'">1</p><div id=g></div><script>
    const grow = () => g.insertAdjacentHTML("beforeend", `<b onclick="x">${Math.random()}</b>`);
    setInterval(() => { for (let i = 0; i < 20; i++) grow() }, 5);
    </script>"""
    found = probe(real_browser, page, bounds=Bounds(seconds=2.5)).exploration
    assert f"{ORIGIN}/one" in {link.target for link in found.links}


def test_bounds_on_probes_and_depth(real_browser: RealBrowser) -> None:
    deep = """<div id=d></div><script>
    const down = (n) => { d.innerHTML = `<a href=/level${n}>x</a><button>deeper than ${n}</button>`;
      d.lastChild.onclick = () => down(n + 1) };
    down(0);</script>"""
    assert probe(real_browser, deep, bounds=Bounds(depth=2)).paths <= {f"/level{n}" for n in range(5)}
    many = "".join(f"<p class=p{chr(97 + n)} onclick=\"location='/{n}'\">{n}</p>" for n in range(20))
    found = probe(real_browser, many, bounds=Bounds(probes=1)).exploration
    assert found.probes <= 60  # one batch


def test_closed_shadow_roots_that_are_declared(real_browser: RealBrowser) -> None:
    page = """<div><template id=t shadowrootmode="closed"><p onclick="location='/closed'">x</p><a href=/in>x</a>
    </template></div><p>shadowrootmode="closed"</p>"""
    assert probe(real_browser, openable(page)).paths == {"/closed", "/in"}
    assert openable(page).count('closed"') == 1  # the text


def test_choices_of_a_long_list(real_browser: RealBrowser) -> None:
    options = "".join(f"<option value={n}>{n}" for n in range(40))
    page = f"<select id=s>{options}</select><button onclick=\"location = '/choice' + s.value\">go</button>"
    assert probe(real_browser, page).paths == {f"/choice{n}" for n in range(40)}


def test_a_frame_that_never_answers_is_left_alone(real_browser: RealBrowser) -> None:
    page = """<iframe src="file:///nowhere"></iframe><p onclick="location = '/there'">there</p>"""
    probed = probe(real_browser, page, bounds=Bounds(seconds=10))
    assert "/there" in probed.paths
    assert probed.exploration.notes == ()  # nothing was left out
