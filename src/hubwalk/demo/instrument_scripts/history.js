// Shows an object without leaving the page: the address changes by the history API, the main part is fetched.
async function show(path) {
  const answer = await fetch(path);
  const other = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.querySelector("main").replaceWith(other.querySelector("main"));
  document.title = other.title;
}

for (const row of document.querySelectorAll(".routes .row")) {
  row.addEventListener("click", () => {
    history.pushState({}, "", row.dataset.path);
    show(row.dataset.path);
  });
}
addEventListener("popstate", () => location.reload());
