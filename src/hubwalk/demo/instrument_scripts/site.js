// On every page: larger letters for those who want them. Nothing that leads anywhere.
document.getElementById("letters").addEventListener("click", () => {
  document.body.classList.toggle("large");
});
