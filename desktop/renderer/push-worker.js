/* Shows web push notifications while the app is closed. Handles no fetch events. */

function readMessage(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

async function show({ title = 'Lyceum', body = '', path = '/home', tag, isAlert = false }) {
  const windows = await self.clients.matchAll({ type: 'window' });
  // A focused window shows the notification itself.
  if (windows.some((client) => client.focused)) return;
  // Otherwise one that replaces another of its tag makes no sound. Browsers refuse it without a tag.
  const renotify = isAlert && tag !== undefined;
  await self.registration.showNotification(title, { body, tag, renotify, icon: '/icon.svg', data: { path } });
}

// Browsers let a worker open a window only shortly after the click.
const RESPONSE_MS = 400;

/** Asks a page to open a path itself: a load would end its call. Resolves to false for one that does not respond. */
function opensItself(client, path) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), RESPONSE_MS);
    client.postMessage({ type: 'open', path }, [port2]);
  });
}

async function open(path) {
  const url = new URL(path, self.location.origin);
  const address = url.origin === self.location.origin ? url.href : self.location.origin;
  const [client] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!client) return self.clients.openWindow(address);
  await client.focus();
  const { pathname, search, hash } = new URL(address);
  if (await opensItself(client, pathname + search + hash)) return undefined;
  return client.navigate(address).catch(() => self.clients.openWindow(address));
}

self.addEventListener('push', (event) => event.waitUntil(show(readMessage(event.data))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/home'));
});
