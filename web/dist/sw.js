/* Keeps the application's shell, so that it opens when the server is away and says so kindly. It never
 * touches /api: what the server says is never old. The version changes with any file, and a new
 * worker takes over at once: pages load their files under names that carry their contents. */
const version = "b5e3a1cde882c491";
const shell = ["/","/assets/index-CJ-5lx08.js","/assets/index-DKEGnCpI.css","/early.js","/icons/icon-192.png","/icons/icon-512.png","/icons/icon.svg","/icons/maskable-512.png","/manifest.webmanifest"];
const cacheName = `pessoi-${version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName)
      .then((cache) => cache.addAll(shell.map((path) => new Request(path, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith('pessoi-') && name !== cacheName).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

const fromCache = (path) => caches.open(cacheName).then((cache) => cache.match(path));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    /* The server first: its page is the newest. The kept one serves when it does not answer. */
    event.respondWith(fetch(request).catch(async () => (await fromCache('/')) ?? Response.error()));
    return;
  }
  if (shell.includes(pathname)) event.respondWith(fromCache(pathname).then((kept) => kept ?? fetch(request)));
});
