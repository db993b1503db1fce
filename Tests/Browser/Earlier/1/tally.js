import { TapQueue } from "./queue.js";
import { TapStore } from "./store.js";

const { body } = document;
const main = document.querySelector("main");
const isShell = "shell" in main.dataset;
const part = (id) => document.getElementById(id);
const channel = globalThis.BroadcastChannel && new BroadcastChannel("tally");
const store = new TapStore();
let [account, counter] = [body.dataset.account, main.dataset.counter].map(Number);
let waiting = [];
let watching = new AbortController();
let queue, newest, speaking, passed;

const say = (text) => (part("tap-alert").textContent = text);

/** Says a text to those who do not see the page, once nothing has changed for a second. */
function speak(text) {
  clearTimeout(speaking);
  speaking = setTimeout(() => (part("status").textContent = text), 1000);
}

/** Tells this tab and the others what happened. */
function tell(news) {
  channel?.postMessage({ account, ...news });
  return hear({ account, ...news });
}

/** Shows what happened. The count and the number of waiting taps change together. */
async function hear(news) {
  if (news.account !== account) return;
  if (news.asks === counter && newest) channel.postMessage({ account, counter, state: newest });
  if (news.ended) say(`${news.ended}. Log in again to count what waits.`);
  if (news.refused) say(`Taps refused: ${news.refused}. ${news.reason}`);
  waiting = await store.taps(account);
  if (news.state && news.counter === counter) show(news.state);
  const here = waiting.filter((tap) => !counter || tap.counter === counter);
  const sum = here.reduce((sum, tap) => sum + tap.amount, Number(main.dataset.count));
  const isOffline = !navigator.onLine || queue?.failures > 0;
  const loss = navigator.vendor.startsWith("Apple") ? ". Safari may forget them after 7 days" : "";
  const more = `${counter ? `, ${sum} with them` : ""}${loss}`;
  const text = here.length ? `${here.length} waiting${isOffline ? more : ""}` : "";
  if (isOffline && counter && text !== part("waiting").textContent) speak(text);
  part("waiting").textContent = text;
  body.classList.toggle("offline", isOffline);
  if (counter) remember();
}

function show(state) {
  const { version, count, target, text, html } = state;
  if (version < Number(main.dataset.version)) return;
  newest = state;
  const isReached = target && count >= target && Number(main.dataset.count) < target;
  Object.assign(main.dataset, { version, count, target: target ?? "" });
  part(html ? "live" : "count").innerHTML = html ?? count;
  if (isReached) signal("reached", [80, 60, 80]);
  speak(text);
}

/** What a page without network shows of an account's counters, by path. */
const remembered = (account) => JSON.parse(localStorage[account] ?? "{}");

function remember() {
  const pages = { [location.pathname]: { ...main.dataset }, "/": { ...main.dataset } };
  localStorage[account] = JSON.stringify({ ...remembered(account), ...pages });
}

/** Forgets what everybody else saw here, unless their taps wait. */
async function forgetOthers() {
  const others = Object.keys(localStorage).map(Number).filter((key) => key && key !== account);
  for (const other of others)
    if (!(await store.taps(other, 1)).length) localStorage.removeItem(other);
}

function signal(kind, vibration) {
  const { classList } = part("live");
  classList.remove(kind);
  void part("live").offsetWidth; // Restarts the animation.
  classList.add(kind);
  navigator.vibrate?.(vibration);
}

function submit(event) {
  const { target: form, submitter } = event;
  if (counter && form.matches(".tap")) {
    event.preventDefault();
    say("");
    signal("tapped", 20);
    queue.tap(counter, Number(form.dataset.amount)).catch(() =>
      say("This tap does not count, because it could not be stored. Free some space. Tap again."));
  } else if ("leaves" in form.dataset) {
    const fact = `Taps waiting: ${waiting.length}. They wait for their account's next login here.`;
    if (waiting.length && !confirm(`${fact} Go on?`)) event.preventDefault();
  } else if (form.method === "post" && form !== passed && (waiting.length || !navigator.onLine)) {
    event.preventDefault();
    hold(form, submitter);
  }
}

/** Sends what waits before a form does its part: an undo has to find the taps made before it. */
async function hold(form, submitter) {
  say("The taps are sent first.");
  await queue?.flush();
  if (!navigator.onLine || (await store.taps(account, 1)).length)
    return say("Without network only + and - work. Press again when no taps wait.");
  passed = form;
  form.requestSubmit(submitter);
}

/** Follows the counter while this page is visible. One of several pages of a counter does. */
function watch() {
  watching.abort();
  watching = new AbortController();
  const { signal } = watching;
  const follow = () => new Promise((resolve) => {
    const source = new EventSource(`/events?counter=${counter}`);
    const stop = () => resolve(source.close());
    signal.addEventListener("abort", stop);
    source.addEventListener("state", ({ data }) => tell({ counter, state: JSON.parse(data) }));
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return; // It connects again by itself.
      stop();
      setTimeout(look, 5000);
    };
  });
  channel?.postMessage({ account, asks: counter });
  if (!navigator.locks) follow();
  else navigator.locks.request(`tally-${counter}`, { signal }, follow).catch(() => {});
}

/** Looks whether there is another page here now: the real one instead of the shell, or a login. */
async function look() {
  const page = await fetch(location.href, { redirect: "manual" }).catch(() => ({}));
  const isOther = page.type === "opaqueredirect" || [401, 404].includes(page.status);
  if (isOther || (isShell && page.ok)) location.replace(location.href);
  else if (!isShell && !document.hidden) watch();
}

/** Comes back to life: after sleep, or when the network comes or goes. */
function resume() {
  queue?.flush();
  hear({ account });
  watching.abort();
  if (document.hidden || !counter) return;
  navigator.wakeLock?.request("screen").catch(() => {});
  if (isShell) look();
  else watch();
}

/** Fills the shell with the last count here of the account that was here last. */
function fillShell() {
  account = Number(localStorage.account);
  const page = remembered(account)[location.pathname];
  setInterval(look, 10_000);
  if (!page) return;
  counter = Number(page.counter);
  Object.assign(main.dataset, page);
  part("count").textContent = page.count;
  part("count").className = ["short", "long"][Math.ceil(page.count.length / 4) - 1] ?? "longest";
  part("target").textContent = page.target && `of ${page.target}`;
  part("counting").hidden = false;
}

async function start() {
  if (isShell) fillShell();
  else {
    await forgetOthers();
    localStorage.account = account;
    fetch("/assets/shell.html").catch(() => {}); // The service worker keeps the newest one.
  }
  if (account) queue = new TapQueue(store, account, tell);
  if (channel) channel.onmessage = ({ data }) => hear(data);
  document.addEventListener("submit", submit);
  document.addEventListener("visibilitychange", resume);
  for (const name of ["online", "offline"]) addEventListener(name, resume);
  resume();
}

const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
const secure = location.protocol === "https:" ? "; Secure" : "";
document.cookie = `zone=${zone}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`;
navigator.serviceWorker?.register("/worker.js");
navigator.storage?.persist?.();
// Without storage, the forms work as they do without script.
store.open().then(start, () => {});
