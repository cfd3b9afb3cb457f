import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import { IDEMPOTENCY_RETENTION_MS, REQUEST_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../db/pool.ts';
import { read, type Reader } from '../db/read.ts';
import { LastStatement, transactionOf } from '../db/transact.ts';
import type { SecretBox } from '../gateways/secret-box.ts';
import { AppError } from './app-error.ts';
import type { RateLimits } from './rate-limits.ts';

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];
/** Responses from this size on are compressed, in bytes. */
const COMPRESS_FROM_BYTES = 1_024;
/** The first byte of gzip (RFC 1952); no JSON starts with it. */
const GZIP_FIRST_BYTE = 0x1f;
/** Stored responses up to this size are not counted, so that no limit keeps a member from, say, a sign-out. */
const UNCOUNTED_BYTES = 512;

/** Identifies a write and its repeats. */
export interface IdempotentRequest {
  /** Sessions whose keys apply: the current one first, then, at a public endpoint, the one before sign-in. */
  scopes: readonly string[];
  /** The user of the request; null at an endpoint whose repeat may have no user: a public one, or the sign-out. */
  userId: string | null;
  key: string;
  method: string;
  path: string;
  body: unknown;
}

/** A response as the router sends it. */
export interface StoredResponse {
  status: number;
  body: unknown;
}

interface KeyRow {
  scope: string;
  method: string;
  path: string;
  body_hash: string;
  status: number;
  body: Buffer | null;
}

/**
 * Reserves a key in the running transaction; a repeat that runs at the same time waits here for the end of the first.
 */
const CLAIM = {
  name: 'idempotency-claim',
  text: `insert into idempotency_keys (scope, key, method, path, body_hash, created_at, expires_at)
      values ($1, $2, $3, $4, $5, now(), now() + $6 * interval '1 millisecond')
    on conflict (scope, key) do update set method = excluded.method, path = excluded.path,
        body_hash = excluded.body_hash, status = null, body = null, created_at = excluded.created_at,
        expires_at = excluded.expires_at
      where idempotency_keys.expires_at <= now()
    returning scope`,
};
const STORE = {
  name: 'idempotency-store',
  text: 'update idempotency_keys set status = $3, body = $4 where scope = $1 and key = $2',
};
const FIND = {
  name: 'idempotency-find',
  text: `select scope, method, path, body_hash, status, body from idempotency_keys
    where scope = any($1::uuid[]) and key = $2 and expires_at > now() and status is not null
    order by scope = $3::uuid desc limit 1`,
};

/** Lock timeout and statement timeout: the first request with the key still runs. */
const WAITED_TOO_LONG = new Set(['55P03', '57014']);

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

/** Stores the responses of writes by Idempotency-Key. */
export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>;

/**
 * Creates the store of responses. A response can contain a secret, such as recovery codes, and a body a password: the
 * `box` encrypts the one and hashes the other. The `limits` bound how many bytes are stored for one user.
 */
export function createIdempotencyKeys(
  box: Pick<SecretBox, 'seal' | 'open' | 'digest'>,
  limits: Pick<RateLimits, 'consume'>,
) {
  const hashOf = (body: unknown, userId: string | null): string =>
    box.digest(JSON.stringify(body ?? null), userId ?? '').toString('hex');

  /** Returns the stored response of a request; null when there is none. @throws AppError IDEMPOTENCY_KEY_REUSED. */
  const find = async (reader: Reader, request: IdempotentRequest): Promise<StoredResponse | null> => {
    const [own = ''] = request.scopes;
    const [row] = await read<KeyRow>(reader, FIND, [request.scopes, request.key, own]);
    if (!row) return null;
    const bodyHash = hashOf(request.body, request.userId);
    if (row.method !== request.method || row.path !== request.path || row.body_hash !== bodyHash)
      throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request');
    const body = row.body && (await unpack(box.open(row.body, ownerOf(row.scope, request.key))));
    return { status: row.status, body: body ?? undefined };
  };

  /** Returns a body as it is stored, and counts its size. @throws AppError RATE_LIMITED. */
  const seal = async (body: unknown, owner: string, userId: string | null): Promise<Buffer> => {
    const sealed = box.seal(await pack(body), owner);
    if (userId !== null && sealed.length > UNCOUNTED_BYTES)
      await limits.consume('storedResponseBytes', userId, sealed.length);
    return sealed;
  };

  /**
   * Carries out a request once per key, in the running transaction: the key, the write and its response are committed
   * together, so a crash leaves all or nothing, and a repeat gets the first response.
   *
   * @throws AppError IDEMPOTENCY_KEY_REUSED for another body, IDEMPOTENCY_IN_PROGRESS while the first still runs,
   *   RATE_LIMITED when the responses of the user's writes take too much space.
   */
  const runOnce = async (
    tx: EntityManager | PoolClient,
    request: IdempotentRequest,
    run: () => Promise<StoredResponse>,
  ): Promise<StoredResponse> => {
    const { key, method, path, scopes } = request;
    const [scope = ''] = scopes;
    const earlier = scopes.length > 1 ? await find(tx, request) : null;
    if (earlier) return earlier;
    const bodyHash = hashOf(request.body, request.userId);
    if (!(await claim(tx, [scope, key, method, path, bodyHash, IDEMPOTENCY_RETENTION_MS]))) {
      const stored = await find(tx, request);
      if (stored) return stored;
      throw inProgress();
    }
    const response = await run();
    const { body, status } = response;
    const sealed = body === undefined ? null : await seal(body, ownerOf(scope, key), request.userId);
    // Sent together with the commit; the user logs, which stay locked until then, are the last.
    const stored = new LastStatement(STORE, [scope, key, status, sealed], () => {});
    transactionOf(tx, 'The response of a write').beforeCommit.unshift(() => stored);
    return response;
  };

  return { find, runOnce };
}

async function pack(body: unknown): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(body));
  return json.length < COMPRESS_FROM_BYTES ? json : compress(json);
}

async function unpack(bytes: Buffer): Promise<unknown> {
  return JSON.parse((bytes[0] === GZIP_FIRST_BYTE ? await decompress(bytes) : bytes).toString());
}

function ownerOf(scope: string, key: string): string {
  return `${scope} ${key}`;
}

/** Returns false when the key is in use. */
async function claim(tx: EntityManager | PoolClient, values: readonly unknown[]): Promise<boolean> {
  try {
    return (await read(tx, CLAIM, values)).length > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && WAITED_TOO_LONG.has(String(error.code))) throw inProgress();
    throw error;
  }
}

function inProgress(): AppError {
  return new AppError('IDEMPOTENCY_IN_PROGRESS', 'This is still being saved. Please wait a moment.');
}

const DELETE_EXPIRED = {
  name: 'idempotency-delete-expired',
  text: 'delete from idempotency_keys where expires_at < now()',
};

/** Deletes the stored responses that have expired; runs periodically. */
export async function deleteExpiredKeys(pool: Pool): Promise<void> {
  await query(pool, DELETE_EXPIRED, []);
}
