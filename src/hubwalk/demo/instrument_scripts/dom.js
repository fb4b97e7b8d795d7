// What the scripts of the halls share.

// A list of objects, each a link.
export function listOf(objects) {
  const list = document.createElement("ul");
  list.className = "objects";
  for (const object of objects) {
    const row = document.createElement("li");
    const link = document.createElement("a");
    link.href = object.url;
    link.textContent = object.name;
    row.append(link, ` ${object.town} ${object.year}`);
    list.append(row);
  }
  return list;
}

// The data that stand in the page.
export function dataInPage() {
  return JSON.parse(document.getElementById("objects").textContent);
}

// The data that the server has.
export async function dataFrom(url) {
  const answer = await fetch(url);
  return answer.json();
}

// A button that does no more than it is told.
export function button(label, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", action);
  return made;
}
