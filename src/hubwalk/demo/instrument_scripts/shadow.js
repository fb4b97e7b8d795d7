// A shelf of drawers: components with shadow roots, one in the other. A drawer shows what is in it on a click.
import { button, dataFrom, listOf } from "./dom.js";

class Drawer extends HTMLElement {
  fill(label, objects) {
    const root = this.attachShadow({ mode: "open" });
    const toggle = button(label, () => {
      const shown = root.querySelector("ul");
      if (shown) shown.remove();
      else root.append(listOf(objects));
    });
    root.append(toggle);
  }
}

class Shelf extends HTMLElement {
  async connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    const { objects } = await dataFrom(this.dataset.source);
    for (const period of new Set(objects.map((object) => object.period))) {
      const drawer = document.createElement("museum-drawer");
      root.append(drawer);
      drawer.fill(period, objects.filter((object) => object.period === period));
    }
  }
}

customElements.define("museum-drawer", Drawer);
customElements.define("museum-shelf", Shelf);
