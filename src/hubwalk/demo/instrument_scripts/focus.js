// Suggestions below a text field, from the moment it has the focus.
import { dataInPage } from "./dom.js";

const objects = dataInPage();
const box = document.getElementById("guess");

function suggest() {
  box.parentElement.querySelector("ul")?.remove();
  const list = document.createElement("ul");
  for (const object of objects.filter(({ name }) => name.toLowerCase().includes(box.value.toLowerCase()))) {
    const row = document.createElement("li");
    row.textContent = object.name;
    // Not click: the field loses the focus before that, and the list is gone.
    row.addEventListener("mousedown", () => location.assign(object.url));
    list.append(row);
  }
  box.after(list);
}

box.addEventListener("focus", suggest);
box.addEventListener("input", suggest);
box.addEventListener("blur", () => box.parentElement.querySelector("ul")?.remove());
