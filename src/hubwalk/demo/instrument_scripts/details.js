// What is in a part is made when it is opened.
import { dataInPage, listOf } from "./dom.js";

const towns = dataInPage();
for (const part of document.querySelectorAll("details")) {
  part.addEventListener("toggle", () => {
    part.querySelector("ul")?.remove();
    if (part.open) part.append(listOf(towns[part.querySelector("summary").textContent]));
  });
}
