import { randomUUID } from 'node:crypto';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import { SECOND_MS } from '#shared/time.ts';
import { query, type Pool } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';

/** How long a lease lasts without renewal, in seconds: after it, another node can take over the upload. */
const LEASE_SECONDS = 8;
/** How long a request waits for the previous one to stop, in milliseconds. */
const WAIT_MS = 10 * SECOND_MS;

const ACQUIRE = {
  name: 'upload-lease-acquire',
  text: `update upload_sessions set lease_by = $2, lease_until = now() + $3 * interval '1 second'
    where id = $1 and (lease_by is null or lease_by = $2 or lease_until < now()) returning id`,
};
const RELEASE = {
  name: 'upload-lease-release',
  text: 'update upload_sessions set lease_by = null, lease_until = null where id = $1 and lease_by = $2',
};

interface Holder {
  requestRelease: RequestRelease;
  released: Promise<void>;
}

/**
 * Creates the lock that lets one request at a time change an upload. Within a node a newer request stops the older one,
 * because a client that retries has lost its first connection. Between nodes a lease in the row decides.
 */
export function createUploadLocker(pool: Pool): Locker {
  const node = randomUUID();
  const holders = new Map<string, Holder>();
  const lease = async (id: string) => (await query(pool, ACQUIRE, [id, node, LEASE_SECONDS])).length > 0;
  return {
    newLock(id): Lock {
      let release: () => void = () => undefined;
      let renewal: NodeJS.Timeout | undefined;
      const unlock = () => {
        clearInterval(renewal);
        holders.delete(id);
        release();
      };
      return {
        async lock(signal, requestRelease) {
          const gaveUp = giveUp(signal);
          // Nothing is awaited between this check and the entry below, so only one of the waiting requests enters.
          for (let holder = holders.get(id); holder; holder = holders.get(id)) {
            await holder.requestRelease();
            await Promise.race([holder.released, gaveUp]);
          }
          holders.set(id, { requestRelease, released: new Promise((resolve) => (release = resolve)) });
          try {
            if (!(await lease(id))) throw busy();
          } catch (error) {
            unlock();
            throw error;
          }
          const renew = () => void lease(id).then((isOurs) => (isOurs ? undefined : requestRelease()), requestRelease);
          renewal = setInterval(renew, (LEASE_SECONDS * SECOND_MS) / 3).unref();
        },
        async unlock() {
          clearInterval(renewal);
          await query(pool, RELEASE, [id, node]).catch(() => undefined);
          unlock();
        },
      };
    },
  };
}

/** Rejects after {@link WAIT_MS}, or when the client has disconnected. */
function giveUp(signal: AbortSignal): Promise<never> {
  const tooLong = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
  const gaveUp = new Promise<never>((_, reject) =>
    tooLong.addEventListener('abort', () => reject(busy()), { once: true }),
  );
  gaveUp.catch(() => undefined);
  return gaveUp;
}

function busy(): AppError {
  return new AppError('WRONG_STATE', 'Another request is changing this upload. Please try again in a moment.');
}
