import { notificationEndpoints, type PushSubscriptionInput } from '#shared/api/notifications.ts';
import { call } from '../../lib/http/api.ts';
import { readBridge } from '../../lib/page/bridge.ts';
import { readStored } from '../../lib/storage/device-store.ts';

/** State of push in this browser: the desktop app uses none; `denied` is the browser's setting. */
export type PushState = 'desktop' | 'unsupported' | 'denied' | 'off' | 'on';

const WORKER_PATH = '/push-worker.js';
const storageKey = (userId: string): string => `push:${userId}`;

/** Returns the state of push for a user in this browser. */
export function readPushState(userId: string): PushState {
  if (readBridge()) return 'desktop';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && readStored(storageKey(userId)) !== null ? 'on' : 'off';
}

/** Requests permission and registers the browser. Returns the new state. @throws errors of the browser and `call`. */
export async function turnOnPush(userId: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState(userId);
  await register(userId);
  return 'on';
}

/** Registers the browser again after a sign-in when the user had turned push on. */
export async function renewPush(userId: string): Promise<void> {
  if (readPushState(userId) === 'on') await register(userId);
}

/** Removes the subscription from the browser and the server. */
export async function turnOffPush(userId: string): Promise<void> {
  const id = readStored(storageKey(userId));
  localStorage.removeItem(storageKey(userId));
  const registration = await navigator.serviceWorker.getRegistration(WORKER_PATH);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  if (id !== null) await call(notificationEndpoints.unsubscribePush, { params: { id } }).catch(() => undefined);
}

async function register(userId: string): Promise<void> {
  const { publicKey } = await call(notificationEndpoints.getPushKey, {});
  await navigator.serviceWorker.register(WORKER_PATH);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  const { endpoint, keys } = subscription.toJSON() as PushSubscriptionInput;
  const input = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
  const { id } = await call(notificationEndpoints.subscribePush, { body: input });
  localStorage.setItem(storageKey(userId), id);
}
