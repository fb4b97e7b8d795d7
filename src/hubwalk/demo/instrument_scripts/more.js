// The button adds a few rows, as long as there are any.
import { dataFrom, listOf } from "./dom.js";

const holder = document.getElementById("list");
const button = document.getElementById("more");
let batch = 1; // is in the page
button?.addEventListener("click", async () => {
  batch += 1;
  const data = await dataFrom(`${holder.dataset.source}&batch=${batch}`);
  holder.querySelector("ul").append(...listOf(data.objects).children);
  if (!data.more) button.remove();
});
