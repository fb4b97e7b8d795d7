// Builds the sheet of an object, element by element as the server does for other halls (Objects.sheet).
import { dataFrom } from "./dom.js";

function made(tag, text = "", attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function trailOf(steps, here) {
  const trail = made("nav", "", { class: "breadcrumb" });
  for (const [href, label] of steps) trail.append(made("a", label, { href }), " \u203a ");
  trail.append(made("span", here));
  return trail;
}

function tableOf(groups) {
  const body = made("tbody");
  for (const [heading, facts] of groups) {
    const row = body.appendChild(made("tr", "", { class: "group" }));
    row.append(made("th", heading, { colspan: 2 }));
    for (const [label, value] of facts) {
      const fact = body.appendChild(made("tr"));
      fact.append(made("th", label, { scope: "row" }), made("td", value));
    }
  }
  const table = made("table", "", { class: "sheet" });
  table.append(body);
  return table;
}

const holder = document.getElementById("sheet");
const data = await dataFrom(holder.dataset.source);
holder.replaceWith(
  trailOf(data.trail, data.name),
  made("h1", data.name),
  ...data.text.map((text) => made("p", text)),
  tableOf(data.facts),
);
