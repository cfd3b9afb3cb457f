import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request, Response } from 'express';
import type { Pool, PoolClient } from 'pg';
import type * as z from 'zod/mini';
import type { Endpoint, EndpointSchemas, InputSchemas, OutputOf } from '#shared/api/endpoint.ts';
import type { Identity } from './identity.ts';
import type { Page } from './page.ts';
import type { RateLimits } from './rate-limits.ts';

/** Dependencies of every handler; a noun with more of them declares them with {@link routesWith}. */
export interface BaseDeps {
  limits: RateLimits;
}

/** Returned by a handler that has written the response itself. */
export const RESPONDED = Symbol('responded');

/** An output with the status of its response, for an endpoint that has more than one. */
export class WithStatus<Output> {
  readonly status: 200 | 201 | 202;
  readonly output: Output;

  constructor(status: 200 | 201 | 202, output: Output) {
    this.status = status;
    this.output = output;
  }
}

/** What every handler receives beside the inputs and the database's entity manager. */
export interface RequestContext<Deps> {
  /** The pool for hot reads. */
  pool: Pool;
  deps: Deps;
  req: Request;
  res: Response;
}

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.infer<Schema> : Record<never, never>;
type PartOf<Schemas, Part extends keyof InputSchemas> = Part extends keyof Schemas ? Schemas[Part] : undefined;

/** Request, dependencies, parsed inputs and the caller, who is null only where `who` is public. */
type Context<E, Schemas, Deps = BaseDeps> = RequestContext<Deps> & {
  params: Parsed<PartOf<Schemas, 'params'>>;
  query: Parsed<PartOf<Schemas, 'query'>>;
  body: Parsed<PartOf<Schemas, 'body'>>;
  identity: E extends { readonly who: 'public' } ? Identity | null : Identity;
};

/** A fork of the entity manager for this request, without a transaction. */
interface OutsideTransaction {
  em: EntityManager;
}
/** The entity manager inside the one transaction of a write. */
interface InsideTransaction {
  tx: EntityManager;
}
/** A connection of the pool inside the one transaction of a write. */
interface InsidePoolTransaction {
  client: PoolClient;
}

type PageOf<Output> = Output extends readonly (infer Item)[] ? Page<Item> : never;
type Result<E> = E extends { readonly isPage: true } ? PageOf<OutputOf<E>> : OutputOf<E>;
type Returned<E> = Promise<Result<E> | WithStatus<Result<E>> | typeof RESPONDED>;

/**
 * Handles a write in steps. `prepare` runs before the transaction, for slow work that must not hold a connection and
 * for what remains when the write fails; it returns what runs inside the transaction. A repeat of a completed write
 * skips both. `afterCommit` runs last, for a repeat as well.
 */
interface Steps<E, Schemas, Deps> {
  prepare: (context: Context<E, Schemas, Deps> & OutsideTransaction) => Promise<(tx: EntityManager) => Returned<E>>;
  afterCommit?: (context: Context<E, Schemas, Deps>, output: OutputOf<E>) => Promise<void>;
}

/** Handles a write by plain statements, in a transaction on a connection of the pool. */
interface OnPool<E, Schemas, Deps> {
  onPool: (context: Context<E, Schemas, Deps> & InsidePoolTransaction) => Returned<E>;
}

type IsOutside<E> = E extends { readonly method: 'GET' } | { readonly isRepeatable: true } ? true : false;

type Handler<E, Schemas, Deps> =
  IsOutside<E> extends true
    ? (context: Context<E, Schemas, Deps> & OutsideTransaction) => Returned<E>
    :
        | ((context: Context<E, Schemas, Deps> & InsideTransaction) => Returned<E>)
        | Steps<E, Schemas, Deps>
        | OnPool<E, Schemas, Deps>;

type Handlers<Table, Schemas, Deps> = {
  [Name in keyof Table]: Handler<Table[Name], Name extends keyof Schemas ? Schemas[Name] : undefined, Deps>;
};

/** Inputs of a request as the schemas parsed them. */
export interface ParsedInputs {
  params: object;
  query: object;
  body: object;
}
/** A context with inputs of unknown types. */
export type AnyContext<Deps> = RequestContext<Deps> & ParsedInputs & { identity: Identity | null };

/** Handles a read, or a write that is repeatable by itself. */
export type ReadHandler<Deps> = (context: AnyContext<Deps> & OutsideTransaction) => Promise<unknown>;

/** One endpoint with its schemas and its handler. */
export interface Route<Deps = BaseDeps> {
  endpoint: Endpoint;
  schemas: InputSchemas;
  handler:
    | ((context: AnyContext<Deps> & Partial<OutsideTransaction & InsideTransaction>) => Promise<unknown>)
    | {
        prepare: (context: AnyContext<Deps> & OutsideTransaction) => Promise<(tx: EntityManager) => Promise<unknown>>;
        afterCommit?: (context: AnyContext<Deps>, output: unknown) => Promise<void>;
      }
    | { onPool: (context: AnyContext<Deps> & InsidePoolTransaction) => Promise<unknown> };
}

/**
 * Joins a noun's endpoints, their schemas and a handler for each. A handler returns the output, a page for a list, or
 * nothing for 204. Express matches routes in the order of the handlers.
 */
export function routes<Table extends Readonly<Record<string, Endpoint>>, Schemas extends EndpointSchemas>(
  table: Table,
  schemas: Schemas,
  handlers: Handlers<Table, Schemas, BaseDeps>,
): Route[] {
  return routesWith<BaseDeps>()(table, schemas, handlers);
}

/** Like {@link routes}, for handlers with more dependencies: `routesWith<Deps>()(endpoints, schemas, handlers)`. */
export function routesWith<Deps>() {
  return <Table extends Readonly<Record<string, Endpoint>>, Schemas extends EndpointSchemas>(
    table: Table,
    schemas: Schemas,
    handlers: Handlers<Table, Schemas, Deps & BaseDeps>,
  ): Route<Deps & BaseDeps>[] =>
    // The router checks `who` and parses by the schemas before a handler runs, which makes its narrower context true.
    Object.entries(handlers as unknown as Record<string, Route<Deps & BaseDeps>['handler']>).flatMap(
      ([name, handler]) => {
        const endpoint = table[name];
        return endpoint ? [{ endpoint, schemas: schemas[name] ?? {}, handler }] : [];
      },
    );
}
