/* Shows web push notifications while the app is closed. Handles no fetch events. */

function readMessage(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

async function show({ title = 'Lyceum', body = '', path = '/home', tag }) {
  const windows = await self.clients.matchAll({ type: 'window' });
  // A focused window shows the notification itself.
  if (windows.some((client) => client.focused)) return;
  await self.registration.showNotification(title, { body, tag, icon: '/icon.svg', data: { path } });
}

async function open(path) {
  const url = new URL(path, self.location.origin);
  const address = url.origin === self.location.origin ? url.href : self.location.origin;
  const [client] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!client) return self.clients.openWindow(address);
  await client.focus();
  return client.navigate(address).catch(() => self.clients.openWindow(address));
}

self.addEventListener('push', (event) => event.waitUntil(show(readMessage(event.data))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/home'));
});
