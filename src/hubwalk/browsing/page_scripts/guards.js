// Whatever would leave the page, or wait for a person, is recorded and does not happen.
function record(kind, url) {
  if (shared.records.length < 500) shared.records.push([kind, `${url}`, shared.current]);
}
const absolute = (url) => {
  try { return new NativeURL(url, document.baseURI).href; } catch (_) { return ""; }
};
const withoutHash = (url) => { const at = url.indexOf("#"); return at < 0 ? url : url.slice(0, at); };

// Dialogs. A page that asks again and again is in a loop that only an exception ends.
for (const [name, answer] of [["alert", undefined], ["confirm", true], ["prompt", ""], ["print", undefined]]) {
  replace(window, name, () => function (message, proposed) {
    if (shared.dialogs++ < 5) record("dialog", `${name} ${message === undefined ? "" : message}`.slice(0, 200));
    if (shared.dialogs > 50) throw new Error(name);
    return name === "prompt" && proposed !== undefined ? `${proposed}` : answer;
  });
}
try { defineProperty(window, "onbeforeunload", { get: () => null, set() {}, configurable: true }); } catch (_) { /* kept */ }

// A window that is never opened. What is written to it, or where it is sent, counts.
function elsewhere() {
  const go = (url) => record("open", absolute(url));
  const location = { assign: go, replace: go, reload() {}, toString: () => "about:blank" };
  defineProperty(location, "href", { get: () => "about:blank", set: go });
  const nothing = () => {};
  const page = { open: () => page, write: (...html) => record("written", html.join("")), close: nothing, body: null };
  const view = {
    closed: false, opener: null, name: "", focus: nothing, blur: nothing, close() { view.closed = true; },
    postMessage: nothing, moveTo: nothing, resizeTo: nothing, print: nothing, addEventListener: nothing, document: page,
  };
  defineProperty(view, "location", { get: () => location, set: go, enumerable: true });
  return view;
}
replace(window, "open", () => function (url) {
  if (url !== undefined && `${url}` !== "") record("open", absolute(url));
  return elsewhere();
});

if (window.navigation) {
  listen(window.navigation, "navigate", (event) => {
    const url = event.destination.url, same = withoutHash(url) === withoutHash(location.href);
    if (event.hashChange || (event.destination.sameDocument && same)) {
      linger(8); // hashchange and popstate are tasks of their own
      return;
    }
    const kind = event.formData && !sentByGet ? "post" : event.destination.sameDocument ? "push" : "go";
    sentByGet = false;
    if (event.navigationType !== "traverse" && !(same && kind === "go")) record(kind, url);
    if (event.cancelable) preventDefault(event);
  });
}
for (const name of ["back", "forward", "go"]) {
  replace(History.prototype, name, () => function () {}); // to where the browser was before this page
}

// Forms: the address that a GET form asks for; of others only that they would send something.
const actionOf = (form, by) => {
  const own = by && hasAttribute(by, "formaction") ? attribute(by, "formaction") : attribute(form, "action");
  return absolute(own || withoutHash(document.URL));
};
const methodOf = (form, by) => ((by && attribute(by, "formmethod")) || attribute(form, "method") || "get").toLowerCase();
let sentByGet = false; // the last form: Chromium goes by its own method even if the button has another
function recordForm(form, by) {
  const method = methodOf(form, by);
  if (method === "dialog") return false;
  let url = actionOf(form, by);
  if (method === "get" && url.startsWith("http")) {
    const fields = new URLSearchParams();
    try {
      for (const [name, value] of by ? new FormData(form, by) : new FormData(form)) fields.append(name, `${value}`);
    } catch (_) { /* the button belongs to another form */ }
    url = withoutHash(url).replace(/\?.*/s, "") + `?${fields}`;
  }
  record(method === "get" ? "form" : "post", url);
  return true;
}
replace(HTMLFormElement.prototype, "submit", () => function () { recordForm(this, null); });

// The last listener of all: what nobody has prevented would happen now. Navigations of this window are left to the
// listener above, as some libraries see to it that they are even later.
const staysHere = (element) => !apart && /^(_self)?$/i.test(attribute(element, "target") || "");
const linkIn = (event) => {
  for (const node of composedPath(event)) {
    if (node instanceof Element && /^(a|area)$/i.test(tagOf(node)) && hrefOf(node) !== null) return node;
  }
  return null;
};
const hrefOf = (element) => {
  const href = attribute(element, "href");
  return href !== null ? href : attribute(element, "xlink:href");
};
function atTheEnd(event) {
  if (isPrevented(event)) return;
  const target = composedPath(event)[0];
  if (eventTypeOf(event) === "submit") {
    const by = event.submitter, own = by && hasAttribute(by, "formtarget") ? "" : target;
    sentByGet = methodOf(target, by) === "get";
    if (own && staysHere(target)) return;
    if (recordForm(target, by)) preventDefault(event);
    return;
  }
  const link = linkIn(event);
  const href = link && hrefOf(link).trim();
  if (!link || href.startsWith("#") || /^javascript:/i.test(href)) return;
  const url = absolute(href);
  if (withoutHash(url) === withoutHash(location.href) && url.includes("#") && !attribute(link, "target")) return;
  if (/^https?:/.test(url) && staysHere(link)) return;
  record("link", url);
  preventDefault(event);
}
const LAST = ["click", "auxclick", "submit"];
function standLast() {
  for (const type of LAST) {
    unlisten(window, type, atTheEnd);
    listen(window, type, atTheEnd);
  }
}
standLast();

// An event that is stopped never gets there. If a new window would open, let it be this one: that is prevented above.
function keepHere(event) {
  const target = composedPath(event)[0];
  const link = eventTypeOf(event) === "submit" ? target : linkIn(event);
  const name = link && attribute(link, "target");
  if (!name || !LAST.includes(eventTypeOf(event))) return;
  setAttribute(link, "target", "_self");
  startTimer(() => setAttribute(link, "target", name), 0);
}
for (const name of ["stopPropagation", "stopImmediatePropagation"]) {
  replace(Event.prototype, name, (old) => function () {
    try { keepHere(this); } catch (_) { /* not an event */ }
    return apply(old, this, []);
  });
}
const lostLink = (node) => node instanceof HTMLAnchorElement && !isConnected(node) && hrefOf(node);
replace(HTMLElement.prototype, "click", (old) => function () {
  if (lostLink(this)) record("open", absolute(hrefOf(this))); // events of an element that is in no document reach nobody
  else apply(old, this, []);
});
replace(EventTarget.prototype, "dispatchEvent", (old) => function (event) {
  if (event && event.type === "click" && lostLink(this)) {
    record("open", absolute(hrefOf(this)));
    return true;
  }
  return apply(old, this, [event]);
});

// Requests: how many a probe has started, and how many answers are still to come.
function pending(count) {
  shared.requests += count;
  shared.pending += count;
}
const arrived = () => { startTimer(() => { if (shared.pending > 0) shared.pending--; }, 5); }; // it is read a moment later
replace(window, "fetch", (old) => function (...args) {
  pending(1);
  const answer = apply(old, this, args);
  then(answer, arrived, arrived);
  return answer;
});
for (const name of ["arrayBuffer", "blob", "bytes", "formData", "json", "text"]) {
  replace(window.Response && Response.prototype, name, (old) => function () {
    shared.pending++; // an answer is no use before it is read, which takes time on a busy machine
    const read = apply(old, this, []);
    then(read, arrived, arrived);
    return read;
  });
}
replace(XMLHttpRequest.prototype, "send", (old) => function (...args) {
  pending(1);
  listen(this, "loadend", arrived, { once: true });
  try {
    return apply(old, this, args);
  } catch (error) {
    arrived();
    throw error;
  }
});
function awaitElement(element) {
  pending(1);
  for (const type of ["load", "error"]) listen(element, type, arrived, { once: true });
}
// Messages between windows and workers take some milliseconds each way, and nobody says when the answer is there.
const linger = (ms) => { if (shared.linger < ms) shared.linger = ms; };
for (const [owner, name, ms] of [
  [window, "postMessage", 12], [window.Worker && Worker.prototype, "postMessage", 40],
  [window.BroadcastChannel && BroadcastChannel.prototype, "postMessage", 12],
]) {
  replace(owner, name, (old) => function (...args) { linger(ms); return apply(old, this, args); });
}
replace(window.Scheduler && Scheduler.prototype, "postTask", (old) => function (run, options) {
  linger(8);
  const soon = shared.current !== "" && options && options.delay;
  return apply(old, this, [run, soon ? { priority: options.priority, signal: options.signal } : options]);
});
replace(Element.prototype, "animate", (old) => function (...args) { shared.animated++; return apply(old, this, args); });
// Scripts that ask what is under the pointer: the element that is probed, even if it is out of sight.
for (const name of ["elementFromPoint", "elementsFromPoint"]) {
  replace(Document.prototype, name, (old) => function (x, y) {
    const found = apply(old, this, [x, y]), point = shared.point;
    if (!point || this !== document || Math.abs(point.x - x) > 2 || Math.abs(point.y - y) > 2) return found;
    return name === "elementFromPoint" ? point.element : lineage(point.element);
  });
}
replace(Navigator.prototype, "sendBeacon", () => function () { return true; });
// A pointer that only scripts move cannot be captured; what is done with it reaches whoever would have had it.
let captor = null;
replace(Element.prototype, "setPointerCapture", (old) => function (id) {
  try { apply(old, this, [id]); } catch (error) { if (!shared.point || id !== 1) throw error; }
  captor = this;
});
replace(Element.prototype, "hasPointerCapture", (old) => function (id) { return apply(old, this, [id]) || captor === this; });
replace(Element.prototype, "releasePointerCapture", (old) => function (id) {
  try { apply(old, this, [id]); } catch (error) { if (captor !== this) throw error; }
  captor = null;
});
