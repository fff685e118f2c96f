/**
 * The service worker of the app's pages. It answers a page load with `page` if the network fails. It
 * stores nothing, and no other request passes through it. The build puts `page` and `policy` on top.
 */
/* global page, policy */

addEventListener("install", (event) => {
  skipWaiting();
  // So that other requests do not wait until the worker has started, where browsers know this.
  for (const requestMode of ["cors", "no-cors", "same-origin"]) {
    event.addRoutes?.({ condition: { requestMode }, source: "network" }).catch(() => undefined);
  }
});

addEventListener("activate", (event) => {
  event.waitUntil(registration.navigationPreload?.enable());
});

addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(load(event).catch(answerOffline));
});

async function load({ preloadResponse, request }) {
  return (await preloadResponse) ?? fetch(request);
}

function answerOffline() {
  return new Response(page, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
    },
  });
}
