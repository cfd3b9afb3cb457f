import type { EntityManager } from '@mikro-orm/postgresql';
import { Router, type Request, type RequestHandler } from 'express';
import type * as z from 'zod/mini';
import type { InputSchemas } from '#shared/api/endpoint.ts';
import { AppError } from './app-error.ts';
import { refuseUnstorable } from './body.ts';
import { COMPRESSED_FROM } from './compression.ts';
import { checkFetchMetadata } from './csrf.ts';
import { claimOf } from './fair-places.ts';
import type { StoredResponse } from './idempotency.ts';
import { checkWho } from './identity.ts';
import { writePageHeaders, type Page } from './page.ts';
import { RESPONDED, type BaseDeps, type ParsedInputs, type ReadHandler, type Route } from './route.ts';
import { takeUpload } from './uploads.ts';
import {
  consumeLimit,
  findRepeatOfEnd,
  identityOf,
  isWrite,
  toResponse,
  write,
  type Exchange,
  type RouterDeps,
} from './write.ts';

/**
 * Mounts a list of routes. Each checks who calls, parses the inputs, counts the rate limit, runs the handler and
 * responds; `deps` are passed to the handlers. Routes with the same first folder share a router, because Express tests
 * the path against each route of a router in turn.
 */
export function createRouter<Deps extends BaseDeps>(
  list: readonly Route<Deps>[],
  router: RouterDeps,
  deps: Deps,
): RequestHandler {
  const mounted = new Map<string, Router>();
  for (const route of list) {
    const folder = folderOf(route.endpoint.path);
    const routes = mounted.get(folder) ?? Router();
    mounted.set(folder, routes);
    const method = route.endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    routes[method](route.endpoint.path, (req, res) =>
      receive({ route, router, context: { pool: router.pool, deps, req, res } }),
    );
  }
  return (req, res, next) => {
    const routes = mounted.get(folderOf(req.path));
    if (routes) routes(req, res, next);
    else next();
  };
}

/** Returns `posts` for `/api/posts/1`; Express does not distinguish upper and lower case. */
function folderOf(path: string): string {
  return path.split('/', 3)[2]?.toLowerCase() ?? '';
}

async function receive<Deps extends BaseDeps>(exchange: Exchange<Deps>): Promise<void> {
  const { route, context } = exchange;
  const { req, res } = context;
  checkFetchMetadata(route.endpoint, req);
  const repeated = await findRepeatOfEnd(exchange);
  if (repeated) return send(exchange, repeated);
  checkWho(route.endpoint, identityOf(req), exchange.router.twoFactorRoles);
  if (!route.endpoint.isUpload) return respond(exchange);
  await consumeLimit(exchange);
  await takeUpload({ req, res, claim: claimOf(context.deps.limits, req) }, () => respond(exchange));
}

async function respond<Deps extends BaseDeps>(exchange: Exchange<Deps>): Promise<void> {
  const { route, router, context } = exchange;
  const { endpoint, handler } = route;
  const known = { ...context, ...parseInputs(route.schemas, context.req), identity: identityOf(context.req) };
  if (isWrite(endpoint)) return send(exchange, await write(exchange, known));
  await consumeLimit(exchange);
  let em: EntityManager | undefined;
  const result = await (handler as ReadHandler<Deps>)({
    ...known,
    // Most reads use only the pool and need no fork.
    get em() {
      return (em ??= router.forkEm());
    },
  });
  if (result !== RESPONDED) send(exchange, toResponse(endpoint, result));
}

function send<Deps>({ route, router, context }: Exchange<Deps>, { status, body }: StoredResponse): void {
  const { endpoint } = route;
  const { req, res } = context;
  // An attacker who can have text repeated beside a secret could read the secret from the compressed size (BREACH).
  res.setHeader('Cache-Control', endpoint.hasSecret ? 'no-store, no-transform' : 'no-store');
  if (body === undefined) {
    res.status(204).end();
    return;
  }
  res.status(status);
  if (endpoint.isPage) {
    writePageHeaders(res, req.originalUrl, (body as Page<unknown>).nextCursor);
  }
  const json = endpoint.isPage ? (body as Page<unknown>).items : body;
  const text = JSON.stringify(json);
  const respond = () => res.type('json').send(text);
  // The package writes the headers before the session is stored and its cookie set, which only short responses change.
  if (router.compress && !endpoint.hasSecret && text.length >= COMPRESSED_FROM) router.compress(req, res, respond);
  else respond();
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
