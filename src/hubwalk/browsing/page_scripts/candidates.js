// Elements that may react to the pointer.
const MOST_CANDIDATES = 12000, MOST_STYLES = 15000;
const ROLES = /^(button|link|menuitem(checkbox|radio)?|tab|option|treeitem|switch|checkbox|radio|combobox|gridcell|row)$/;
const TELLING = /^(on|hx-|data-hx-|x-on:|@|ng-|v-on|wire:|jsaction|data-action|data-(bs-)?(toggle|target|dismiss)$|data-\w*(href|url|link|route|path|navigate)|aria-(haspopup|expanded|controls)$|tabindex$|contenteditable$)/;
const PRESSED = /^(button|submit|image|reset|checkbox|radio)$/;
const NEVER = new NativeSet(["html", "br", "hr", "wbr", "option", "optgroup", "source", "track", "param", "iframe", "frame",
  "frameset", "object", "embed", "col", "colgroup", "datalist", "map", "slot"]);

const webLink = (element) => {
  const href = hrefOf(element);
  return href !== null && !/^\s*(#|javascript:|$)/i.test(href);
};

function isReactive(element, tag) {
  switch (tag) {
    case "button": case "summary": case "select": case "label": return true;
    case "a": case "area": return !webLink(element) && (hrefOf(element) !== null || attributeNames(element).length > 0);
    case "input": return PRESSED.test(attribute(element, "type") || "");
  }
  for (const name of attributeNames(element)) {
    if (name === "role" ? ROLES.test(attribute(element, name)) : TELLING.test(name)) return true;
  }
  return false;
}

const cursorOf = (element) => { try { return styleOf(element).cursor; } catch (_) { return ""; } };

const seenLinks = new NativeSet();
let freshLinks = 0; // that no scan has seen before
function noteLink(element, tag) {
  const href = tag === "a" || tag === "area" ? hrefOf(element) : /^i?frame$/.test(tag) ? attribute(element, "src") : null;
  if (href === null || seenLinks.has(href)) return;
  seenLinks.add(href);
  freshLinks++;
}

function findCandidates() {
  const found = [], context = { left: MOST_ELEMENTS };
  let styles = MOST_STYLES;
  const above = bitsOf(window) | bitsOf(document) | bitsOf(document.documentElement);
  known.clear();
  freshLinks = 0;
  if (document.documentElement) visit(document.documentElement, "0", 17, above, "", false, 0);
  return found;

  function visit(parent, path, shape, above, cursor, drawing, depth) {
    const root = depth < DEEPEST && shadowRootOf(parent);
    if (root) {
      observe(root);
      children(root, path + ".s", hash("#", shape), above | bitsOf(root), cursor, drawing, depth);
    }
    children(parent, path, shape, above, cursor, drawing, depth);
  }

  function children(parent, path, shape, above, cursor, drawing, depth) {
    let index = -1;
    for (const element of childElements(parent)) {
      index++;
      const tag = tagOf(element);
      if (UNSEEN.has(tag) || context.left-- <= 0 || depth > DEEPEST) continue;
      noteLink(element, tag);
      const own = bitsOf(element);
      const kind = (attribute(element, "class") || "").split(/\s/, 1)[0].replace(/\d+/g, "");
      const here = hash(`${tag}.${kind}`, shape), place = `${path}.${index}`;
      const pointer = styles-- > 0 ? cursorOf(element) : "";
      if (found.length < MOST_CANDIDATES) consider(element, tag, place, here, own, above, pointer !== cursor && pointer === "pointer", drawing);
      // Inside a drawing only its own listeners count: the drawing as a whole is what other listeners ask for.
      const inside = tag === "svg" ? own : above | own;
      visit(element, place, here, inside, pointer, drawing || tag === "svg", depth + 1);
    }
  }

  function consider(element, tag, path, shape, own, above, pointed, drawing) {
    const leaf = !firstChildElement(element);
    if (NEVER.has(tag) || (tag === "body" && !leaf)) return;
    const reactive = own !== 0 || pointed || isReactive(element, tag);
    const bits = own | above;
    const link = (tag === "a" || tag === "area") && webLink(element);
    if (link && !bits) return;
    if (!reactive && !(bits & (CLICK | HOVER | DOUBLE | CONTEXT))) return;
    if (element.disabled === true && tag !== "a") return;
    const { name, words, was } = nameElement(element, path, shape), visible = isVisible(element);
    known.set(name, { ref: new NativeWeakRef(element), visible });
    found.push([
      name, short(shape), words.slice(0, 80), bits | (reactive ? 1024 : 0) | (leaf ? 2048 : 0) | (visible ? 4096 : 0),
      link ? absolute(hrefOf(element)) : "", tag === "select" ? Math.min(element.options.length, 300) : 0, was,
    ]);
  }
}

function firstChildElement(element) {
  for (const child of childElements(element)) if (!UNSEEN.has(tagOf(child))) return child;
  return shadowRootOf(element);
}
