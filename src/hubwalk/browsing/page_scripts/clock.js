// Timers that a probe starts need not be waited for: they are run at once, in their order, and the page's clocks are set
// forward by as much. Timers of the page's own (carousels, polling) keep real time.
const timers = new NativeMap(); // "t12" -> what a probe has started and what is still to come
let inBackground = false;
const now = () => realNow() + shared.offset;

function callback(entry, argument) {
  const before = inBackground;
  inBackground = !entry.foreground;
  try {
    apply(entry.run, window, argument === undefined ? entry.args : [argument]);
  } catch (error) {
    report(error);
  } finally {
    inBackground = before;
  }
}

function later(kind, start, cancel, run, delay, args, extra) {
  const foreground = shared.current !== "" && !inBackground;
  if (typeof run !== "function") return start(run, foreground ? 0 : delay); // code in a string: the browser's business
  const wait = delay > 0 ? +delay : 1;
  const entry = { run, args, foreground, kind, due: now() + wait, every: kind === "i" ? (wait < 4 ? 4 : wait) : 0 };
  const id = start((value) => {
    if (kind !== "i") timers.delete(kind + id);
    callback(entry, kind === "f" ? now() : kind === "d" ? value : undefined);
  }, extra === undefined ? delay : extra);
  entry.cancel = () => cancel(id);
  if (foreground) timers.set(kind + id, entry);
  return id;
}

const stopTimer = window.clearTimeout.bind(window), stopFrame = window.cancelAnimationFrame.bind(window);
for (const [name, stop, kind] of [["setTimeout", stopTimer, "t"], ["setInterval", stopTimer, "i"]]) {
  replace(window, name, (old) => {
    const start = old.bind(window);
    return function (run, delay, ...args) { return later(kind, start, stop, run, delay, args); };
  });
}
for (const name of ["clearTimeout", "clearInterval"]) {
  replace(window, name, () => function (id) {
    timers.delete("t" + id);
    timers.delete("i" + id);
    stopTimer(id);
  });
}
replace(window, "requestAnimationFrame", (old) => {
  const start = old.bind(window);
  return function (run) { return later("f", start, stopFrame, run, 16, []); };
});
replace(window, "cancelAnimationFrame", () => function (id) {
  timers.delete("f" + id);
  stopFrame(id);
});
if (window.requestIdleCallback) {
  const stopIdle = window.cancelIdleCallback.bind(window);
  replace(window, "requestIdleCallback", (old) => {
    const start = old.bind(window);
    return function (run, options) { return later("d", start, stopIdle, run, 1, [], options || {}); };
  });
  replace(window, "cancelIdleCallback", () => function (id) {
    timers.delete("d" + id);
    stopIdle(id);
  });
}

const realDateNow = NativeDate.now;
replace(NativeDate, "now", () => function () { return realDateNow() + Math.round(shared.offset); });
replace(Performance.prototype, "now", () => function () { return realNow() + shared.offset; });
window.Date = new Proxy(NativeDate, {
  construct: (date, args, target) => Reflect.construct(date, args.length ? args : [NativeDate.now()], target),
});
defineProperty(window, "Date", { enumerable: false });
NativeDate.prototype.constructor = window.Date;

function forward(key, entry) {
  const ahead = entry.due - now();
  if (ahead > 0) shared.offset += ahead;
  if (entry.every) {
    entry.due += entry.every;
  } else {
    timers.delete(key);
    entry.cancel();
  }
  const idle = { didTimeout: false, timeRemaining: () => 10 };
  callback(entry, entry.kind === "f" ? now() : entry.kind === "d" ? idle : undefined);
}

const channel = new MessageChannel();
const post = channel.port2.postMessage.bind(channel.port2);
const awaited = [];
channel.port1.onmessage = () => { const done = awaited.shift(); if (done) done(); };
const tick = () => new NativePromise((done) => { awaited.push(done); post(0); });
const sleep = (ms) => new NativePromise((done) => startTimer(done, ms));

// Run what a probe has started, up to `ahead` milliseconds of the page's time.
async function runTimers(ahead, most) {
  const until = now() + ahead;
  for (let calls = 0; calls < most; calls++) {
    await tick();
    let key = "", first = null;
    for (const [name, entry] of timers) {
      if (!first || entry.due < first.due) [key, first] = [name, entry];
    }
    if (!first || first.due > until) return;
    forward(key, first);
  }
}
