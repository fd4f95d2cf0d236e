/* Caches the files of the application, so that it opens and shows a message when the server is away. It never
 * handles the API: answers of the server are never cached. The version changes with any file, and a new worker
 * takes over at once: the names of files contain a hash of their contents.
 *
 * The files of the first load are cached at once. Those of pages that are loaded when they are opened are cached when
 * they have been loaded: their names contain a hash, so what was cached never becomes old.
 *
 * The worker is at the path of the application, and so is everything it caches. Another Pessoi on the same host
 * has another path, and so another cache. */
const base = new URL('./', self.location.href).pathname;
const version = "50a99f510e153ff5";
const shell = ["","assets/index-B4mPPnXF.js","assets/index-DkLu7jPs.css","early.js","icons/icon-192.png","icons/icon-512.png","icons/icon.svg","icons/maskable-512.png","manifest.webmanifest"].map((path) => base + path);
const later = `${base}assets/`;
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

async function fetchAndKeep(request) {
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(cacheName);
    await cache.put(request, answer.clone()).catch(() => {}); /* no space: it is loaded again next time */
  }
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith(`${base}api/`)) return;
  if (request.mode === 'navigate') {
    /* The server first: its page is the newest. The cached one is used if it does not answer. */
    event.respondWith(fetch(request).catch(async () => (await fromCache(base)) ?? Response.error()));
    return;
  }
  if (shell.includes(pathname) || pathname.startsWith(later))
    event.respondWith(fromCache(pathname).then((kept) => kept ?? fetchAndKeep(request)));
});
