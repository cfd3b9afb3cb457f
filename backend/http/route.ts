import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request, Response } from 'express';
import type { Pool } from 'pg';
import type * as z from 'zod/mini';
import type { Endpoint, EndpointInput } from '#shared/api/endpoint.ts';
import type { Identity } from './identity.ts';
import type { Page } from './page.ts';

/** Schemas of an endpoint's three inputs; a part without a schema must be empty. */
export interface RouteSchemas {
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
}

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.infer<Schema> : Record<never, never>;

/** What a handler gets: parsed inputs, the caller and the database. */
export interface RouteContext<Schemas extends RouteSchemas = RouteSchemas> {
  params: Parsed<Schemas['params']>;
  query: Parsed<Schemas['query']>;
  body: Parsed<Schemas['body']>;
  /** The caller, or null at a public endpoint. */
  identity: Identity | null;
  /** A fork of this request; on a creating POST it stands inside the request's one transaction (see idempotency.ts). */
  em: EntityManager;
  /** The plain pool for hot reads. */
  pool: Pool;
  req: Request;
  res: Response;
  /** What the route's `prepare` answered. */
  prepared?: unknown;
}

/** The context of an endpoint that is not public. */
export type SignedInContext<Schemas extends RouteSchemas = RouteSchemas> = RouteContext<Schemas> & {
  identity: Identity;
};

/** One endpoint with its schemas and its handler; what `app.ts` lists. */
export interface Route {
  endpoint: Endpoint;
  schemas: RouteSchemas;
  handle: (context: RouteContext) => Promise<unknown>;
  /**
   * Runs before the transaction of a creating POST, for slow work that must not hold one of its few connections; on a
   * repeat as well.
   */
  prepare?: (context: RouteContext) => Promise<unknown>;
  /** Status of a creating POST by its answer; 201 without it. */
  statusOf?: (answer: unknown) => number;
  /** Runs after a creating POST has committed, again on a replayed answer (sign-in after registration). */
  afterCommit?: (context: RouteContext, answer: unknown) => Promise<void>;
}

type Answer<E> = E extends { isPage?: boolean } & Endpoint<EndpointInput, infer Output>
  ? Output extends readonly (infer Item)[]
    ? Page<Item> | Output
    : Output
  : never;

/**
 * Joins an endpoint of the contract, its schemas and a handler. The handler returns the output, a page for a list, or
 * undefined for 204; a POST answers 201 when the endpoint creates (it can fail with IDEMPOTENCY_*), else 200.
 */
export function route<E extends Endpoint, Schemas extends RouteSchemas>(
  endpoint: E,
  schemas: Schemas,
  handle: (context: SignedInContext<Schemas>) => Promise<Answer<E>>,
): Route {
  // The router checks `who` and parses by `schemas` before the handler runs, which makes the narrower context true.
  return { endpoint, schemas, handle: handle as unknown as Route['handle'] };
}

/** True for a creating POST, which needs an Idempotency-Key to be safe to repeat (decision 20). */
export function isCreating(endpoint: Endpoint): boolean {
  return endpoint.method === 'POST' && endpoint.errors.includes('IDEMPOTENCY_IN_PROGRESS');
}
