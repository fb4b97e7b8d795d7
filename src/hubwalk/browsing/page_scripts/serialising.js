// The document as HTML, flattened: shadow roots with their slots filled, frames as comments that are replaced later.
const VOID = new NativeSet(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]);
const MOST_TEXT = 8000000;
const frameNumbers = new NativeWeakMap(); // iframe element -> number
const escapeText = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const escapeValue = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");

function serialise(prefix, inner) {
  const parts = [];
  let size = 0;
  const slotted = new NativeSet(); // nodes that a shadow root shows in places of its own
  const put = (text) => { parts.push(text); size += text.length; };
  const names = new NativeMap();
  for (const [name, entry] of known) { const element = entry.ref.deref(); if (element) names.set(element, name); }

  function children(node, depth) {
    for (let child = firstChildOf(node); child && size < MOST_TEXT; child = nextOf(child)) write(child, depth);
  }

  function contents(element, tag, depth) {
    const root = shadowRootOf(element);
    if (root) {
      children(root, depth);
      for (let child = firstChildOf(element); child; child = nextOf(child)) if (!slotted.has(child)) write(child, depth);
    } else if (tag === "slot" && typeOf(rootNodeOf(element)) === 11) {
      const given = assignedTo(element, { flatten: true });
      for (const node of given) {
        slotted.add(node);
        write(node, depth);
      }
      if (!given.length) children(element, depth);
    } else {
      children(element, depth);
    }
  }

  function write(node, depth) {
    const type = typeOf(node);
    if (type === TEXT) put(escapeText(textOf(node)));
    if (type !== ELEMENT || depth > DEEPEST) return;
    let tag = tagOf(node);
    if (tag === "script" && /json/i.test(attribute(node, "type") || "")) {
      put(`<script${attributes(node, tag)}>${node.textContent.replace(/<\/script/gi, "<\\/script")}</script>`);
      return;
    }
    if (tag === "script" || tag === "style" || tag === "noscript" || tag === "template" || (inner && tag === "base")) return;
    if (tag === "frameset") tag = "div";
    if (tag === "frame") tag = "iframe";
    put(`<${tag}${attributes(node, tag)}>`);
    if (VOID.has(tag)) return;
    if (tag !== "iframe") contents(node, tag, depth + 1);
    put(`</${tag}>`);
    if (frameNumbers.has(node)) put(`<!--hubwalk-frame ${frameNumbers.get(node)}-->`);
  }

  function attributes(element, tag) {
    let text = "", named = false;
    for (const name of attributeNames(element)) {
      if (!/^[^\s"'<>\/=]+$/.test(name) || name === "data-hubwalk") continue;
      let value = attribute(element, name);
      if (inner && /^(href|src|action)$/.test(name) && value && !value.startsWith("#")) value = absolute(value) || value;
      named = named || name === "href";
      text += ` ${name}="${escapeValue(value.length > 4000 ? "" : value)}"`;
    }
    if (tag === "a" && !named && hasAttribute(element, "xlink:href")) text += ` href="${escapeValue(absolute(hrefOf(element)))}"`;
    if (names.has(element)) text += ` data-hubwalk="${prefix}${names.get(element)}"`;
    return text;
  }

  const top = document.documentElement;
  if (!top) return "";
  if (inner) {
    if (document.body) children(document.body, 1);
  } else {
    put("<!DOCTYPE html>");
    write(top, 0);
  }
  return parts.join("");
}
