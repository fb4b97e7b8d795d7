// Who listens to what, and shadow roots that the page keeps to itself.
const CLICK = 1, HOVER = 2, DOUBLE = 4, CONTEXT = 8, TRUSTED = 16, WHEEL = 32, CHANGE = 64, DRAG = 128;
const BIT = {
  click: CLICK, mousedown: CLICK, mouseup: CLICK, pointerdown: CLICK, pointerup: CLICK, focus: CLICK, focusin: CLICK,
  blur: CLICK, focusout: CLICK, toggle: CLICK, auxclick: CONTEXT, contextmenu: CONTEXT, dblclick: DOUBLE,
  mouseover: HOVER, mouseenter: HOVER, mousemove: HOVER, mouseout: HOVER, mouseleave: HOVER, pointerover: HOVER,
  pointerenter: HOVER, pointermove: HOVER, pointerout: HOVER, pointerleave: HOVER, wheel: WHEEL, mousewheel: WHEEL,
  change: CHANGE, input: CHANGE, dragstart: DRAG, drop: DRAG, dragend: DRAG,
};
const heard = new NativeWeakMap(); // event target -> bits
const seenTypes = { scroll: 0, bits: 0 };
const closedRoots = new NativeWeakMap();
const shadowRootOf = (element) => closedRoots.get(element) || openRootOf(element);

function noteListener(target, type, listener) {
  if (type === "scroll" || type === "scrollend" || type === "wheel") seenTypes.scroll++;
  let bit = BIT[type];
  if (!bit || !listener) return;
  const handler = typeof listener === "function" ? listener : listener.handleEvent;
  if (typeof handler === "function" && sourceOf(handler).includes("isTrusted")) bit |= TRUSTED;
  seenTypes.bits |= bit;
  heard.set(target, (heard.get(target) || 0) | bit);
}
replace(EventTarget.prototype, "addEventListener", (old) => function (type, listener, options) {
  const target = this === undefined || this === null ? window : this;
  if (`${type}` === "beforeunload") return undefined; // it could only ask a person
  try { noteListener(target, `${type}`, listener); } catch (_) { /* odd listeners are the browser's business */ }
  return apply(old, target, arguments.length > 2 ? [type, listener, options] : [type, listener]);
});
replace(Element.prototype, "attachShadow", (old) => function (options) {
  const root = apply(old, this, [options]);
  closedRoots.set(this, root);
  observe(root);
  return root;
});
for (const type of [window.Element, window.ShadowRoot]) {
  replace(type && type.prototype, "setHTMLUnsafe", (old) => function (html, ...rest) {
    return apply(old, this, [`${html}`.replace(/shadowrootmode\s*=\s*["']?closed["']?/gi, 'shadowrootmode="open"'), ...rest]);
  });
}
if (window.IntersectionObserver) {
  replace(IntersectionObserver.prototype, "observe", (old) => function (target) {
    seenTypes.scroll++;
    return apply(old, this, [target]);
  });
}

const HANDLERS = [
  "click", "mousedown", "mouseup", "pointerdown", "pointerup", "focus", "dblclick", "contextmenu", "auxclick",
  "mouseover", "mouseenter", "mousemove", "mouseleave", "mouseout", "pointerover", "pointerenter", "change", "wheel", "scroll",
];
const ON = HANDLERS.map((type) => "on" + type);
function bitsOf(target) {
  let bits = heard.get(target) || 0;
  for (let i = 0; i < HANDLERS.length; i++) {
    const handler = target[ON[i]], type = HANDLERS[i];
    if (typeof handler !== "function") continue;
    if (type === "scroll") seenTypes.scroll++;
    bits |= BIT[type];
    if (sourceOf(handler).includes("isTrusted")) bits |= TRUSTED;
  }
  return bits;
}
