import type { EntityManager } from '@mikro-orm/postgresql';
import { Router, type Request, type Response } from 'express';
import type { Pool } from 'pg';
import type * as z from 'zod/mini';
import { transact } from '../facts.ts';
import { AppError } from './app-error.ts';
import { refuseUnstorable } from './body.ts';
import { readIdempotencyKey, runOnce } from './idempotency.ts';
import { checkWho } from './identity.ts';
import { writePageHeaders, type Page } from './page.ts';
import type { RateLimits } from './rate-limits.ts';
import { isCreating, type Route, type RouteContext } from './route.ts';
import { sessionIdOf } from './session-cookie.ts';
import { takeUpload } from './uploads.ts';

/** What the routes run on. */
export interface RouterDeps {
  forkEm: () => EntityManager;
  pool: Pool;
  limits: RateLimits;
  /** Keys what is kept of request bodies. */
  secret: string;
}

/** Mounts a list of routes: who, inputs, idempotency, handler, answer, in this order for each. */
export function createRouter(routes: readonly Route[], deps: RouterDeps): Router {
  const router = Router();
  for (const route of routes) {
    const method = route.endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    router[method](route.endpoint.path, (req, res) => answer(route, deps, { req, res }));
  }
  return router;
}

async function answer(route: Route, deps: RouterDeps, { req, res }: { req: Request; res: Response }): Promise<void> {
  const identity = req.session?.identity ?? null;
  checkWho(route.endpoint.who, identity);
  if (!route.endpoint.isUpload) return respond(route, deps, { req, res });
  const from = identity?.id ?? req.ip ?? 'unknown';
  await deps.limits.consume('uploads', from);
  await takeUpload({ req, res, from }, () => respond(route, deps, { req, res }));
}

async function respond(route: Route, deps: RouterDeps, { req, res }: { req: Request; res: Response }): Promise<void> {
  let em: EntityManager | undefined;
  const context: RouteContext = {
    ...parseInputs(route, req),
    identity: req.session?.identity ?? null,
    pool: deps.pool,
    req,
    res,
    get em() {
      return (em ??= deps.forkEm());
    },
  };
  if (isCreating(route.endpoint)) return create(route, deps, context);
  send(route, context, await route.handle(context));
}

async function create(route: Route, { secret }: RouterDeps, context: RouteContext): Promise<void> {
  const { req } = context;
  const key = readIdempotencyKey(req.headers['idempotency-key']);
  const prepared = await route.prepare?.(context);
  const run = async (tx: EntityManager) => {
    const inside: RouteContext = Object.defineProperty({ ...context, prepared }, 'em', { value: tx, enumerable: true });
    const body = await route.handle(inside);
    return { status: route.statusOf?.(body) ?? 201, body };
  };
  const { previousId } = req.session;
  const scopes = [sessionIdOf(req.sessionID), ...(previousId ? [previousId] : [])];
  const request = {
    scopes,
    userId: route.endpoint.who === 'public' ? null : (context.identity?.id ?? null),
    key: key ?? '',
    method: req.method,
    path: req.path,
    body: [req.query, bodyToHash(req)],
    secret,
  };
  const result = key === null ? { ...(await transact(context.em, run)) } : await runOnce(context.em, request, run);
  await route.afterCommit?.(context, result.body);
  context.res.status(result.status).setHeader('Cache-Control', 'no-store').json(result.body);
}

function bodyToHash(req: Request): unknown {
  return req.upload ? { sha256: req.upload.sha256, name: req.upload.name } : req.body;
}

function send(route: Route, { req, res }: RouteContext, result: unknown): void {
  if (res.headersSent || res.writableEnded) return;
  res.setHeader('Cache-Control', 'no-store');
  if (result === undefined) {
    res.status(204).end();
    return;
  }
  if (route.endpoint.isPage) {
    const { items, nextCursor } = result as Page<unknown>;
    writePageHeaders(res, req.originalUrl, nextCursor);
    res.json(items);
    return;
  }
  res.json(result);
}

function parseInputs(route: Route, req: Request): Pick<RouteContext, 'params' | 'query' | 'body'> {
  const { params, query, body } = route.schemas;
  try {
    refuseUnstorable(req.query);
    refuseUnstorable(req.body);
    return { params: parse(params, req.params), query: parse(query, req.query), body: parse(body, req.body) };
  } catch (error) {
    // An id that cannot exist names a record that does not exist.
    if (params && error instanceof AppError && !params.safeParse(req.params).success) {
      throw new AppError('NOT_FOUND', 'This does not exist or is not shown to you');
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
