// Text boxes of a page as one JSON string: [[text, x, y, width, height, path, flags], ...], flags 1 bold, 2 linked.
//
// A box is a run of text as it is drawn: the text of one node, as long as its lines stand below each other; where it
// begins in the middle of a line, or goes on in the next column, it is cut there. Hidden and clipped text is left out,
// text in open shadow roots and in frames of the same origin is not. Coordinates are those of the document.
//
// It runs among the page's own scripts. So it calls no method that pages are known to replace (arrays, strings, JSON:
// old libraries do that), reads the tree through the getters of the prototypes (a form field named "firstChild" would
// shadow the property), counts its steps, and gives what it has so far when something throws.
(() => {
  const MAX_BOXES = 5000, MAX_TEXT = 240, MAX_NODES = 200000, MAX_LEVELS = 200, MAX_DEPTH = 1500;
  const SKIPPED = {
    __proto__: null, script: 1, style: 1, noscript: 1, template: 1, head: 1, select: 1, textarea: 1, datalist: 1,
    button: 1, svg: 1, math: 1, canvas: 1, video: 1, audio: 1, object: 1, embed: 1, frameset: 1,
  };
  const call = Reflect.apply, NONE = [];
  const getter = (of, name) => {
    const found = Object.getOwnPropertyDescriptor(of, name);
    return found && found.get ? (node) => call(found.get, node, NONE) : (node) => node[name];
  };
  const first = getter(Node.prototype, "firstChild"), next = getter(Node.prototype, "nextSibling");
  const typeOf = getter(Node.prototype, "nodeType"), nameOf = getter(Element.prototype, "localName");
  const shadowOf = getter(Element.prototype, "shadowRoot"), dataOf = getter(CharacterData.prototype, "data");
  const rectOf = Element.prototype.getBoundingClientRect, hasAttribute = Element.prototype.hasAttribute;
  const styleOf = window.getComputedStyle;

  let json = "", boxes = 0, nodes = 0;

  // White space folded, cut, and escaped for JSON; "" if nothing is left.
  const quoted = (text) => {
    let out = "", length = 0, blank = false;
    for (let i = 0; i < text.length && length < MAX_TEXT; i++) {
      const c = text[i];
      if (c <= " " || c === "\u00a0" || c === "\u200b" || c === "\u2028" || c === "\u2029" || c === "\ufeff") {
        blank = length > 0;
        continue;
      }
      if (blank) { out += " "; length++; blank = false; }
      out += c === '"' ? '\\"' : c === "\\" ? "\\\\" : c === "\u007f" ? " " : c;
      length++;
    }
    return out;
  };

  // Where the n-th line of a text node begins; ranges that end further on touch more lines.
  const beginOfLine = (range, node, length, n) => {
    let low = 0, high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      range.setStart(node, 0);
      range.setEnd(node, middle + 1);
      if (range.getClientRects().length > n) high = middle; else low = middle + 1;
    }
    return low;
  };

  const add = (text, left, top, right, bottom, at) => {
    const clip = at.clip;
    const l = left > clip[0] ? left : clip[0], t = top > clip[1] ? top : clip[1];
    const r = right < clip[2] ? right : clip[2], b = bottom < clip[3] ? bottom : clip[3];
    const width = right - left, height = bottom - top;
    if (!(width >= 1 && height >= 1) || !(r > l && b > t) || (r - l) * (b - t) < 0.3 * width * height) return;
    const x = left + at.dx, y = top + at.dy;
    if (x + width <= 0 || y + height <= 0 || x >= at.wide) return;
    const words = quoted(text);
    if (!words) return;
    const round = (number) => ((number * 10 + 0.5) | 0) / 10;
    json += (boxes++ ? "," : "") + '["' + words + '",' + round(x) + "," + round(y) + "," + round(width) + ","
      + round(height) + ',"' + at.path + '",' + ((at.bold ? 1 : 0) | (at.linked ? 2 : 0)) + "]";
  };

  const near = (a, b, by) => a - b < by && b - a < by;

  // A text node from start to end: one box for as many lines as go down and share an edge or the centre.
  const textLines = (range, node, text, start, end, at) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    const lines = range.getClientRects(), count = lines.length;
    if (!count) return;
    const whole = start === 0 && end === text.length;
    let begin = 0, offset = start;
    while (begin < count && boxes < MAX_BOXES) {
      let { left, top, right, bottom } = lines[begin], last = begin + 1, hangs = false;
      for (let from = left; last < count; last++) {
        const line = lines[last];
        const below = line.top >= bottom - 0.4 * line.height && line.top - bottom < line.height;
        if (!below) break;
        if (near(line.left, from, 2) || near(line.right, right, 2) || near(line.left + line.right, from + right, 4)) {
          from = line.left < from ? line.left : from;
          left = hangs ? left : from;
        } else if (last === begin + 1 && line.left < from) {
          hangs = true; // it begins in the middle of a line: the box stays right of what stands there
          from = line.left;
        } else break;
        right = line.right > right ? line.right : right;
        bottom = line.bottom > bottom ? line.bottom : bottom;
      }
      const until = last >= count ? end : whole ? beginOfLine(range, node, text.length, last) : end;
      let part = "";
      for (let i = offset; i < until && part.length < 4 * MAX_TEXT; i++) part += text[i];
      add(part, left, top, right, bottom, at);
      offset = until;
      begin = until >= end ? count : last;
    }
  };

  const isShown = (at) => {
    if (!at.known) {
      at.known = true;
      at.shown = at.style.visibility === "visible";
      at.bold = at.style.fontWeight >= 600;
    }
    return at.shown;
  };

  const textNode = (node, at) => {
    const text = dataOf(node);
    let ink = false, broken = false;
    for (let i = 0; i < text.length; i++) {
      ink = ink || text[i] > " ";
      broken = broken || text[i] === "\n";
    }
    if (!ink || !isShown(at)) return;
    if (!broken || at.style.whiteSpace[0] !== "p") return textLines(at.range, node, text, 0, text.length, at);
    for (let i = 0, start = 0; i <= text.length && boxes < MAX_BOXES; i++) {
      if (i === text.length || text[i] === "\n") {
        if (i > start) textLines(at.range, node, text, start, i, at);
        start = i + 1;
      }
    }
  };

  // What cuts off an element's content. A large box that scrolls is where the page itself scrolls: nothing is cut off.
  const clipped = (element, style, at) => {
    const x = style.overflowX;
    if (x === "visible" || at.level < 2) return at.clip;
    const { left, top, right, bottom } = call(rectOf, element, NONE);
    const y = style.overflowY, scrolls = x === "auto" || x === "scroll" || y === "auto" || y === "scroll";
    if (scrolls && right - left > innerWidth / 2 && bottom - top > innerHeight / 2) return at.clip;
    const c = at.clip;
    return [left > c[0] ? left : c[0], top > c[1] ? top : c[1], right < c[2] ? right : c[2], bottom < c[3] ? bottom : c[3]];
  };

  // Reading a computed style is what costs most here, so each property is read only where it may matter.
  const unseen = (style) => {
    if (style.display === "none" || style.opacity === "0") return true;
    if (style.position !== "absolute") return false; // text for screen readers alone is absolute, and cut to nothing
    const clip = style.clip, path = style.clipPath;
    return clip === "rect(0px, 0px, 0px, 0px)" || clip === "rect(1px, 1px, 1px, 1px)" || path === "inset(50%)"
      || path === "inset(100%)";
  };

  const element = (node, tag, number, at) => {
    if (SKIPPED[tag] || at.level > MAX_DEPTH) return;
    const style = call(styleOf, window, [node]);
    if (!style || unseen(style)) return;
    const deep = at.level > MAX_LEVELS || !at.path;
    const inside = {
      path: at.level === 0 ? "/html" : deep ? "" : at.path + "/" + quoted(tag) + "[" + number + "]", style, known: false,
      level: at.level + 1, range: at.range, dx: at.dx, dy: at.dy, wide: at.wide, clip: clipped(node, style, at),
      linked: at.linked || (tag === "a" && call(hasAttribute, node, ["href"])), bold: false, shown: true,
      closed: tag === "details" && !call(hasAttribute, node, ["open"]),
    };
    if (tag === "iframe" || tag === "frame") return frame(node, inside);
    const root = shadowOf(node);
    if (root) return children(first(root), inside);
    const given = tag === "slot" && node.assignedNodes ? node.assignedNodes({ flatten: true }) : NONE;
    if (!given.length) return children(first(node), inside);
    const counts = { __proto__: null };
    for (let i = 0; i < given.length; i++) child(given[i], counts, inside);
  };

  const frame = (node, at) => {
    let inner = null;
    try { inner = node.contentDocument; } catch { return; }
    if (!inner || !inner.documentElement) return;
    const { left, top, right, bottom } = call(rectOf, node, NONE);
    const dx = left + node.clientLeft, dy = top + node.clientTop;
    const clip = at.clip, l = left > clip[0] ? left : clip[0], t = top > clip[1] ? top : clip[1];
    const r = right < clip[2] ? right : clip[2], b = bottom < clip[3] ? bottom : clip[3];
    if (!(r > l && b > t)) return;
    const counts = { __proto__: null };
    child(inner.documentElement, counts, {
      path: at.path, level: at.level, range: inner.createRange(), linked: at.linked,
      dx: at.dx + dx, dy: at.dy + dy, wide: at.wide, clip: [l - dx, t - dy, r - dx, b - dy],
    });
  };

  const child = (node, counts, at) => {
    const type = typeOf(node);
    if (at.closed && (type !== 1 || nameOf(node) !== "summary")) return;
    if (type === 3) {
      textNode(node, at);
    } else if (type === 1) {
      const tag = nameOf(node);
      element(node, tag, (counts[tag] = (counts[tag] || 0) + 1), at);
    }
  };

  const children = (from, at) => {
    const counts = { __proto__: null };
    for (let node = from; node && boxes < MAX_BOXES && nodes++ < MAX_NODES; node = next(node)) child(node, counts, at);
  };

  try {
    const root = document.documentElement;
    const wide = root.scrollWidth > innerWidth ? root.scrollWidth : innerWidth;
    element(root, "html", 1, {
      path: "", level: 0, range: document.createRange(), linked: false, dx: scrollX, dy: scrollY, wide,
      clip: [-Infinity, -Infinity, Infinity, Infinity],
    });
  } catch { /* what was found until then */ }
  return "[" + json + "]";
})()
