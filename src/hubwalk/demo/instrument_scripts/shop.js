// Everything here changes something on the server: by fetch, beacon, XMLHttpRequest and a form that a script sends.
const here = location.pathname;
document.getElementById("delete").addEventListener("click", () => fetch(here, { method: "DELETE" }));
document.getElementById("like").addEventListener("click", () => {
  navigator.sendBeacon(here, "like");
  document.querySelector("form").submit();
});
document.getElementById("stock").addEventListener("mouseover", () => {
  const request = new XMLHttpRequest();
  request.open("POST", here);
  request.send("stock");
});
