// A menu whose entries exist only while the mouse is over it.
import { dataInPage, listOf } from "./dom.js";

const towns = dataInPage();
for (const entry of document.querySelectorAll(".flyout")) {
  entry.addEventListener("mouseenter", () => entry.append(listOf(towns[entry.dataset.town])));
  entry.addEventListener("mouseleave", () => entry.querySelector("ul")?.remove());
}
