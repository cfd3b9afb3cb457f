import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request, RequestHandler } from 'express';
import type { Pool, PoolClient } from 'pg';
import type { Endpoint, Role } from '#shared/api/endpoint.ts';
import { transact, transactOnPool } from '../db/transact.ts';
import {
  readIdempotencyKey,
  type IdempotencyKeys,
  type IdempotentRequest,
  type StoredResponse,
} from './idempotency.ts';
import type { Identity } from './identity.ts';
import { checkUnconfirmed } from './rate-limits.ts';
import { WithStatus, type AnyContext, type BaseDeps, type RequestContext, type Route } from './route.ts';
import { sessionIdOf } from './session-cookie.ts';

/** Dependencies of the router. */
export interface RouterDeps {
  forkEm: () => EntityManager;
  pool: Pool;
  keys: IdempotencyKeys;
  /** Roles that must have two-factor sign-in. */
  twoFactorRoles: readonly Role[];
  /** Compresses a response; undefined where a proxy does. */
  compress?: RequestHandler | undefined;
}

/** One request at a route. */
export interface Exchange<Deps> {
  route: Route<Deps>;
  router: RouterDeps;
  context: RequestContext<Deps>;
}

/** Returns the signed-in user of a request. */
export function identityOf(req: Request): Identity | null {
  return req.session?.identity ?? null;
}

/** Returns whose requests are counted: a signed-in user or an address. */
function callerOf(req: Request): string {
  return identityOf(req)?.id ?? req.ip ?? 'unknown';
}

/** Counts a request against the limit of its endpoint. @throws AppError RATE_LIMITED, NOT_ALLOWED. */
export async function consumeLimit<Deps extends BaseDeps>({
  route,
  context: { deps, req },
}: Exchange<Deps>): Promise<void> {
  const { limit, untilConfirmed } = route.endpoint;
  const identity = identityOf(req);
  if (limit) await deps.limits.consume(limit, callerOf(req));
  if (identity && untilConfirmed) await checkUnconfirmed(deps.limits, identity, untilConfirmed);
}

/** Returns whether an endpoint runs in a transaction, once per Idempotency-Key. */
export function isWrite({ method, isRepeatable }: Endpoint): boolean {
  return method !== 'GET' && !isRepeatable;
}

/** Adds the status to the output of a handler. */
export function toResponse({ status }: Endpoint, output: unknown): StoredResponse {
  if (output instanceof WithStatus) return { status: output.status, body: output.output };
  return { status: status ?? 200, body: output };
}

/** Carries out a write in one transaction, once per Idempotency-Key, and returns its response. */
export async function write<Deps extends BaseDeps>(
  exchange: Exchange<Deps>,
  known: AnyContext<Deps>,
): Promise<StoredResponse> {
  const { handler } = exchange.route;
  const request = idempotentRequest(exchange);
  if (typeof handler === 'function') return runOnOrm(exchange, request, (tx) => handler({ ...known, tx }));
  if ('onPool' in handler) return runOnPool(exchange, request, (client) => handler.onPool({ ...known, client }));
  const { keys, pool, forkEm } = exchange.router;
  const find = async (): Promise<StoredResponse | null> => request && keys.find(pool, request);
  const carryOut = async (): Promise<StoredResponse> => {
    const work = await handler.prepare({ ...known, em: forkEm() });
    return runOnOrm(exchange, request, work);
  };
  const response =
    (await find()) ??
    (await carryOut().catch(async (error: unknown) => {
      // The first attempt may have been committed meanwhile, so that the preparation of the repeat fails.
      const stored = await find();
      if (!stored) throw error;
      return stored;
    }));
  await handler.afterCommit?.(known, response.body);
  return response;
}

/**
 * Finds the response to a request that has ended its session: its repeat comes without a user. Returns null for every
 * other request.
 */
export async function findRepeatOfEnd<Deps extends BaseDeps>(exchange: Exchange<Deps>): Promise<StoredResponse | null> {
  const { route, router, context } = exchange;
  if (!route.endpoint.endsSession || identityOf(context.req)) return null;
  const request = idempotentRequest(exchange);
  const stored = request && (await router.keys.find(router.pool, request));
  if (!stored) return null;
  const known = { ...context, params: {}, query: {}, body: {}, identity: null };
  if (typeof route.handler === 'object' && 'prepare' in route.handler)
    await route.handler.afterCommit?.(known, stored.body);
  return stored;
}

function runOnOrm<Deps extends BaseDeps>(
  exchange: Exchange<Deps>,
  request: IdempotentRequest | null,
  work: (tx: EntityManager) => Promise<unknown>,
): Promise<StoredResponse> {
  return transact(exchange.router.forkEm(), (tx) => once(exchange, { tx, request, run: () => work(tx) }));
}

function runOnPool<Deps extends BaseDeps>(
  exchange: Exchange<Deps>,
  request: IdempotentRequest | null,
  work: (client: PoolClient) => Promise<unknown>,
): Promise<StoredResponse> {
  return transactOnPool(exchange.router.pool, (client) =>
    once(exchange, { tx: client, request, run: () => work(client) }),
  );
}

async function once<Deps extends BaseDeps>(
  exchange: Exchange<Deps>,
  {
    tx,
    request,
    run,
  }: { tx: EntityManager | PoolClient; request: IdempotentRequest | null; run: () => Promise<unknown> },
): Promise<StoredResponse> {
  const { route, router } = exchange;
  const first = async (): Promise<StoredResponse> => {
    // The limit of an upload is counted before its body is read.
    if (!route.endpoint.isUpload) await consumeLimit(exchange);
    return toResponse(route.endpoint, await run());
  };
  return request ? router.keys.runOnce(tx, request, first) : first();
}

/** Returns what identifies the request and its repeats; null without an Idempotency-Key. */
function idempotentRequest<Deps>({ route, context: { req } }: Exchange<Deps>): IdempotentRequest | null {
  const key = readIdempotencyKey(req.headers['idempotency-key']);
  if (key === null) return null;
  const { who, endsSession } = route.endpoint;
  const { previousId } = req.session;
  return {
    scopes: [sessionIdOf(req.sessionID), ...(who === 'public' && previousId ? [previousId] : [])],
    userId: who === 'public' || endsSession ? null : (identityOf(req)?.id ?? null),
    key,
    method: req.method,
    path: req.path,
    body: [req.query, bodyToHash(req), req.headers['if-match'] ?? null],
  };
}

function bodyToHash(req: Request): unknown {
  return req.upload ? { sha256: req.upload.sha256, name: req.upload.name } : req.body;
}
