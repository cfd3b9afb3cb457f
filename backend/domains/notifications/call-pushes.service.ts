import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { databaseNow, databaseNowMs } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import type { WebPush } from '../../gateways/web-push.ts';
import { planDelivery } from './delivery-plan.ts';
import { loadSettingsOf } from './recipient-settings.ts';

const TARGETS = {
  name: 'call-push-targets',
  text: 'select id, endpoint, p256dh, auth from push_subscriptions where id = any($1::uuid[])',
};
const FORGET = { name: 'call-push-gone', text: 'delete from push_subscriptions where id = $1' };

interface TargetRow {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A call that rings on no device of the callee. */
interface UnreachedCall {
  id: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  caller: { userId: string; name: string };
  callee: { userId: string };
}

/** What sends the pushes of calls. */
interface CallPushDeps {
  pool: Pool;
  push: Pick<WebPush, 'send'>;
  log: Logger;
}

/**
 * Notifies the browsers of a callee of a call that rings nowhere, unless they have turned the pushes of missed calls
 * off. Sent at once and once: after the call it is worthless, and the notification of the missed call replaces it.
 */
export async function pushIncomingCall({ pool, push, log }: CallPushDeps, call: UnreachedCall): Promise<void> {
  const { caller, callee } = call;
  const [settings] = await loadSettingsOf(pool, [{ userId: callee.userId, actorId: caller.userId }]);
  if (!settings || planDelivery('missed-call', settings, databaseNow())?.isPushed !== true) return;
  const targets = await read<TargetRow>(pool, TARGETS, [settings.subscriptionIds]);
  const message = {
    id: call.id,
    title: 'Incoming call',
    body: `${caller.name} is calling you`,
    path: `/chat?with=${caller.userId}`,
    tag: `missed-call:${caller.userId}`,
    isAlert: true,
  };
  const ttlMs = Math.max(0, call.createdAt + CALL_LIMITS.ringMs - databaseNowMs());
  await Promise.all(
    targets.map(async ({ id, endpoint, p256dh, auth }) => {
      try {
        const target = { endpoint, keys: { p256dh, auth } };
        const outcome = await push.send(target, message, { isUrgent: true, ttlMs });
        if (outcome === 'gone') await read(pool, FORGET, [id]);
      } catch (error) {
        log.info({ err: error, userId: callee.userId }, 'a push of a call could not be sent');
      }
    }),
  );
}
