// Shows what a push message says, and opens its page when it is pressed. It stores nothing and answers no request: its
// scope has no pages.
self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data.json()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url, location.origin)));
});

async function show({ title, body, url, lang }) {
  // A message that is sent again replaces the first without a sound.
  const [shown] = await registration.getNotifications({ tag: url });
  const renotify = shown !== undefined && shown.title !== title;
  return registration.showNotification(title, { body, lang, tag: url, renotify, icon: "/icon-192.png", data: { url } });
}

async function open(url) {
  if (url.origin !== location.origin) return;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = windows.find((client) => new URL(client.url).pathname === url.pathname);
  await (page ? page.focus() : clients.openWindow(url.href));
}
