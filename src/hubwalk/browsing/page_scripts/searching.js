// Search boxes: filled with a word and sent off as a person would with the Enter key.
const SEARCH = /search|such|buscar|b[uú]squeda|recherch|cerca|ricerca|zoek|s[oö]k|szuk|hled|keres|pesquis|procur|iskan|поиск|найти|検索|搜|검색|بحث|(^|[^a-z])(q|query|find|keywords?|term)([^a-z]|$)/i;

function searchBoxes() {
  const found = [];
  const visit = (node, path, depth) => {
    let index = -1;
    for (const element of childElements(node)) {
      index++;
      const place = path ? `${path}.${index}` : `${index}`, tag = tagOf(element);
      if (UNSEEN.has(tag) || depth > DEEPEST || found.length >= 5) continue;
      if (tag === "input" && isSearch(element)) {
        const { name } = nameElement(element, place, 5);
        known.set(name, { ref: new NativeWeakRef(element), visible: isVisible(element) });
        found.push(name);
      }
      const root = shadowRootOf(element);
      if (root) visit(root, place + ".s", depth + 1);
      visit(element, place, depth + 1);
    }
  };
  visit(document, "", 0);
  return found;
}

function isSearch(input) {
  const type = (attribute(input, "type") || "text").toLowerCase();
  if (type === "search") return true;
  if (type !== "text") return false;
  const form = closest(input, "form");
  const around = closest(input, "[role=search], search, [class*=search i], [id*=search i]");
  let said = "";
  for (const name of ["name", "id", "placeholder", "aria-label", "role", "title", "class"]) said += ` ${attribute(input, name) || ""}`;
  if (around || SEARCH.test(said)) return true;
  return form !== null && (attribute(form, "method") || "get").toLowerCase() === "get" && SEARCH.test(attribute(form, "action") || "");
}

async function search(name, word) {
  const input = resolve(name);
  if (!input) return { gone: true };
  begin(name);
  try {
    focusOn(input, { preventScroll: true });
    setter(HTMLInputElement, "value")(input, word);
    const options = { bubbles: true, composed: true, cancelable: true };
    dispatch(input, new InputEvent("input", { ...options, data: word, inputType: "insertText" }));
    const key = { ...options, key: "Enter", code: "Enter", keyCode: 13, which: 13, charCode: 13, view: window };
    const goesOn = dispatch(input, new KeyboardEvent("keydown", key)) && dispatch(input, new KeyboardEvent("keypress", key));
    dispatch(input, new Event("change", { bubbles: true }));
    dispatch(input, new KeyboardEvent("keyup", key));
    standLast();
    const form = closest(input, "form");
    if (goesOn && form) submitForm(form);
    else if (goesOn && !shared.records.length) await pressBeside(input);
  } catch (error) { report(error); }
  await settle();
  const result = outcome();
  if (!result.requests) end();
  return result;
}

function submitForm(form) {
  for (const element of lineageButtons(form)) {
    send(element, "click", place(element), {});
    return;
  }
  try { uncurry(HTMLFormElement.prototype.requestSubmit)(form); } catch (_) { recordForm(form, null); }
}

const BUTTONS = "button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]";
const allIn = uncurry(Element.prototype.querySelectorAll);
const lineageButtons = (form) => Array.from(allIn(form, BUTTONS));

// Without a form: the button next to the box.
async function pressBeside(input) {
  for (const node of lineage(input).slice(1, 4)) {
    if (/^(body|html|main)$/.test(tagOf(node))) return;
    for (const button of allIn(node, "button, input[type=button], [role=button], a:not([href]), [onclick]")) {
      if (closest(button, "form")) continue;
      press(button, "click");
      return;
    }
  }
}
