// Asks three questions before it shows anything, whatever the answers are.
import { dataFrom, listOf } from "./dom.js";

alert("Please do not wind up the music boxes.");
const grown = confirm("Are you of age?");
const name = prompt("What may we call you?", "visitor");
const holder = document.getElementById("list");
const data = await dataFrom(holder.dataset.source);
holder.append(`Welcome, ${grown ? name ?? "visitor" : "young visitor"}.`, listOf(data.objects));
