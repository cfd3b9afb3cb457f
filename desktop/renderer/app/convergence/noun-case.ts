import { type QueryClient } from '@tanstack/react-query';
import { ME, type Routes, type ServerContext } from './simulation.ts';

/** What the actions of a case use: runs a mutation by its name in `useMutations`. */
interface Runner {
  mutate: (name: string, input?: unknown) => void;
}

/** The server's records of one case; each case knows its own. */
export type State = Record<string, unknown>;
/** A record. */
export type Item = { id: string } & Record<string, unknown>;
/** What a handler of the server receives. */
export type Context = ServerContext<State>;

/** A noun with actions of the user, and the server that stores them. */
export interface NounCase {
  /** The folder of the noun. */
  noun: string;
  name: string;
  /** The mutations that the case runs. */
  covers: readonly string[];
  state: () => State;
  routes: Routes<State>;
  /** The queries on screen. */
  queries: () => readonly { queryKey: readonly unknown[] }[];
  useMutations?: () => object;
  actions: readonly ((run: Runner, client: QueryClient) => void)[];
  /** Whether the last change is visible; true from the action on. */
  isShown?: (client: QueryClient) => boolean;
}

/** When the records were made. */
export const AT = '2026-11-22T10:00:00.000Z';
/** The other member. */
export const BEN = { ...ME, id: 'ben', fullName: 'Ben Adu', username: 'ben' };
/** Returns the records of a name. */
export const list = (state: State, name: string): Item[] => state[name] as Item[];
/** Returns the record of a name. */
export const record = (state: State, name: string): Item => state[name] as Item;
/** Returns a part of a path, such as an id. */
export const idOf = (path: string, at: number): string => path.split('/')[at] ?? '';
/** Returns a record by its id. */
export function find(state: State, name: string, id: string): Item {
  const found = list(state, name).find((item) => item.id === id);
  if (!found) throw new Error(`no ${name} ${id}`);
  return found;
}
/** Removes a record by its id. */
export function remove(state: State, name: string, id: string): void {
  state[name] = list(state, name).filter((item) => item.id !== id);
}
/** The view of a push: without the viewer block. */
export function publicOf({ viewer: _viewer, ...view }: Item): object {
  return view;
}
/** The view of a push with counters alone. */
export function countersOf(item: Item, fields: readonly string[]): object {
  return Object.fromEntries(['id', ...fields].map((field) => [field, item[field]]));
}
/** Returns the viewer block of a record. */
export const viewerOf = (item: Item): Record<string, unknown> => item['viewer'] as Record<string, unknown>;
/** Returns the pages or the record that a query has cached. */
export const cached = (client: QueryClient, query: { queryKey: readonly unknown[] }): string =>
  JSON.stringify(client.getQueryData(query.queryKey) ?? '');
