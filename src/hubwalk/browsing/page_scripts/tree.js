// The composed tree: elements with the shadow roots among their children, and names for elements that outlive a reload.
const UNSEEN = new NativeSet(["script", "style", "template", "noscript", "head", "link", "meta", "title", "base"]);
const MOST_ELEMENTS = 60000, DEEPEST = 1500;

function hash(text, seed) {
  let h = seed | 0;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h;
}
const short = (number) => (number >>> 0).toString(36);

function* childElements(node) {
  for (let child = firstChildOf(node); child; child = nextOf(child)) if (typeOf(child) === ELEMENT) yield child;
}

// The first words inside an element; of large elements none, as any change inside would give them a new name.
function wordsOf(element) {
  let words = "", nodes = 0;
  const add = (node) => {
    for (let child = firstChildOf(node); child && nodes < 24; child = nextOf(child)) {
      nodes++;
      if (typeOf(child) === TEXT) words += textOf(child);
      else if (typeOf(child) === ELEMENT && !UNSEEN.has(tagOf(child))) add(child);
    }
  };
  const root = shadowRootOf(element);
  if (root) add(root);
  add(element);
  return nodes < 24 ? words.slice(0, 200).replace(/\s+/g, " ").trim() : "";
}

// What tells an element from its like, beside its place.
function marksOf(element) {
  let text = tagOf(element);
  for (const name of attributeNames(element)) {
    if (/^(id|href|name|value|title|alt|src|on|data-(?!hubwalk|select2))/.test(name)) text += `${name}=${attribute(element, name)}`;
  }
  return text.slice(0, 400);
}

const lookOf = (element, words) => `${short(hash(words, 7))}-${short(hash(marksOf(element), 7))}`;

const nameOf = new NativeWeakMap(); // element -> [name, hash of its words]
const holders = new NativeMap(); // name -> reference to the element that has it
const known = new NativeMap(); // name -> { ref, visible }: candidates of the present state

function nameElement(element, path, shape) {
  const words = wordsOf(element), mark = lookOf(element, words);
  const before = nameOf.get(element);
  if (before && before.mark === mark) return before;
  let name = `${path}|${short(shape)}.${mark}`;
  for (let n = 2; n < 50; n++) {
    const holder = holders.get(name), other = holder && holder.deref();
    if (!other || other === element || !isConnected(other)) break;
    name = `${path}|${short(shape)}.${mark}~${n}`;
  }
  holders.set(name, new NativeWeakRef(element));
  const entry = { name, mark, words, was: before ? before.name : "" }; // `was`: the same element before it changed
  nameOf.set(element, entry);
  return entry;
}

// The element of that name: itself, or what is now in its place and looks the same, or the only one that looks the same,
// or what is in its place and says the same: some scripts number what they draw anew each time.
function resolve(name) {
  const holder = holders.get(name), element = holder && holder.deref();
  if (element && isConnected(element) && element.ownerDocument === document) return element;
  const [path, look] = name.split("|");
  const there = atPath(path);
  const mark = look.split(/[.~]/)[1], words = there ? wordsOf(there) : "", same = there ? lookOf(there, words) : "";
  if (same === mark) {
    holders.set(name, new NativeWeakRef(there));
    return there;
  }
  const alike = [];
  for (const [other, entry] of known) {
    const found = other !== name && other.split("|")[1].split("~")[0] === look.split("~")[0] && entry.ref.deref();
    if (found && isConnected(found)) alike.push(found);
  }
  if (alike.length === 1) return alike[0];
  return words && same.split("-")[0] === mark.split("-")[0] ? there : null;
}

function atPath(path) {
  let node = document;
  for (const step of path.split(".")) {
    if (step === "s") {
      node = node && shadowRootOf(node);
    } else {
      let left = +step, found = null;
      for (const child of childElements(node)) if (left-- === 0) { found = child; break; }
      node = found;
    }
    if (!node) return null;
  }
  return typeOf(node) === ELEMENT ? node : null;
}

function isVisible(element) {
  try {
    if (checkVisibility) return checkVisibility(element, { visibilityProperty: true });
    const box = boxOf(element);
    return box.width > 0 && box.height > 0;
  } catch (_) { return true; }
}

const TOLD = /^(href|src|open|on\w+|data-.*)$/;
const LOOKS = /state|open.|active|focus|hover|placement|select|visible|expand|theme|popper|select2|aos|scroll|hubwalk/i;

// Digest of what is in the document, not of how it looks: class names come and go with the pointer.
function digest() {
  let a = 0, b = 0, left = MOST_ELEMENTS;
  const mix = (text) => { a = hash(text, a ^ 0x9e3779b9); b = hash(text, b + 31); };
  const visit = (node, depth) => {
    for (let child = firstChildOf(node); child; child = nextOf(child)) {
      const type = typeOf(child);
      if (type === TEXT) {
        const text = textOf(child).trim();
        if (text && !volatile.has(node)) mix(text);
      } else if (type === ELEMENT && left-- > 0 && depth < DEEPEST) {
        const tag = tagOf(child);
        if (UNSEEN.has(tag)) continue;
        mix(tag);
        for (const name of attributeNames(child)) {
          if (TOLD.test(name) && !LOOKS.test(name)) mix(`${name}=${attribute(child, name)}`);
        }
        const root = shadowRootOf(child);
        if (root) visit(root, depth + 1);
        visit(child, depth + 1);
        mix("/");
      }
    }
  };
  if (document.body) visit(document.body, 0);
  return `${short(a)}${short(b)}`;
}
