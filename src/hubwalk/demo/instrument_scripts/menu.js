// A menu three levels deep: periods, towns, objects. Each level is fetched on a click, and closes its neighbours.
import { button, dataFrom, listOf } from "./dom.js";

const menu = document.getElementById("catalogue");

function open(holder, url) {
  return async () => {
    // What is open beside this entry, or already below it, closes first.
    for (const shown of holder.parentElement.querySelectorAll("ul")) {
      if (!shown.contains(holder)) shown.remove();
    }
    const data = await dataFrom(url);
    holder.append(data.objects ? listOf(data.objects) : levelOf(data.entries, url));
  };
}

function levelOf(entries, url) {
  const level = document.createElement("ul");
  const name = url.includes("period=") ? "town" : "period";
  for (const entry of entries) {
    const row = document.createElement("li");
    row.append(button(entry, open(row, `${url}&${name}=${entry}`)));
    level.append(row);
  }
  return level;
}

menu.querySelector("button").addEventListener("click", open(menu, menu.dataset.source));
