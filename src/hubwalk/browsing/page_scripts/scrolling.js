// Scrolling to the end of the window and of whatever else scrolls.
const scrollTopOf = getter(Element, "scrollTop"), setScrollTop = setter(Element, "scrollTop");
const scrollHeightOf = getter(Element, "scrollHeight"), clientHeightOf = getter(Element, "clientHeight");
const replaceState = uncurry(History.prototype.replaceState);

function scrollers() {
  const found = [], page = document.scrollingElement;
  if (page && scrollHeightOf(page) > clientHeightOf(page) + 8) found.push(page);
  let left = 20000;
  const visit = (node) => {
    for (const element of childElements(node)) {
      if (left-- <= 0 || found.length > 20) return;
      if (UNSEEN.has(tagOf(element))) continue;
      if (element !== page && scrollHeightOf(element) > clientHeightOf(element) + 8 && clientHeightOf(element) > 40
        && /auto|scroll/.test(styleOf(element).overflowY)) found.push(element);
      const root = shadowRootOf(element);
      if (root) visit(root);
      visit(element);
    }
  };
  if (document.body) visit(document.body);
  return found;
}

// The page's observers are told what has come into sight in the same step of a drawing as one of ours, if not before. On
// a busy machine a drawing takes its time.
const DRAWN = 1000; // milliseconds at most
const sightTold = () => new NativePromise((done) => {
  startTimer(done, DRAWN);
  if (!NativeSight || !document.documentElement) return drawn(done);
  const observer = new NativeSight(() => { endSight(observer); done(); });
  startSight(observer, document.documentElement);
});

// One step of `share` of the visible part; 0: to the end, -1: to the top. `moved` says whether anything scrolled at all.
async function scrollAll(share) {
  begin("scroll");
  let moved = 0;
  for (const element of scrollers()) {
    const before = scrollTopOf(element);
    const step = share > 0 ? before + clientHeightOf(element) * share : share < 0 ? 0 : scrollHeightOf(element);
    setScrollTop(element, step);
    const target = element === document.scrollingElement ? document : element;
    if (scrollTopOf(element) !== before) moved++;
    dispatch(target, new Event("scroll", { bubbles: target === document }));
    dispatch(target, new WheelEvent("wheel", { deltaY: 200, bubbles: true, cancelable: true }));
  }
  await frame();
  await sightTold();
  await settle();
  const result = outcome();
  if (!result.requests) end();
  return { ...result, scrolled: moved };
}
