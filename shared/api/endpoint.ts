import type { ErrorCode } from '../errors.ts';

/** The four roles. Source: spec section 6. */
export const ROLES = ['student', 'teacher', 'institution', 'creator'] as const;
/** One of the four roles. */
export type Role = (typeof ROLES)[number];

/**
 * Who may call an endpoint, before any look at the record it names: `public` anyone; `signedIn` any of the four roles;
 * `member` student, teacher and institution. Ownership of a record is the access functions' concern and shows in
 * `errors` as NOT_OWNER.
 */
export type Who = 'public' | 'signedIn' | 'member';

/** What a call carries: path parameters, query and body; a part left out is not sent. */
export interface EndpointInput {
  params?: Record<string, string>;
  query?: object;
  body?: object;
}

/** One endpoint. `Input` and `Output` exist for types only; `path` names parameters as `:id`. */
export interface Endpoint<Input extends EndpointInput = EndpointInput, Output = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly who: Who;
  /**
   * Codes this endpoint answers with beside the general ones (VALIDATION, UNAUTHENTICATED, ROLE_FORBIDDEN,
   * CSRF_INVALID, RATE_LIMITED, UNAVAILABLE, INTERNAL).
   */
  readonly errors: readonly ErrorCode[];
  /** True for a list: the answer is a keyset page with Link and X-Next-Cursor. */
  readonly isPage?: boolean;
  /** True for a multipart upload, which the generic JSON client does not send. */
  readonly isUpload?: boolean;
  readonly types?: { input: Input; output: Output };
}

/** The input of an endpoint. */
export type InputOf<E> = E extends Endpoint<infer Input, unknown> ? Input : never;
/** The output of an endpoint; for a page, the array. */
export type OutputOf<E> = E extends Endpoint<EndpointInput, infer Output> ? Output : never;

/** Declares an endpoint with its types: `endpoint<Input, Output>({...})`. */
export function endpoint<Input extends EndpointInput, Output>(
  declared: Omit<Endpoint<Input, Output>, 'types'>,
): Endpoint<Input, Output> {
  return declared;
}

/** Query of a keyset page: an opaque cursor and a number of items. */
export interface PageQuery {
  cursor?: string;
  limit?: number;
}
