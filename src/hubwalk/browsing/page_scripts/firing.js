// The pointer: what a browser dispatches when a person moves it to an element and presses its button.
const SOON = 1000, LATE = 6000; // milliseconds of the page's time

function place(element) {
  try {
    const box = boxOf(element);
    return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
  } catch (_) { return [0, 0]; }
}

function send(element, type, at, options) {
  const pointer = type.startsWith("pointer") || /^(click|auxclick|contextmenu)$/.test(type);
  const inner = /(enter|leave)$/.test(type);
  const all = {
    bubbles: !inner, cancelable: !inner, composed: !inner, view: window, detail: 1, button: 0, buttons: 0,
    clientX: at[0], clientY: at[1], screenX: at[0], screenY: at[1], pointerId: 1, pointerType: "mouse", isPrimary: true,
    ...options,
  };
  const Type = type === "wheel" ? WheelEvent : pointer && window.PointerEvent ? PointerEvent : MouseEvent;
  try { return dispatch(element, new Type(type, all)); } catch (error) { report(error); return true; }
}

const hostOf = getter(ShadowRoot, "host");
function lineage(element) {
  const found = [];
  for (let node = element; node; node = typeOf(node) === 11 ? hostOf(node) : parentOf(node)) {
    if (typeOf(node) === ELEMENT) found.push(node);
    else if (typeOf(node) !== 11) break;
  }
  return found;
}

let pointed = null;
function moveTo(element) {
  const at = place(element), from = pointed && pointed.deref();
  const old = from && isConnected(from) ? lineage(from) : [], fresh = lineage(element);
  pointed = new NativeWeakRef(element);
  if (from === element) return;
  const out = { relatedTarget: element }, over = { relatedTarget: old.length ? from : null };
  if (old.length) {
    const current = shared.current, left = nameOf.get(from);
    if (left) shared.current = left.name; // what happens now is the doing of the element that is left
    for (const kind of ["pointer", "mouse"]) {
      send(from, kind + "out", at, out);
      for (const node of old) if (!fresh.includes(node)) send(node, kind + "leave", at, out);
    }
    shared.current = current;
  }
  for (const kind of ["pointer", "mouse"]) {
    send(element, kind + "over", at, over);
    for (let i = fresh.length - 1; i >= 0; i--) if (!old.includes(fresh[i])) send(fresh[i], kind + "enter", at, over);
  }
  send(element, "pointermove", at, {});
  send(element, "mousemove", at, {});
}

function focusNear(element, at) {
  for (const node of lineage(element)) {
    if (!matches(node, "a[href],area[href],button,input,select,textarea,summary,iframe,[tabindex],[contenteditable]")) continue;
    try { focusOn(node, { preventScroll: true }); } catch (_) { /* not to be focused */ }
    return;
  }
  if (bitsOf(element) & CLICK) dispatch(element, new FocusEvent("focus", { composed: true }));
}

function press(element, type) {
  const at = place(element), down = { buttons: 1 };
  standLast();
  send(element, "pointerdown", at, down);
  if (send(element, "mousedown", at, down)) focusNear(element, at);
  send(element, "pointerup", at, {});
  send(element, "mouseup", at, {});
  captor = null;
  if (!isConnected(element)) return;
  standLast();
  send(element, "click", at, {});
  if (type === "dblclick") {
    send(element, "click", at, { detail: 2 });
    send(element, "dblclick", at, { detail: 2 });
  }
}

function pressOther(element) {
  const at = place(element), right = { button: 2, buttons: 2 };
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "contextmenu"]) send(element, type, at, right);
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "auxclick"]) send(element, type, at, { button: 1, buttons: 4 });
}

function choose(select, index) {
  try { setter(HTMLSelectElement, "selectedIndex")(select, index); } catch (_) { return; }
  for (const type of ["input", "change"]) dispatch(select, new Event(type, { bubbles: true, composed: true }));
}

// What has changed since the last outcome is kept: it came late, and would be overlooked.
function begin(name) {
  flushChanges();
  changes.looks = 0;
  timers.clear();
  for (const late of shared.records) if (shared.late.length < 100) shared.late.push(late);
  Object.assign(shared, {
    current: name, records: [], requests: 0, pending: 0, dialogs: 0, frameChanges: 0, linger: 0, animated: 0, point: null,
    unwritten: false,
  });
}

// Answers take real time; so does what the page does with them.
async function awaitAnswers(ms) {
  const until = realNow() + ms;
  while (shared.pending > 0 && realNow() < until) await sleep(4);
}

async function settle() {
  await tick();
  await runTimers(SOON, 250);
  if (shared.linger) await sleep(shared.linger);
  if (endAnimations()) await frame();
  await tick();
  flushChanges();
  const quiet = !shared.records.length && !shared.requests && !changes.added && !changes.removed && !changes.text;
  if (quiet && timers.size) {
    await runTimers(LATE, 250);
    flushChanges();
  }
}

// Transitions end at once, and with them what waits for their end.
function endAnimations() {
  if (!changes.looks && !changes.added) flushChanges();
  if ((!changes.looks && !changes.added && !shared.animated) || !document.getAnimations) return false;
  let ended = 0, left = 50;
  for (const animation of document.getAnimations()) {
    if (left-- <= 0) break;
    try { animation.finish(); ended++; } catch (_) { /* endless */ }
  }
  return ended > 0;
}
// The next time that the page is drawn: ends of animations and intersections are told then.
const frame = () => new NativePromise((done) => { drawn(done); startTimer(done, 100); });

function outcome() {
  const [changed, moved] = compareState();
  const found = {
    changed: changed || shared.frameChanges > 0 && changes.added + changes.removed + changes.text + changes.looks === 0,
    moved, removed: changes.removed, added: changes.added, text: changes.text, looks: otherLooks(),
    requests: shared.requests, records: shared.records, late: shared.late, digest: lastDigest,
  };
  resetChanges();
  shared.records = [];
  shared.late = [];
  shared.requests = 0;
  return found;
}

async function probe(element, act, index) {
  const [x, y] = place(element);
  shared.point = { element, x, y };
  try {
    if (act === "hover") moveTo(element);
    else if (act === "choose") choose(element, index);
    else {
      moveTo(element);
      if (act === "other") pressOther(element);
      else if (act === "wheel") send(element, "wheel", place(element), { deltaY: 120 });
      else press(element, act === "double" ? "dblclick" : "click");
    }
  } catch (error) { report(error); }
  const script = act === "click" && closest(element, "a[href^='javascript:' i], summary, label, input, [popovertarget], [command]");
  if (script) {
    await sleep(6); // their effect is a task of its own
    shared.unwritten = true;
  }
  await settle();
  return outcome();
}

// Fires one job after the other until one needs somebody's attention.
async function fire(jobs, ms) {
  const started = realNow(), found = [];
  for (const [name, act, index] of jobs) {
    const element = resolve(name);
    if (!element) {
      found.push({ gone: true });
      continue;
    }
    if (closest(element, "button:disabled, input:disabled, select:disabled")) {
      found.push({ gone: true }); // at present
      continue;
    }
    begin(name);
    const unseen = !isVisible(element);
    const result = await probe(element, act, index);
    found.push({ ...result, unseen });
    if (result.requests || result.changed || result.moved || realNow() - started > ms) break;
    if (result.records.some((entry) => entry[0] === "push")) break;
  }
  if (!found.length || !found[found.length - 1].requests) end();
  return found;
}
function end() { shared.current = ""; timers.clear(); }
