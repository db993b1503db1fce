// The service worker: without network, a page is the shell, with the files of the shell's version.
// The server puts a line before this one that names the version of all files.
const cacheName = `tally-${version}`;
const shell = "/assets/shell.html";
const scripts = ["hand", "tally", "count", "list", "queue", "shell", "store"];
const names = ["tally.css", "icon.svg", ...scripts.map((name) => `${name}.js`)];
const kept = [shell, "/manifest.webmanifest", ...names.map((name) => `/assets/${name}`)];
/** The pages that are the shell. */
const shells = new Set();
/** Whether the next page is that after a form, which says once what the form did. */
let isFormAnswered = false;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  const files = kept.map((path) => new Request(path, { cache: "no-cache" }));
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)));
});

self.addEventListener("activate", (event) => event.waitUntil(begin()));

/** Takes over with all files of this version at once, and removes those of earlier ones. */
async function begin() {
  const others = (await caches.keys()).filter((name) => name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request, clientId, resultingClientId } = event;
  const { pathname } = new URL(request.url);
  // An invitation is no use without the server, however slow that is.
  if (pathname === "/join" || pathname.startsWith("/join/")) return;
  if (request.mode === "navigate") event.respondWith(page(request, resultingClientId));
  else if (kept.includes(pathname)) event.respondWith(file(request, pathname, clientId));
});

const keptFile = async (path) => (await caches.open(cacheName)).match(path);
const isGone = (response) => !response || [502, 504].includes(response.status);

/** The network's answer, or nothing if it takes too long: milliseconds, with the files kept. */
function real(request, longest = 6000) {
  const answer = fetch(request).catch(() => undefined);
  // A form is waited for: it may have been saved.
  if (request.method !== "GET") return answer;
  return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, longest))]);
}

/** A page, or the shell. Pages are never kept: they show names. */
async function page(request, client) {
  const substitute = await keptFile(shell);
  // The shell asks for a counter when it has seen that the server answers, if slowly.
  const isAwaited = isFormAnswered || new URL(request.url).searchParams.has("counter");
  const response = await real(request, !substitute || isAwaited ? 6000 : 400);
  const isForm = request.method === "POST" || isFormAnswered;
  isFormAnswered = isForm && response?.type === "opaqueredirect";
  if (!isGone(response)) return response;
  if (substitute) shells.add(client);
  return substitute ?? response ?? Response.error();
}

/** A file as the server has it. The shell's are those that were kept with it. */
async function file(request, path, client) {
  const response = shells.has(client) ? undefined : await real(request);
  return isGone(response) ? (await keptFile(path)) ?? response ?? Response.error() : response;
}
