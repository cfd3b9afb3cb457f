import { createHmac } from 'node:crypto';
import { query, type Pool } from '../db/pool.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { IDEMPOTENCY_RETENTION_MS, REQUEST_LIMITS } from '#shared/limits.ts';
import { transact } from '../db/transact.ts';
import { AppError } from './app-error.ts';

/** Identifies a creating request and its repeats. */
export interface IdempotentRequest {
  /** Sessions whose keys apply: the current one first, then the one before sign-in. */
  scopes: readonly string[];
  /**
   * The user of the request; null at a public endpoint. Of the session before sign-in only public requests apply, so
   * that no user gets another user's response.
   */
  userId: string | null;
  key: string;
  method: string;
  path: string;
  body: unknown;
  /** Key of the hash of the body: a body may contain a password, whose plain hash would be easy to guess. */
  secret: string;
}

/** How long a second request with the same key waits for the first, before 409; shorter than a statement may run. */
const WAIT = '2s';

interface StoredResponse {
  scope: string;
  method: string;
  path: string;
  body_hash: string;
  status: number;
  body: unknown;
}

/** Reads the Idempotency-Key header. @throws AppError VALIDATION for one that is too long or not printable. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (
    typeof header !== 'string' ||
    !/^[\x21-\x7e]+$/.test(header) ||
    header.length > REQUEST_LIMITS.idempotencyKeyMaxChars
  ) {
    throw new AppError(
      'VALIDATION',
      `Idempotency-Key is up to ${REQUEST_LIMITS.idempotencyKeyMaxChars} printable characters`,
    );
  }
  return header;
}

/**
 * Runs a creating request once per key. The key, the write and its response are committed together, so a crash leaves
 * all or nothing, and a repeat gets the first response.
 *
 * @throws AppError IDEMPOTENCY_KEY_REUSED for another body, IDEMPOTENCY_IN_PROGRESS while the first still runs.
 */
export async function runOnce(
  em: EntityManager,
  request: IdempotentRequest,
  run: (tx: EntityManager) => Promise<{ status: number; body: unknown }>,
): Promise<{ status: number; body: unknown; isReplay: boolean }> {
  const scope = request.scopes[0] ?? '';
  return transact(em, async (tx) => {
    const sql = tx.getConnection();
    const trx = tx.getTransactionContext();
    await lockKey(tx, `${request.scopes.at(-1)}:${request.key}`);
    const [stored] = await sql.execute<StoredResponse[]>(
      `select scope, method, path, body_hash, status, body from idempotency_keys
        where scope in (${request.scopes.map(() => '?').join(', ')}) and key = ? and expires_at > now() limit 1`,
      [...request.scopes, request.key],
      'all',
      trx,
    );
    if (stored) return replay(stored, request);
    const response = await run(tx);
    await sql.execute(
      `insert into idempotency_keys (scope, key, method, path, body_hash, status, body, created_at, expires_at)
        values (?, ?, ?, ?, ?, ?, ?, now(), now() + ? * interval '1 millisecond')
        on conflict (scope, key) do update set method = excluded.method, path = excluded.path,
          body_hash = excluded.body_hash,
          status = excluded.status, body = excluded.body, created_at = excluded.created_at,
            expires_at = excluded.expires_at`,
      [
        scope,
        request.key,
        request.method,
        request.path,
        hashOf(request, request.userId),
        response.status,
        JSON.stringify(response.body ?? null),
        IDEMPOTENCY_RETENTION_MS,
      ],
      'run',
      trx,
    );
    return { ...response, isReplay: false };
  });
}

async function lockKey(tx: EntityManager, key: string): Promise<void> {
  const sql = tx.getConnection();
  const trx = tx.getTransactionContext();
  await sql.execute(`set local lock_timeout = '${WAIT}'`, [], 'run', trx);
  try {
    await sql.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [key], 'run', trx);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '55P03') {
      throw new AppError('IDEMPOTENCY_IN_PROGRESS', 'This is still being saved. Please wait a moment.');
    }
    throw error;
  }
}

function hashOf({ secret, body }: IdempotentRequest, userId: string | null): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([userId, body ?? null]))
    .digest('hex');
}

function replay(stored: StoredResponse, request: IdempotentRequest) {
  const bodyHash = hashOf(request, stored.scope === request.scopes[0] ? request.userId : null);
  if (stored.method !== request.method || stored.path !== request.path || stored.body_hash !== bodyHash) {
    throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request');
  }
  return { status: stored.status, body: stored.body, isReplay: true };
}

const DELETE_EXPIRED = {
  name: 'idempotency-delete-expired',
  text: 'delete from idempotency_keys where expires_at < now()',
};

/** Deletes the stored responses that have expired; runs periodically. */
export async function deleteExpiredKeys(pool: Pool): Promise<void> {
  await query(pool, DELETE_EXPIRED, []);
}
