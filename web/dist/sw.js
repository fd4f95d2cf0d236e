/* Caches the files of the application, so that it opens and shows a message when the server is away. It never
 * handles the API: answers of the server are never cached. The version changes with any file, and a new worker
 * takes over at once: the names of files contain a hash of their contents.
 *
 * The worker is at the path of the application, and so is everything it caches. Another Pessoi on the same host
 * has another path, and so another cache. */
const base = new URL('./', self.location.href).pathname;
const version = "4ab455f588fe6e23";
const shell = ["","assets/analysis-BnGC8uTC.js","assets/games-CV4JyYdY.js","assets/games-dxFM30Hl.css","assets/graph-Op2Xryo3.js","assets/graph-Saz_VHki.css","assets/index-BUmvaG6j.js","assets/index-DkLu7jPs.css","assets/lesson-BDyJcOex.js","assets/lesson-BTiGCGg6.css","assets/lesson-D7uvhtzd.js","assets/linksheet-DGTx8pt1.css","assets/linksheet-DH3mRyt1.js","assets/page-BQlvgMdu.css","assets/page-BjAOaMz2.css","assets/page-BpEi1ohW.js","assets/page-CxS4ZMLi.js","assets/players-B-YoOtoW.js","assets/players-DjsXaZ8N.css","assets/puzzles-BCCbFdN9.js","assets/puzzles-DPaijL4K.css","assets/qr-Ci-90hdV.js","assets/qr-hFyqZEeV.css","assets/review-CCZ7YJUY.js","assets/review-DNPQUbp4.css","assets/review-Dyye_3KR.js","assets/rules-BEvYjT6P.css","assets/rules-C6I9wSmt.js","assets/save-DKI63x--.js","early.js","icons/icon-192.png","icons/icon-512.png","icons/icon.svg","icons/maskable-512.png","manifest.webmanifest"].map((path) => base + path);
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
