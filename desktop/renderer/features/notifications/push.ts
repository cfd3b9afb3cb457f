import { notificationEndpoints, type PushSubscriptionInput } from '#shared/api/notifications.ts';
import { call } from '../../lib/api.ts';
import { readBridge } from '../../lib/bridge.ts';

/** Where push stands in this browser: the desktop app needs none; `denied` is the browser's own setting. */
export type PushState = 'desktop' | 'unsupported' | 'denied' | 'off' | 'on';

const WORKER_PATH = '/push-worker.js';
const storageKey = (userId: string): string => `push:${userId}`;

/** Where push stands for a member in this browser. */
export function readPushState(userId: string): PushState {
  if (readBridge()) return 'desktop';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && readStored(userId) !== null ? 'on' : 'off';
}

/**
 * Asks the browser's permission and registers it; answers where push then stands. @throws what the browser or the
 * server refused.
 */
export async function turnOnPush(userId: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState(userId);
  await register(userId);
  return 'on';
}

/** Registers the browser again after a new sign-in, where the member had switched push on. */
export async function renewPush(userId: string): Promise<void> {
  if (readPushState(userId) === 'on') await register(userId);
}

/** Forgets this browser on both sides. */
export async function turnOffPush(userId: string): Promise<void> {
  const id = readStored(userId);
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
  const { id } = await call(
    notificationEndpoints.subscribePush,
    { body: input },
    { idempotencyKey: crypto.randomUUID() },
  );
  localStorage.setItem(storageKey(userId), id);
}

function readStored(userId: string): string | null {
  try {
    return localStorage.getItem(storageKey(userId));
  } catch {
    return null;
  }
}
