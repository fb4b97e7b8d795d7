// What the prober calls from outside. Every answer is one JSON string: large nested values are slow to hand over.

const agent = {
  shared,
  renew() {
    known.clear();
    observe(document);
    standLast();
  },
  async ready(ms) {
    flushChanges();
    settled = true;
    await sleep(ms);
    flushChanges();
    const requests = shared.requests;
    shared.requests = 0;
    return encode({ requests });
  },
  scan() {
    observe(document);
    const candidates = findCandidates();
    flushChanges();
    resetChanges();
    lastDigest = digest();
    seenDigests.add(lastDigest);
    const records = shared.records;
    shared.records = [];
    return encode({ digest: lastDigest, candidates, records, links: freshLinks, scrolls: seenTypes.scroll, apart });
  },
  serialise: (prefix, inner) => serialise(prefix, inner),
  async fire(jobs, ms) { return encode(await fire(jobs, ms)); },
  async settle(ms) {
    await awaitAnswers(ms);
    await settle();
    const result = outcome();
    if (!result.requests) end();
    return encode(result);
  },
  // After real input, which the page has had already.
  begin(name) { begin(name); },
  where(name) {
    const element = resolve(name);
    if (!element) return "null";
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = boxOf(element);
    return encode([box.left + box.width / 2, box.top + box.height / 2, box.width, box.height]);
  },
  current: () => shared.current,
  element: (name) => resolve(name),
  async scroll(share) { return encode(await scrollAll(share)); },
  searchBoxes: () => encode(searchBoxes()),
  async search(name, word) { return encode(await search(name, word)); },
  // Back to where the document was opened, for pages that show another view by now.
  async back(url) {
    begin("back");
    try { replaceState(history, history.state, "", url); } catch (_) { /* another origin */ }
    dispatch(window, new PopStateEvent("popstate", { state: history.state }));
    if (location.href.includes("#") || url.includes("#")) dispatch(window, new HashChangeEvent("hashchange"));
    await settle();
    const result = outcome();
    if (!result.requests) end();
    return encode(result);
  },
  home(url) { try { replaceState(history, history.state, "", url); } catch (_) { /* another origin */ } },
  numberFrame(element, number) { frameNumbers.set(element, number); },
};
defineProperty(window, AGENT, { value: Object.freeze(agent), enumerable: false, writable: false, configurable: false });
