import { countOf, drawCount, figures, isReachedBy } from "./count.js";
import { TapQueue } from "./queue.js";
import { TapStore } from "./store.js";

const { body } = document;
const main = document.querySelector("main");
const isShell = "shell" in main.dataset;
// Guests have no list of counters, and cannot log in.
const isGuest = !isShell && "counter" in main.dataset && !document.querySelector("header nav");
const gone = isGuest ? "You were removed, or the counter was deleted. Ask whoever invited you."
  : "There is no such counter any more. Open one under Counters.";
const part = (id) => document.getElementById(id);
const listed = main.querySelector(".list:has([data-counter])");
const channel = globalThis.BroadcastChannel && new BroadcastChannel("tally");
const store = new TapStore();
let { account, counter, store: home } = hand.owner();
counter ||= undefined;
let waiting = [];
let elsewhere = 0;
/** Taps that are not stored yet. */
const fresh = new Set();
/** A state that may have taps whose answer is on its way. */
let aside, asideUntil;
/** Whether the stream is broken off, and whether it is open in this page. */
let isCut = false, isFollowing = false;
let watching = new AbortController();
let sending = Promise.resolve();
let isClosed, hasEnded, isLeaving;
let queue, newest, speaking, silentSince, passed, moving, resting, list;
// The server sends something every 30 s at least.
const longestSilence = 45_000;
const late = "Too many pages are open. What others count comes every few seconds.";
const sentFirst = "The taps are sent first.";
const noNetwork = "Without network only + and - work. Press again when no taps wait.";

/** Shows an alert until it is dismissed. A thumb that goes on tapping has not read it. */
const say = (text) => (part("tap-alert").textContent = text);
/** Takes an alert away that is no longer true. */
const unsay = (text) => part("tap-alert").textContent === text && say("");

const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

/** Says a text to screen readers, once nothing has changed for a second, or after three. */
function speak(text) {
  clearTimeout(speaking);
  silentSince ??= Date.now();
  speaking = setTimeout(() => {
    silentSince = undefined;
    part("status")?.replaceChildren(text);
  }, Math.min(1000, silentSince + 3000 - Date.now()));
}

/** Tells this tab and the others what happened. */
function tell(news) {
  channel?.postMessage({ account, home, ...news });
  return hear({ account, home, ...news });
}

/** Shows what happened. The count and the number of waiting taps change together. */
async function hear(news) {
  if (news.account !== account || (news.home ?? home) !== home) return;
  if (news.counter === counter && (counter || listed)) isCut = news.isCut ?? isCut;
  if (news.asks === counter && newest)
    channel.postMessage({ account, home, counter, state: newest });
  if (news.ended && isGuest) close();
  else if (news.ended) say(`${news.ended}. Log in again to count what waits.`);
  if (news.waits) say(`Not counted yet: ${news.waits}. ${news.reason}`);
  if (news.refused) say(`Taps refused: ${news.refused}. ${news.reason}`);
  if (news.gone && news.gone === counter) close();
  // In one step with the number of waiting taps: reading them takes a moment.
  if (news.ids) waiting = waiting.filter((tap) => !news.ids.includes(tap.id));
  if (news.state && news.counter === counter) receive(news);
  if (news.state) list?.show(news);
  if (news.isListNew || news.ids) list?.renew();
  const all = await store.taps();
  waiting = all.filter((tap) => queue?.owns(tap) ?? true);
  elsewhere = all.filter((tap) => home && tap.store && tap.store !== home).length;
  draw();
  if (counter) remember();
}

/**
 * The taps that are not counted yet: this counter's, or all on a page without one. A tap is stored
 * twice when its page is left just then.
 */
function uncounted() {
  const all = new Map([...waiting, ...fresh].map((tap) => [tap.id, tap]));
  return [...all.values()].filter((tap) => !counter || tap.counter === counter);
}

/** Shows the count with what waits in it, and how much of it is saved. */
function draw() {
  const here = uncounted();
  const isOffline = !navigator.onLine || queue?.isUnreached || isCut;
  const text = [
    isOffline ? "No network" : "",
    isOffline && counter && !here.length ? "go on counting" : "",
    here.length && counter ? `${main.dataset.count} saved` : "",
    here.length ? `${here.length} waiting` : "",
    here.length && isOffline && navigator.vendor.startsWith("Apple")
      ? "Safari may forget them after 7 days" : "",
    elsewhere ? `${elsewhere} waiting for another store` : "",
  ].filter(Boolean).join(", ");
  if (isOffline && text !== part("waiting").textContent) speak(text);
  part("waiting").textContent = text;
  body.classList.toggle("offline", isOffline);
  const rows = main.querySelectorAll("li[data-counter]");
  for (const row of rows) drawCount(row, row.querySelector("b"), countOf(row, here));
  age();
  if (!counter) return;
  const facts = main.querySelector("#live .facts");
  if (isOffline && facts) facts.textContent = "Others' counts are not shown";
  const count = countOf(main, here);
  const size = ["short", "long"][Math.ceil(count.length / 4) - 1] ?? "longest";
  drawCount(main, part("count"), count);
  part("count").style.setProperty("--n", count.length);
  part("count").className = size;
}

/** Names one's own part: everybody gets the same from the server. */
function nameMine() {
  for (const one of main.querySelectorAll(".parts li")) {
    const isMine = one.dataset.name === part("live").dataset.me;
    one.classList.toggle("mine", isMine);
    if (isMine) one.querySelector("span").textContent = "mine";
  }
}

/** The server's clock less this one's. A phone may be a day off. */
const clockError = Number(body.dataset.now) - Date.now();

/** Says how long ago the times of today and yesterday were. */
function age() {
  for (const time of document.querySelectorAll(".facts time, .counts time")) {
    time.title ||= time.textContent;
    const minutes = Math.floor((Date.now() + clockError - Date.parse(time.dateTime)) / 60_000);
    time.textContent = minutes < 1 ? "just now" : minutes < 60 ? `${minutes} min ago`
      : minutes < 1440 ? `${Math.floor(minutes / 60)} h ago` : time.title;
  }
}

/**
 * Shows a state. One that is no answer to this browser's taps may have some of them already, so it
 * waits for their answer, but not longer than others' taps may take to be seen.
 */
function receive({ state, isAnswer }) {
  if (!isAnswer && uncounted().length && navigator.onLine && !queue?.isUnreached) {
    if (!(aside?.version > state.version)) aside = state;
    asideUntil ??= setTimeout(showAside, 700);
    return;
  }
  show(state);
  showAside();
}

function showAside() {
  clearTimeout(asideUntil);
  const state = aside;
  aside = asideUntil = undefined;
  if (state) show(state);
  draw();
}

function show(state) {
  const { version, url, text, html } = state;
  if (version < Number(main.dataset.version)) return;
  // The page's links and forms have the counter's former name.
  const history = main.querySelector("a[href$='/history']")?.getAttribute("href");
  const isWall = main.matches(".wall");
  const own = url && new URL(isWall ? `${url}/wall` : url, location).pathname;
  if (own && (isWall ? own !== location.pathname : history && history !== `${url}/history`))
    move(own);
  newest = state;
  const isReached = isReachedBy(state, main.dataset);
  Object.assign(main.dataset, figures(state));
  if (html) part("live").innerHTML = html;
  nameMine();
  if (isReached) reach();
  speak(text);
}

const reach = (row) => hand.signal("reached", [80, 60, 80], 2000, row);

/** The key of what an account's pages show without network. */
const key = () => `${home ?? ""}/${account}`;
const remembered = () => JSON.parse(localStorage[key()] ?? "{}");

function remember() {
  if (main.matches(".wall")) return;
  const seen = { path: location.pathname, ...main.dataset };
  const pages = { [seen.path]: seen, "/": seen };
  localStorage[key()] = JSON.stringify({ ...remembered(), ...pages });
}

/** Forgets what everybody else saw here, unless their taps wait. */
async function forgetOthers() {
  const others = Object.keys(localStorage).filter((other) => /(^|\/)\d+$/.test(other));
  for (const other of others.filter((other) => other !== key()))
    if (!(await store.taps(Number(other.split("/").pop()), 1)).length)
      localStorage.removeItem(other);
}

/** Takes a tap from `hand.js`; returns whether it may count. */
function take(tap) {
  main.querySelector(".brief")?.remove();
  if (isClosed) say(isGuest ? gone : "No counter is open. Open one under Counters.");
  if (isClosed) return false;
  // The page may be left before the queue has stored it.
  hand.save(tap);
  fresh.add(tap);
  draw();
  queue.tap(tap).finally(() => {
    fresh.delete(tap);
    hand.forget(tap);
  }).catch(() => {
    draw();
    say("This tap does not count, because it could not be stored. Free some space. Tap again.");
  });
  return true;
}

function submit(event) {
  const { target: form, submitter } = event;
  if ("leaves" in form.dataset) {
    const { length } = uncounted();
    const fact = `Taps waiting: ${length}. They wait for their account's next login here.`;
    if (length && !confirm(`${fact} Go on?`)) event.preventDefault();
  } else if (form.method === "post" && form !== passed) {
    const isWaiting = uncounted().length || !navigator.onLine;
    if (!isWaiting && !form.matches(".pair form")) return;
    event.preventDefault();
    sending = sending.then(() => hold(form, submitter))
      .catch(() => say("That failed. Press again; it counts once."));
  }
}

/** Sends the waiting taps before a form: an undo has to find them. */
async function hold(form, submitter) {
  if (waiting.length) say(sentFirst);
  const due = async () => (await store.taps()).filter((tap) => queue?.isDue(tap));
  const before = new Set((await due()).map((tap) => tap.key));
  await queue?.flush();
  // A thumb may go on tapping meanwhile.
  if (!navigator.onLine || (await due()).some((tap) => before.has(tap.key)))
    return say(noNetwork);
  unsay(sentFirst);
  unsay(noNetwork);
  if (form.matches(".pair form")) return stay(form, submitter);
  passed = form;
  form.requestSubmit(submitter);
  passed = undefined;
}

/** Undoes or redoes without leaving the page: a thumb is on it. */
async function stay(form, submitter) {
  const sent = new URLSearchParams(new FormData(form, submitter));
  const signal = AbortSignal.timeout(15_000);
  const answer = await fetch(form.action, { method: "POST", body: sent, signal }).catch(() => {});
  if (!answer) return say("The server does not answer. Press again; it counts once.");
  const page = parsed(await answer.text());
  const next = page.querySelector("main");
  const said = (selector) => [...(next?.querySelectorAll(selector) ?? [])]
    .map((part) => part.textContent).filter(Boolean).join(". ");
  const alert = said(".alert") || (answer.ok ? "" : said("h1, h1 + p"));
  if (answer.status === 404) isClosed = true;
  main.querySelector(".brief")?.remove();
  if (alert || !answer.ok) return say(alert || "That failed. Reload the page.");
  if (next.dataset.counter !== main.dataset.counter) return location.assign(answer.url);
  const notice = next.querySelector(".notice");
  form.elements.id.value = hand.newID();
  await tell({ counter, state: stateIn(page) });
  if (!notice) return;
  main.querySelector(".notice")?.remove();
  showBriefly(notice);
}

/** Shows a notice for a while, over the page: a thumb is on it. */
function showBriefly(notice) {
  notice.className = "notice brief";
  main.querySelector("h1").after(notice);
  setTimeout(() => notice.remove(), 6000);
}

/** Opens the part with a time when a finger stays on `+`. Its touch has counted, like each. */
function rest({ target, pointerType }) {
  clearTimeout(resting);
  const place = main.querySelector("details:has([name=time])");
  if (!place || isClosed || pointerType === "mouse" || !target.closest(".tap .plus")) return;
  resting = setTimeout(() => {
    place.open = true;
    const textContent = "Counted now. For another time: Undo, then Add below.";
    showBriefly(Object.assign(document.createElement("p"), { textContent }));
  }, 600);
}

/** Follows the counter, or the list, while this page is visible. One of its pages does. */
function watch() {
  if (isLeaving) return;
  watching.abort();
  watching = new AbortController();
  const { signal } = watching;
  const follow = () => new Promise((resolve) => {
    const source = new EventSource(counter ? `/events?counter=${counter}` : "/events");
    let silence;
    const live = () => {
      clearTimeout(silence);
      silence = setTimeout(breakOff, longestSilence);
    };
    const breakOff = () => {
      stop();
      tell({ counter, isCut: true });
      look();
    };
    const stop = () => {
      clearTimeout(silence);
      isFollowing = false;
      resolve(source.close());
    };
    signal.addEventListener("abort", stop);
    source.addEventListener("state", ({ data }) => {
      live();
      tell({ counter, state: JSON.parse(data) });
    });
    source.addEventListener("list", () => {
      live();
      tell({ isListNew: true });
    });
    source.addEventListener("beat", live);
    source.addEventListener("gone", () => {
      stop();
      tell({ gone: counter });
    });
    source.onopen = () => {
      isFollowing = true;
      tell({ counter, isCut: false });
      unsay(late);
    };
    source.onerror = () => {
      isFollowing = false;
      const isClosed = source.readyState === EventSource.CLOSED;
      catchUp(isClosed).catch(() => {});
      // It connects again by itself.
      if (!isClosed) return;
      stop();
      setTimeout(look, hasEnded ? 6e4 : 5000);
    };
  });
  if (counter) channel?.postMessage({ account, asks: counter });
  const name = counter ? `tally-${counter}` : `tally-list-${account}`;
  if (!navigator.locks) follow();
  else navigator.locks.request(name, { signal }, follow).catch(() => {});
}

/** Gets a page of Tally's, as an answer and a document; neither if a proxy answers, or nobody. */
async function pageAt(path) {
  const signal = AbortSignal.timeout(15_000);
  const answer = await fetch(addressOf(path), { signal }).catch(() => {});
  const text = await answer?.text().catch(() => {});
  const there = parsed(text ?? "");
  return "store" in there.body.dataset ? { answer, there } : {};
}

/** Gets the counter's page. Goes there when this one is outdated. */
async function visit(stays) {
  if (isLeaving) return;
  const { answer, there } = await pageAt(location.pathname + (listed ? location.search : ""));
  // The stream may have come back while this waited for its answer.
  if (stays && !isFollowing) tell({ counter, isCut: !answer });
  if (!answer) return;
  const other = there.body.dataset.account;
  if ((counter || listed) && other && Number(other) !== account)
    return void say("Somebody else is logged in here now. Reload the page.");
  if (counter && [404, 409].includes(answer.status)) close();
  // The taps say that the session ended.
  const isHeard = stays || (!isShell && waiting.length);
  hasEnded = answer.status === 401;
  if (hasEnded && !isHeard) leave(location.href);
  if (!answer.ok) return;
  const isSame = !counter || Number(there.querySelector("main").dataset.counter) === counter;
  const { pathname, search } = new URL(answer.url);
  if (!isSame && !answer.redirected) return close();
  if (!isSame) return isHeard ? undefined : leave(location.href);
  if (isShell) return leave(counter ? addressOf(pathname) : pathname + search);
  return answer.redirected ? move(pathname) : there;
}

/** Goes to a page. No other request may get what that has to say. */
function leave(url) {
  isLeaving = true;
  watching.abort();
  const there = new URL(url, location);
  // The worker waits for it, as the server has just answered.
  if (!there.searchParams.has("counter")) there.searchParams.set("counter", "");
  location.replace(there);
  setTimeout(() => (isLeaving = false), 3e4);
}

/** Follows the counter to its new address. Loading a page would miss a thumb. */
async function move(url) {
  if (moving === url) return;
  moving = url;
  const { answer, there } = await pageAt(url);
  moving = undefined;
  if (!answer?.ok) return;
  const next = there.querySelector("main");
  // The forms of the new page are for whoever is logged in now.
  const isSame = ["account", "store"].every((key) => there.body.dataset[key] === body.dataset[key]);
  if (!isSame || Number(next?.dataset.counter) !== counter) return;
  history.replaceState(null, "", new URL(answer.url).pathname);
  document.title = there.title;
  Object.assign(main.dataset, figures(next.dataset));
  const { textContent: alert } = part("tap-alert");
  const focused = carryOver(next);
  main.replaceChildren(...next.childNodes);
  say(alert);
  focused?.focus({ preventScroll: true });
  if (newest) show({ ...newest, url: undefined });
  hear({ account });
}

/** Takes what is open and typed here to a page with the same parts; returns the focused one. */
function carryOver(next) {
  const parts = "details, button, input:not([type=hidden])";
  const [here, there] = [main, next].map((page) => [...page.querySelectorAll(parts)]);
  if (here.length !== there.length) return;
  here.forEach(({ open, value, defaultValue = value }, index) =>
    Object.assign(there[index], { open }, value !== defaultValue && { value }));
  return there[here.indexOf(document.activeElement)];
}

/** The address of this counter, and not of another one that has its name. */
const addressOf = (path) => (counter ? `${path}?counter=${counter}` : path);

/** Gets the state once when there is no stream for it, maybe because there are too many. */
async function catchUp(isTooLate) {
  const there = await visit(true);
  if (!there) return;
  if (isTooLate && part("tap-alert").textContent !== late) say(late);
  if (list) list.replace(there);
  else tell({ counter, state: stateIn(there) });
}

/** The state that another page shows. */
function stateIn(page) {
  const { dataset } = page.querySelector("main");
  const [{ innerHTML: html }, { textContent: text }] =
    ["live", "status"].map((id) => page.getElementById(id));
  return { ...figures(dataset), version: Number(dataset.version), text, html };
}

/** Looks whether there is another page now, and follows the counter again. */
async function look() {
  await visit();
  if (!isClosed && !isShell && !document.hidden) watch();
}

/** Says that the counter is gone. Another page would have other buttons there. */
function close() {
  isClosed = true;
  const [refused] = /^Taps refused: \d+\. |^/.exec(part("tap-alert").textContent);
  say(refused + gone);
}

/** Goes on after sleep, or when the network comes or goes. */
function resume() {
  queue?.flush();
  hear({ account });
  watching.abort();
  if (document.hidden || !(counter || listed)) return;
  if (counter) navigator.wakeLock?.request("screen").catch(() => {});
  if (isShell) look();
  else watch();
}

async function start() {
  const url = location.href.replace(/([?&])counter=\d*&?/, "$1").replace(/[?&]$/, "");
  if (url !== location.href) history.replaceState(null, "", url);
  if (isShell) {
    [account, home] = [Number(localStorage.account), localStorage.store];
    Object.assign(body.dataset, { account }, home && { store: home });
    const { fillShell } = await import("./shell.js");
    counter = fillShell(main, remembered());
    setInterval(look, 10_000);
  } else {
    await forgetOthers();
    Object.assign(localStorage, { account }, home && { store: home });
    // The service worker keeps the newest one.
    fetch("/assets/shell.html").catch(() => {});
  }
  if (listed) {
    const { CounterList } = await import("./list.js");
    list = new CounterList(listed, { draw, reach, speak, uncounted, visit });
  }
  if (account) queue = new TapQueue(store, { account, store: home }, tell);
  if (channel) channel.onmessage = ({ data }) => hear(data);
  document.addEventListener("submit", submit);
  document.addEventListener("pointerdown", rest);
  for (const name of ["pointerup", "pointercancel"])
    document.addEventListener(name, () => clearTimeout(resting));
  document.addEventListener("click", ({ target }) => target.id === "dismiss" && say(""));
  document.addEventListener("visibilitychange", () => {
    resume();
    list?.renew();
  });
  for (const name of ["online", "offline"]) addEventListener(name, resume);
  resume();
  // The server may be slow, and not gone.
  if (isShell && !counter) look();
  setInterval(age, 15_000);
  if (part("live")?.matches(".reached")) reach();
  const held = queue && hand.giveTo(take);
  if (held) held[0].requestSubmit(held[1]);
}

const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
const secure = location.protocol === "https:" ? "; Secure" : "";
document.cookie = `zone=${zone}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`;
navigator.serviceWorker?.register("/worker.js");
navigator.storage?.persist?.();
// Without storage, the forms work as they do without script.
store.open().then(start).catch(hand.giveUp);
