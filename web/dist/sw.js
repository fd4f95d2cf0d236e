/* Caches the files of the application, so that it opens and shows a message when the server is away. It never
 * handles the API: answers of the server are never cached. The version changes with any file, and a new worker
 * takes over at once: the names of files contain a hash of their contents.
 *
 * The worker is at the path of the application, and so is everything it caches. Another Pessoi on the same host
 * has another path, and so another cache. */
const base = new URL('./', self.location.href).pathname;
const version = "ffeacd4c519cbec4";
const shell = ["","assets/analysis-DG4fZ67T.js","assets/graph-CDou3J6T.js","assets/graph-Saz_VHki.css","assets/index-2DszbX2P.js","assets/index-BG0c1Etg.css","assets/lesson-B0AOEYM_.js","assets/lesson-BTiGCGg6.css","assets/lesson-ChdkSpJE.js","assets/linksheet-D4BxMu6t.js","assets/linksheet-DGTx8pt1.css","assets/page-BQlvgMdu.css","assets/page-Bne_PAeu.js","assets/page-BssaLRmm.js","assets/page-C4h-cEOD.css","assets/players-87r99Xn4.js","assets/players-DjsXaZ8N.css","assets/puzzles-C3S0gLOb.js","assets/puzzles-DNnDPYBR.css","assets/qr-DhATm1mM.js","assets/qr-hFyqZEeV.css","assets/review-0Ho5J5VL.js","assets/review-DNPQUbp4.css","assets/review-DyVROYo8.js","assets/rules-BEvYjT6P.css","assets/rules-BdRsAsw8.js","early.js","icons/icon-192.png","icons/icon-512.png","icons/icon.svg","icons/maskable-512.png","manifest.webmanifest"].map((path) => base + path);
const ours = `pessoi ${base} `;
const cacheName = ours + version;

/* The name of a cache before its path was part of the name. */
const isNameless = (name) => /^pessoi-[0-9a-f]{16}$/.test(name);

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName)
      .then((cache) => cache.addAll(shell.map((path) => new Request(path, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => (name.startsWith(ours) || isNameless(name)) && name !== cacheName;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const fromCache = (path) => caches.open(cacheName).then((cache) => cache.match(path));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith(`${base}api/`)) return;
  if (request.mode === 'navigate') {
    /* The server first: its page is the newest. The cached one is used if it does not answer. */
    event.respondWith(fetch(request).catch(async () => (await fromCache(base)) ?? Response.error()));
    return;
  }
  if (shell.includes(pathname)) event.respondWith(fromCache(pathname).then((kept) => kept ?? fetch(request)));
});
