// One listener for all cards, those of today and those to come.
document.addEventListener("click", (event) => {
  const card = event.target.closest("[data-href]");
  if (card) location.assign(card.dataset.href);
});
