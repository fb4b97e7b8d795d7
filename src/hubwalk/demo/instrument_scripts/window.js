// Each row opens a window of its own.
for (const row of document.querySelectorAll("tr[data-open]")) {
  row.addEventListener("click", () => window.open(row.dataset.open, "_blank"));
}
