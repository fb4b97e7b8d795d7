// Pages of a list that are turned in place: the address stays the same.
import { button, dataFrom, listOf } from "./dom.js";

const holder = document.getElementById("list");
const bar = document.getElementById("turn");

async function turnTo(batch) {
  const data = await dataFrom(`${holder.dataset.source}&batch=${batch}`);
  holder.replaceChildren(listOf(data.objects));
  bar.replaceChildren();
  if (batch > 1) bar.append(button("Previous", () => turnTo(batch - 1)));
  if (data.more) bar.append(button("Next", () => turnTo(batch + 1)));
}

turnTo(1);
