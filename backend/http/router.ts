import type { EntityManager } from '@mikro-orm/postgresql';
import { Router, type Request, type Response } from 'express';
import type { Pool } from 'pg';
import type * as z from 'zod/mini';
import type { Endpoint, InputSchemas } from '#shared/api/endpoint.ts';
import { transact } from '../db/transact.ts';
import { AppError } from './app-error.ts';
import { refuseUnstorable } from './body.ts';
import { readIdempotencyKey, runOnce } from './idempotency.ts';
import { checkWho, type Identity } from './identity.ts';
import { writePageHeaders, type Page } from './page.ts';
import {
  RESPONDED,
  WithStatus,
  type AnyContext,
  type BaseDeps,
  type ParsedInputs,
  type RequestContext,
  type Route,
} from './route.ts';
import { sessionIdOf } from './session-cookie.ts';
import { takeUpload } from './uploads.ts';

/** Dependencies of the router. */
export interface RouterDeps {
  forkEm: () => EntityManager;
  pool: Pool;
  /** HMAC key of the stored hashes of request bodies. */
  secret: string;
}

interface Outcome {
  status: number;
  body: unknown;
}

/** One request at a route. */
interface Exchange<Deps> {
  route: Route<Deps>;
  router: RouterDeps;
  context: RequestContext<Deps>;
}

/**
 * Mounts a list of routes. Each checks who calls, parses the inputs, counts the rate limit, runs the handler and
 * responds; `deps` are passed to the handlers.
 */
export function createRouter<Deps extends BaseDeps>(
  list: readonly Route<Deps>[],
  router: RouterDeps,
  deps: Deps,
): Router {
  const mounted = Router();
  for (const route of list) {
    const method = route.endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    mounted[method](route.endpoint.path, (req, res) =>
      receive({ route, router, context: { pool: router.pool, deps, req, res } }),
    );
  }
  return mounted;
}

async function receive<Deps extends BaseDeps>(exchange: Exchange<Deps>): Promise<void> {
  const { route, context } = exchange;
  const { req, res } = context;
  checkWho(route.endpoint.who, identityOf(req));
  if (!route.endpoint.isUpload) return respond(exchange);
  await consumeLimit(exchange);
  await takeUpload({ req, res, from: callerOf(req) }, () => respond(exchange));
}

function identityOf(req: Request): Identity | null {
  return req.session?.identity ?? null;
}

function callerOf(req: Request): string {
  return identityOf(req)?.id ?? req.ip ?? 'unknown';
}

async function consumeLimit<Deps extends BaseDeps>({ route, context: { deps, req } }: Exchange<Deps>): Promise<void> {
  const { limit } = route.endpoint;
  if (limit) await deps.limits.consume(limit, callerOf(req));
}

async function respond<Deps extends BaseDeps>(exchange: Exchange<Deps>): Promise<void> {
  const { route, router, context } = exchange;
  const { endpoint, handler } = route;
  const known = { ...context, ...parseInputs(route.schemas, context.req), identity: identityOf(context.req) };
  if (endpoint.isIdempotent || typeof handler !== 'function') return create(exchange, known);
  await consumeLimit(exchange);
  let em: EntityManager | undefined;
  const result = await handler({
    ...known,
    // Most reads use only the pool and need no fork.
    get em() {
      return (em ??= router.forkEm());
    },
  });
  if (result !== RESPONDED) send(endpoint, context, toResponse(endpoint, result));
}

async function create<Deps extends BaseDeps>(exchange: Exchange<Deps>, known: AnyContext<Deps>): Promise<void> {
  const { route, router, context } = exchange;
  const { handler } = route;
  const { req } = context;
  const key = readIdempotencyKey(req.headers['idempotency-key']);
  const em = router.forkEm();
  const { prepare, afterCommit } =
    typeof handler === 'function'
      ? { prepare: async () => (tx: EntityManager) => handler({ ...known, tx }), afterCommit: undefined }
      : handler;
  const work = await prepare({ ...known, em });
  const run = async (tx: EntityManager) => {
    // The limit of an upload is counted before its body is read.
    if (!route.endpoint.isUpload) await consumeLimit(exchange);
    return toResponse(route.endpoint, await work(tx));
  };
  const { previousId } = req.session;
  const scopes = [sessionIdOf(req.sessionID), ...(previousId ? [previousId] : [])];
  const request = {
    scopes,
    userId: route.endpoint.who === 'public' ? null : (known.identity?.id ?? null),
    key: key ?? '',
    method: req.method,
    path: req.path,
    body: [req.query, bodyToHash(req)],
    secret: router.secret,
  };
  const result = key === null ? await transact(em, run) : await runOnce(em, request, run);
  await afterCommit?.(known, result.body);
  send(route.endpoint, context, result);
}

function bodyToHash(req: Request): unknown {
  return req.upload ? { sha256: req.upload.sha256, name: req.upload.name } : req.body;
}

function toResponse({ isIdempotent, status }: Endpoint, result: unknown): Outcome {
  if (result instanceof WithStatus) return { status: result.status, body: result.output };
  return { status: status ?? (isIdempotent ? 201 : 200), body: result };
}

function send(endpoint: Endpoint, { req, res }: { req: Request; res: Response }, { status, body }: Outcome): void {
  res.setHeader('Cache-Control', 'no-store');
  if (body === undefined) {
    res.status(204).end();
    return;
  }
  res.status(status);
  if (endpoint.isPage) {
    const { items, nextCursor } = body as Page<unknown>;
    writePageHeaders(res, req.originalUrl, nextCursor);
    res.json(items);
    return;
  }
  res.json(body);
}

function parseInputs({ params, query, body }: InputSchemas, req: Request): ParsedInputs {
  try {
    refuseUnstorable(req.query);
    refuseUnstorable(req.body);
    return { params: parse(params, req.params), query: parse(query, req.query), body: parse(body, req.body) };
  } catch (error) {
    // An invalid id is the id of a missing record.
    if (params && error instanceof AppError && !params.safeParse(req.params).success) {
      throw new AppError('NOT_FOUND', 'This is unavailable.');
    }
    throw error;
  }
}

function parse(schema: z.ZodMiniType | undefined, input: unknown): Record<never, never> {
  const value = input ?? {};
  if (!schema) {
    const [field] = Object.keys(value);
    if (field === undefined) return {};
    throw new AppError('VALIDATION', 'Validation failed', { errors: { [field]: ['This field is not known'] } });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data as Record<never, never>;
  throw new AppError('VALIDATION', 'Validation failed', { errors: errorsByField(result.error.issues) });
}

function errorsByField(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  const add = (field: string, message: string) => errors.set(field, [...(errors.get(field) ?? []), message]);
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add(key, 'This field is not known');
    else add(issue.path.map(String).join('.') || 'body', issue.message);
  }
  return Object.fromEntries(errors);
}
