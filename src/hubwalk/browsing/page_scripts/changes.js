// What a probe has changed in the document. Looks (classes, styles) count only if they bring hidden elements up.
const volatile = new NativeWeakMap(); // elements whose text changes by itself
const seenDigests = new NativeSet();
let changes = null, lastDigest = "", settled = false; // settled: what changes now by itself will do so again
const resetChanges = () => { changes = { added: 0, removed: 0, text: 0, links: 0, looks: 0 }; };
resetChanges();

function noteChange(mutation) {
  const alone = settled && shared.current === "";
  const { type, target } = mutation;
  if (type === "characterData") {
    if (alone) volatile.set(parentOf(target) || target, true);
    changes.text++;
  } else if (type === "attributes") {
    if (/^(href|src|onclick|hx-get|data-href|data-url)$/.test(mutation.attributeName)) changes.links++;
    else changes.looks++;
  } else {
    for (const node of mutation.addedNodes) {
      if (typeOf(node) === ELEMENT) {
        changes.added++;
        if (shared.current !== "" && /^(script|i?frame)$/.test(tagOf(node)) && attribute(node, "src")) awaitElement(node);
      } else {
        if (alone && mutation.removedNodes.length) volatile.set(target, true);
        changes.text++;
      }
    }
    for (const node of mutation.removedNodes) {
      if (typeOf(node) === ELEMENT && (firstChildOf(node) || shadowRootOf(node))) changes.removed++;
    }
  }
}
const Observer = window.MutationObserver;
const observer = new Observer((list) => {
  for (const mutation of list) noteChange(mutation);
  if (shared.current !== "") shared.frameChanges++;
});
const takeChanges = uncurry(Observer.prototype.takeRecords), observeNode = uncurry(Observer.prototype.observe);
const WATCHED = { subtree: true, childList: true, attributes: true, characterData: true };
function observe(root) { try { observeNode(observer, root, WATCHED); } catch (_) { /* no document yet */ } }
function flushChanges() { for (const mutation of takeChanges(observer)) noteChange(mutation); }
observe(document);

const appeared = () => {
  for (const entry of known.values()) {
    const element = !entry.visible && entry.ref.deref();
    if (element && isConnected(element) && isVisible(element)) return true;
  }
  return false;
};

// What is checked, or on top of all else, is no attribute.
const otherLooks = () => changes.looks + (shared.unwritten ? 1 : 0);

// [changed, moved]: is this a state that was not seen before; is it another one than before the probe.
function compareState() {
  flushChanges();
  const { added, removed, text, links } = changes;
  const looks = otherLooks();
  if (!added && !removed && !text && !links) return [looks > 0 && appeared(), false];
  const found = digest();
  if (found === lastDigest) return [looks > 0 && appeared(), false];
  lastDigest = found;
  if (seenDigests.has(found)) return [looks > 0 && appeared(), true];
  return [true, true];
}
