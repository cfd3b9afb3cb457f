import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import webPush from 'web-push';
import { PUSH_LIMITS } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import type { VapidKeys } from '../config.ts';
import { loadGeneratedSecret } from './generated-secret.ts';

/** The address of a browser for web push, and its keys (W3C Push API). */
interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The notification that the service worker shows. */
interface PushMessage {
  id: string;
  title: string;
  body: string;
  /** Of the app. */
  path: string;
  /** A later one with the same tag replaces it. */
  tag: string;
  /** It makes a sound also when it replaces another one. */
  isAlert?: boolean;
}

/** Sends web push. */
export type WebPush = ReturnType<typeof createWebPush>;

/** Settings of web push. `hosts` are names or `*.name`; `folder` stores the keys when `vapidKeys` is undefined. */
interface WebPushSettings {
  vapidKeys: VapidKeys | undefined;
  hosts: readonly string[];
  folder: string;
  publicUrl: string;
}

/** Statuses of a permanent failure: the address no longer exists, or it or its keys are invalid (RFC 8030). */
const GONE = new Set([400, 404, 410, 413]);
/** Statuses by which a service refuses the keys of this server, not the browser (RFC 8292). */
const REFUSED = new Set([401, 403]);

/** Creates the sender of web push. It follows no redirect and reads only the status of a response. */
export function createWebPush({ vapidKeys, hosts, folder, publicUrl }: WebPushSettings) {
  const keys = vapidKeys ?? loadKeys(folder);
  // Push services require a contact of the operator: an https page or an email address (RFC 8292 2.1).
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:operator@localhost';
  const isAllowed = (endpoint: string): boolean => isPushAddress(endpoint, hosts);

  return {
    /** The key that browsers subscribe with (RFC 8292), base64url. */
    publicKey: keys.publicKey,
    /** True when an address is allowed: https on a listed host, or plain http on a listed loopback host. */
    isAllowed,
    /**
     * Sends one message, which the service discards after `ttlMs` (RFC 8030, section 5.2); returns `gone` when the
     * browser no longer accepts messages or never did. Rejects when it should be retried.
     */
    async send(
      target: PushTarget,
      message: PushMessage,
      { isUrgent, ttlMs = PUSH_LIMITS.ttlMs }: { isUrgent: boolean; ttlMs?: number },
    ): Promise<'sent' | 'gone'> {
      if (!isAllowed(target.endpoint)) return 'gone';
      const request = requestOf(target, message, {
        vapidDetails: { subject, ...keys },
        TTL: Math.floor(ttlMs / SECOND_MS),
        urgency: isUrgent ? 'high' : 'normal',
      });
      if (request === null) return 'gone';
      const status = await post(target.endpoint, request);
      if (status >= 200 && status < 300) return 'sent';
      if (GONE.has(status)) return 'gone';
      const { host } = new URL(target.endpoint);
      if (REFUSED.has(status)) throw new Error(`${host} refuses VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY (${status})`);
      throw new Error(`${host} returned ${status}`);
    },
  };
}

/** Posts and returns the status; the body of the response is discarded. */
function post(endpoint: string, { headers, body }: EncryptedRequest): Promise<number> {
  const open = endpoint.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = open(
      endpoint,
      { method: 'POST', headers, signal: AbortSignal.timeout(PUSH_LIMITS.timeoutMs) },
      (response) => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

interface EncryptedRequest {
  headers: Record<string, string>;
  body: Buffer;
}

/** Encrypts a message for a browser; null when its keys are invalid. */
function requestOf(target: PushTarget, message: PushMessage, options: webPush.RequestOptions): EncryptedRequest | null {
  try {
    const { headers, body } = webPush.generateRequestDetails(target, JSON.stringify(message), options);
    return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])), body };
  } catch {
    return null;
  }
}

function isPushAddress(endpoint: string, hosts: readonly string[]): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || url.username || url.password) return false;
  const isLoopback = url.hostname === '127.0.0.1';
  if (url.protocol !== 'https:' && !(isLoopback && url.protocol === 'http:')) return false;
  if (url.port && !isLoopback) return false;
  return hosts.some((host) => (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host));
}

/** The keys of this server, generated once: a browser's subscription is bound to them. */
function loadKeys(folder: string): VapidKeys {
  const secret = loadGeneratedSecret(folder, 'vapid.json', () => JSON.stringify(webPush.generateVAPIDKeys()));
  return JSON.parse(secret) as VapidKeys;
}
