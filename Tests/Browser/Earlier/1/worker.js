// The service worker: without network, a page is the shell, and the assets are those seen last.
const shell = "/assets/shell.html";
const names = ["tally.css", "tally.js", "queue.js", "store.js", "icon.svg"];
const kept = [shell, "/manifest.webmanifest", ...names.map((name) => `/assets/${name}`)];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open("tally").then((cache) => cache.addAll(kept)));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate") event.respondWith(answer(event.request, shell));
  else if (kept.includes(pathname)) event.respondWith(answer(event.request, pathname));
});

/** The network's answer, or what is kept instead. Pages are never kept: they show names. */
async function answer(request, substitute) {
  const late = new Promise((resolve) => setTimeout(resolve, 6000));
  const real = fetch(request).catch(() => undefined);
  // A form is waited for: it may have been saved.
  const response = await (request.method === "GET" ? Promise.race([real, late]) : real);
  if (response?.ok && request.mode !== "navigate") {
    await (await caches.open("tally")).put(substitute, response.clone()).catch(() => {});
  }
  if (response && ![502, 504].includes(response.status)) return response;
  return (await caches.match(substitute)) ?? response ?? Response.error();
}
