// The list grows whenever its end comes into sight.
import { dataFrom, listOf } from "./dom.js";

const list = document.getElementById("list");
const end = document.getElementById("end");
let batch = 0;
const watcher = new IntersectionObserver(async ([entry]) => {
  if (!entry.isIntersecting) return;
  watcher.unobserve(end); // one at a time
  batch += 1;
  const data = await dataFrom(`${list.dataset.source}&batch=${batch}`);
  list.append(...listOf(data.objects).children);
  if (data.more) watcher.observe(end);
  else end.remove();
});
watcher.observe(end);
