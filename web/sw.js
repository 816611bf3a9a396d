/* SPDX-License-Identifier: MIT */
/* Keeps the files of the page, so that it works without a network. The build writes the version and the list. */
const VERSION = '@VERSION@', FILES = ['./', /*@FILES@*/];

self.addEventListener('install', (event) => event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== VERSION && name.startsWith('nvp4c-')).map((name) => caches.delete(name))))
   .then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
   const url = new URL(event.request.url);
   if (event.request.method === 'GET' && url.origin === self.location.origin)
      event.respondWith(caches.open(VERSION).then((cache) => cache.match(event.request, {ignoreSearch: true})).then((found) => found ?? fetch(event.request)));
});
