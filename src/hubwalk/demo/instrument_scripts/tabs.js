// One panel for all tabs, filled anew by each.
import { dataInPage, listOf } from "./dom.js";

const towns = dataInPage();
const panel = document.getElementById("panel");
const tabs = document.querySelectorAll("[role=tab]");
for (const tab of tabs) {
  tab.addEventListener("click", () => {
    for (const other of tabs) other.setAttribute("aria-selected", other === tab);
    panel.replaceChildren(listOf(towns[tab.dataset.town]));
  });
}
