/**
 * Every error code that the server can return, and its HTTP status.
 */
export const ERROR_STATUS = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  PAYMENT_REQUIRED: 402,
  CSRF_INVALID: 403,
  ROLE_FORBIDDEN: 403,
  NOT_OWNER: 403,
  NOT_ENTITLED: 403,
  NOT_ALLOWED: 403,
  CAPACITY_ROLE: 403,
  ROLE_CANNOT_SELL: 403,
  AWAITING_APPROVAL: 403,
  TWO_FACTOR_REQUIRED: 403,
  NOT_FOUND: 404,
  EMAIL_EXISTS: 409,
  USERNAME_EXISTS: 409,
  ALREADY_SHARED: 409,
  EXISTS: 409,
  COOLDOWN: 409,
  NOT_CONNECTABLE: 409,
  PENDING_LIMIT: 409,
  ALREADY_ANSWERED: 409,
  AD_LIMIT: 409,
  ALREADY_ENROLLED: 409,
  OWN_ITEM: 409,
  NOT_FOR_SALE: 409,
  ALREADY_OWNED: 409,
  PRICE_CHANGED: 409,
  WRONG_STATE: 409,
  PAST: 409,
  CANCELLED: 409,
  REQUEST_PENDING: 409,
  TOO_OLD: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  STALE: 412,
  TUS_VERSION: 412,
  TOO_LARGE: 413,
  BAD_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  INFECTED: 422,
  CLIENT_ID_REUSED: 422,
  UPGRADE_REQUIRED: 426,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  PAYMENTS_OFF: 503,
  STORAGE_FULL: 507,
} as const;

/** One of the codes of {@link ERROR_STATUS}. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * The one error shape on the wire. `errors` (messages by field) is present only with 400 VALIDATION.
 */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  requestId?: string;
  details?: { field?: string; suggestion?: string; username?: string };
  errors?: Record<string, string[]>;
}
