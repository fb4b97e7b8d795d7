// What the other parts need of the browser, taken before any script of the page can overwrite it.
// All parts share one function scope (see probing_script.py); one property of the window holds the result.
const AGENT = Symbol.for("hubwalk");
if (window[AGENT]) {
  window[AGENT].renew(); // a window keeps its properties when its first, empty document is replaced
  return;
}

const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
const uncurry = (method) => apply(Function.prototype.bind, Function.prototype.call, [method]); // f(self, ...args)
const getter = (type, name) => uncurry(getOwnPropertyDescriptor(type.prototype, name).get);
const setter = (type, name) => uncurry(getOwnPropertyDescriptor(type.prototype, name).set);
const NativePromise = Promise, NativeURL = URL, NativeDate = Date, NativeMap = Map, NativeSet = Set;
const then = uncurry(Promise.prototype.then);
const NativeWeakMap = WeakMap, NativeWeakRef = WeakRef;
const quote = JSON.stringify, parseJson = JSON.parse;
const realNow = performance.now.bind(performance);

// Forms give their fields as properties ("action", "parentNode" ...), so nothing is read from an element directly.
const parentOf = getter(Node, "parentNode"), firstChildOf = getter(Node, "firstChild");
const nextOf = getter(Node, "nextSibling"), typeOf = getter(Node, "nodeType"), textOf = getter(Node, "nodeValue");
const isConnected = getter(Node, "isConnected"), rootNodeOf = uncurry(Node.prototype.getRootNode);
const contains = uncurry(Node.prototype.contains);
const tagOf = getter(Element, "localName"), openRootOf = getter(Element, "shadowRoot");
const attribute = uncurry(Element.prototype.getAttribute), hasAttribute = uncurry(Element.prototype.hasAttribute);
const attributeNames = uncurry(Element.prototype.getAttributeNames);
const setAttribute = uncurry(Element.prototype.setAttribute);
const removeAttribute = uncurry(Element.prototype.removeAttribute);
const matches = uncurry(Element.prototype.matches), closest = uncurry(Element.prototype.closest);
const boxOf = uncurry(Element.prototype.getBoundingClientRect);
const checkVisibility = Element.prototype.checkVisibility && uncurry(Element.prototype.checkVisibility);
const styleOf = window.getComputedStyle.bind(window);
const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
const listen = uncurry(EventTarget.prototype.addEventListener);
const unlisten = uncurry(EventTarget.prototype.removeEventListener);
const composedPath = uncurry(Event.prototype.composedPath);
const preventDefault = uncurry(Event.prototype.preventDefault);
const isPrevented = getter(Event, "defaultPrevented"), eventTypeOf = getter(Event, "type");
const focusOn = uncurry(HTMLElement.prototype.focus);
const assignedTo = uncurry(HTMLSlotElement.prototype.assignedNodes);
const report = window.reportError ? window.reportError.bind(window) : () => {};
const startTimer = window.setTimeout.bind(window);
const drawn = window.requestAnimationFrame.bind(window), NativeSight = window.IntersectionObserver;
const startSight = NativeSight && uncurry(NativeSight.prototype.observe);
const endSight = NativeSight && uncurry(NativeSight.prototype.disconnect);

const ELEMENT = 1, TEXT = 3;

// Shared by the frames of one origin: what a probe in one causes may happen in another.
let apart = !window.navigation || window.origin === "null"; // navigations are told to nobody in the page
const shared = (() => {
  try {
    const outer = window !== window.top && window.top[AGENT];
    if (outer) return outer.shared;
  } catch (_) { apart = true; } // another origin
  return { current: "", records: [], late: [], linger: 0, animated: 0, point: null, unwritten: false, offset: 0, requests: 0, pending: 0, dialogs: 0, frameChanges: 0, hover: null };
})();

// JSON without toJSON: some libraries put one on all arrays.
function encode(value) {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number" || typeof value === "boolean") return value === value ? `${value}` : "0";
  if (value === null || value === undefined) return "null";
  let text = "";
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) text += (i ? "," : "") + encode(value[i]);
    return `[${text}]`;
  }
  for (const name of Reflect.ownKeys(value)) text += (text ? "," : "") + quote(name) + ":" + encode(value[name]);
  return `{${text}}`;
}

// Functions of ours in the place of native ones say that they are native.
const standsFor = new NativeWeakMap();
const sourceOf = uncurry(Function.prototype.toString);
function replace(owner, name, make) {
  const old = owner && getOwnPropertyDescriptor(owner, name);
  if (!old || typeof old.value !== "function" || !old.configurable) return;
  const fresh = make(old.value);
  standsFor.set(fresh, old.value);
  defineProperty(fresh, "name", { value: old.value.name, configurable: true });
  defineProperty(fresh, "length", { value: old.value.length, configurable: true });
  defineProperty(owner, name, { ...old, value: fresh });
}
replace(Function.prototype, "toString", () => ({ toString() { return sourceOf(standsFor.get(this) || this); } }).toString);
