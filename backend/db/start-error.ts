import { isDatabaseUnavailable } from './availability.ts';
import { PoolerError } from './pooler.ts';
import { RoleError } from './roles.ts';
import { SchemaError } from './schema-state.ts';

/** SQLSTATE and Node's code, by what an administrator has to change. */
const EXPLANATIONS: readonly [RegExp, string][] = [
  [/^28/, 'The database refuses the user or the password of DATABASE_URL or MIGRATE_URL'],
  [/^3D000$/, 'The database that DATABASE_URL names does not exist'],
  [
    /^42501$/,
    'The user of DATABASE_URL lacks a right. Name the user that owns the tables in MIGRATE_URL, which then grants it',
  ],
  [
    /CERT|ALTNAME|SIGNATURE/,
    'The certificate of the database is not accepted (sslmode and sslrootcert in DATABASE_URL)',
  ],
];
const TEXTS: readonly [RegExp, string][] = [
  [/does not support SSL/i, 'The database offers no TLS, which sslmode in DATABASE_URL demands'],
];

/** Says in one line why the database cannot be used, with its own message; null for an error of another kind. */
export function explainDatabaseError(error: unknown): string | null {
  if (error instanceof PoolerError || error instanceof RoleError || error instanceof SchemaError) return error.message;
  const explained = findExplanation(error);
  if (explained !== null || !(error instanceof Error)) return explained;
  return isDatabaseUnavailable(error) ? `The database (DATABASE_URL) cannot be reached: ${error.message}` : null;
}

/** Looks at an error, then at the errors of several servers and at its causes. */
function findExplanation(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  const found =
    EXPLANATIONS.find(([pattern]) => pattern.test(code)) ?? TEXTS.find(([pattern]) => pattern.test(error.message));
  if (found) return `${found[1]}: ${error.message}`;
  const inner: unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return inner.map(findExplanation).find((explanation) => explanation !== null) ?? null;
}
