// The list of objects whose sheets are made by scripts as well (sheet.js); asked for as it was before fetch.
import { listOf } from "./dom.js";

const holder = document.getElementById("list");
const request = new XMLHttpRequest();
request.open("GET", holder.dataset.source);
request.onload = () => holder.append(listOf(JSON.parse(request.responseText).objects));
request.send();
