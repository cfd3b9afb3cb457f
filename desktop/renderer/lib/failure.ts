import { ERROR_ARTICLES, type HelpArticleId } from '#shared/api/help.ts';
import { ApiError, CircuitOpenError, NetworkError, ValidationError } from './errors.ts';

/** What an error panel shows of a failure. */
export interface Failure {
  message: string;
  /** Number to give when asking for help. */
  requestId: string | undefined;
  /** Where the help explains it; undefined when it is none of the known ones. */
  helpPath: string | undefined;
}

/** Reads a failed request in the words it came with. */
export function describeFailure(error: unknown): Failure {
  return {
    message: error instanceof Error ? error.message : 'An error occurred',
    requestId: error instanceof ApiError ? error.requestId : undefined,
    helpPath: helpPathOf(error),
  };
}

function helpPathOf(error: unknown): string | undefined {
  const article = articleOf(error);
  if (article === undefined) return undefined;
  const request =
    error instanceof ApiError && error.requestId !== undefined ? `&request=${encodeURIComponent(error.requestId)}` : '';
  return `/help?article=${article}${request}`;
}

function articleOf(error: unknown): HelpArticleId | undefined {
  if (error instanceof NetworkError || error instanceof CircuitOpenError) return 'no-connection';
  if (error instanceof ValidationError) return ERROR_ARTICLES.VALIDATION;
  if (!(error instanceof ApiError)) return undefined;
  const known: Readonly<Record<string, HelpArticleId | undefined>> = ERROR_ARTICLES;
  return (
    (error.code === undefined ? undefined : known[error.code]) ?? (error.status >= 500 ? 'server-trouble' : undefined)
  );
}
