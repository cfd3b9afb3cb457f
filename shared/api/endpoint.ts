import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import type { LimitName } from '../rate-limits.ts';

/** The four roles. */
export const ROLES = ['student', 'teacher', 'institution', 'creator'] as const;
/** One of the four roles. */
export type Role = (typeof ROLES)[number];

/**
 * Who may call an endpoint, before the record that it names is loaded: `public` anyone; `signedIn` any of the four
 * roles; `member` student, teacher and institution; `memberOrAuthor` these, and creators in the classes of their own
 * items, which the access functions check. Access functions check ownership of a record, which `errors` lists as
 * NOT_OWNER.
 */
type Who = 'public' | 'signedIn' | 'member' | 'memberOrAuthor';

/** Inputs of a call: path parameters, query and body; an omitted part is not sent. */
export interface EndpointInput {
  params?: Record<string, string>;
  query?: object;
  body?: object;
}

/** Schemas of an endpoint's three inputs; a part without a schema must be empty. */
export interface InputSchemas {
  readonly params?: z.ZodMiniType<unknown, Record<string, string>>;
  readonly query?: z.ZodMiniType<unknown, object>;
  readonly body?: z.ZodMiniType<unknown, object>;
}

/** Input schemas of a noun by endpoint name; an omitted endpoint has no input. */
export type EndpointSchemas = Readonly<Record<string, InputSchemas>>;

/** Schemas of a noun none of whose endpoints has an input. */
export type NoSchemas = Readonly<Record<never, never>>;

interface Declaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Names parameters as `:id`. */
  readonly path: string;
  readonly who: Who;
  /**
   * Codes of failures beside the general ones (VALIDATION, UNAUTHENTICATED, ROLE_FORBIDDEN, TWO_FACTOR_REQUIRED,
   * CSRF_INVALID, RATE_LIMITED, UPGRADE_REQUIRED, UNAVAILABLE, INTERNAL) and, at a write, IDEMPOTENCY_KEY_REUSED and
   * IDEMPOTENCY_IN_PROGRESS; none when omitted.
   */
  readonly errors?: readonly ErrorCode[];
  /**
   * True for a write whose repeat has the same effect and response by itself, such as a message with its `clientId`.
   * Every other write runs in one transaction and, with an Idempotency-Key, once per key.
   */
  readonly isRepeatable?: boolean;
  /** True when users may call it before they have set up the two-factor sign-in that the operator requires of them. */
  readonly isBeforeTwoFactor?: boolean;
  /** True when a success may end the session of the request, so that its repeat comes without a user. */
  readonly endsSession?: boolean;
  /** Status of a success; by default 200, and 204 without an output. */
  readonly status?: 201 | 202;
  /** Rate limit counted per account, or per address where no one is signed in. */
  readonly limit?: LimitName;
  /**
   * What a member may do whose email address is not confirmed, at a write that reaches or weighs for other members: ten
   * `counted` ones a day together; no `refused` one. Such a write can fail with NOT_ALLOWED. Omitted where it stays
   * with the member.
   */
  readonly untilConfirmed?: 'counted' | 'refused';
  /** True for a list: the output is a keyset page with Link and X-Next-Cursor. */
  readonly isPage?: boolean;
  /**
   * True for a GET whose address a browser opens by itself: a file, a calendar, a download, a health check. All others
   * are refused when a page navigates to them or another site requests them.
   */
  readonly isNavigable?: boolean;
  /** True when the response contains a token or another secret: it is never compressed, also not by a proxy. */
  readonly hasSecret?: boolean;
  /**
   * True for a GET that counts, costs or spends a limit. It is refused when a page of another origin causes it, also as
   * a link or an image: that page would take something from the member, such as the right to a refund.
   */
  readonly isCounted?: boolean;
  /**
   * True for an edit of a text in a form. If-Match names the version that was edited, and is required; an edit of an
   * older version is refused with STALE, so that no edit overwrites one that its author has not seen.
   */
  readonly isVersioned?: boolean;
  /** True for a multipart upload, which the generic JSON client does not send. */
  readonly isUpload?: boolean;
}

/** One endpoint. `input` and `output` exist for types only. */
export interface Endpoint<Input extends EndpointInput = EndpointInput, Output = unknown> extends Declaration {
  readonly input?: Input;
  readonly output?: () => Output;
}

/** The input of an endpoint. */
export type InputOf<E> = E extends { readonly input?: infer Input extends EndpointInput } ? Input : never;
/** The output of an endpoint; for a page, the array. */
export type OutputOf<E> = E extends { readonly output?: () => infer Output } ? Output : never;

type Sent<Schemas> = { [Part in keyof Schemas]: Schemas[Part] extends z.ZodMiniType ? z.input<Schemas[Part]> : never };
type OptionalParts<Input> = {
  [Part in keyof Input]: Record<never, never> extends Input[Part] ? Part : never;
}[keyof Input];
/** A part of which every field is optional may be omitted. */
type WithOptionalParts<Input> = Omit<Input, OptionalParts<Input>> & Partial<Pick<Input, OptionalParts<Input>>>;

/** What a client sends to the endpoint `Name`; the handler receives what the schemas make of it. */
export type InputBy<Schemas, Name> = Name extends keyof Schemas
  ? WithOptionalParts<Sent<Schemas[Name]>>
  : Record<never, never>;

/** Declares an endpoint with the type of its output: `endpoint<Output>()({...})`. */
export function endpoint<Output>() {
  return <const Declared extends Declaration>(declared: Declared): Declared & { readonly output?: () => Output } =>
    declared;
}

/** Declares a noun's endpoints by name; their input types are those of the schemas of the same name. */
export function endpoints<Schemas extends EndpointSchemas>() {
  return <Table extends Record<string, Declaration> & Record<keyof Schemas, Declaration>>(
    table: Table,
  ): { readonly [Name in keyof Table]: Table[Name] & { readonly input?: InputBy<Schemas, Name> } } => table;
}

/** An input whose optional fields are omitted and never undefined, so that a client can spread it over a view. */
export type Given<Input> = Input extends readonly unknown[]
  ? Input
  : Input extends object
    ? { [Key in keyof Input]: Given<Exclude<Input[Key], undefined>> }
    : Input;
