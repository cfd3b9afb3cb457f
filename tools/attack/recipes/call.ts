import type { EndpointInput } from '#shared/api/endpoint.ts';
import type { IdentityName } from '../identities.ts';
import type { RecordIds } from '../records.ts';

/** One hostile call of an endpoint. */
export interface Call extends EndpointInput {
  form?: FormData;
  headers?: Record<string, string>;
  /** The identities that may get a success; none when omitted. */
  open?: readonly IdentityName[];
  /** What a success may change in the rows of the victims; see `isAllowed`. */
  changes?: readonly string[];
  /** Identities that do not send it, because they rightly could and would end what the others attack. */
  except?: readonly IdentityName[];
}

/** What a recipe needs to know of a victim. */
export interface Target {
  username: string;
  email: string;
  ids: RecordIds;
}

/** Returns the calls of an endpoint that attack a victim; `other` is the other victim. */
export type Recipe = (victim: Target, other: Target) => readonly Call[];

/** An id of no record. */
export const NO_ID = '0190a7c2-0000-7000-8000-000000000000';
/** A password that no account has. */
export const WRONG_PASSWORD = 'not the password of anyone';

/** A recipe of one call with these identities, about nothing of a victim. */
export function own(open: readonly IdentityName[], ...calls: readonly Call[]): Recipe {
  return () => (calls.length === 0 ? [{}] : calls).map((call) => ({ open, ...call }));
}

/** A recipe of calls that name a record of the victim as `id`. */
export function about(name: keyof RecordIds, call: Call = {}): Recipe {
  return ({ ids }) => [{ params: { id: ids[name] }, ...call }];
}

/** A recipe that adds fields to a body which no caller may set. */
export function withForeignFields(body: object): Recipe {
  return ({ ids }) => [
    { body: { ...body, userId: ids.user } },
    { body: { ...body, id: ids.user, ownerId: ids.user, role: 'institution' } },
  ];
}

/** Joins recipes of one endpoint. */
export function all(...recipes: readonly Recipe[]): Recipe {
  return (victim, other) => recipes.flatMap((recipe) => recipe(victim, other));
}
