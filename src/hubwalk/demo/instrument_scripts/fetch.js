// The list comes after the page.
import { dataFrom, listOf } from "./dom.js";

const holder = document.getElementById("list");
const data = await dataFrom(holder.dataset.source);
holder.replaceChildren(listOf(data.objects));
