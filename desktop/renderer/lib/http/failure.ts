import { ERROR_ARTICLES } from '#shared/api/error-articles.ts';
import type { HelpArticleId } from '#shared/api/help.ts';
import { SECOND_MS } from '#shared/time.ts';
import { toast } from '../page/toasts.ts';
import { isExpected, reportUnexpected } from '../page/unexpected.ts';
import { ApiError, CircuitOpenError, isAbort, NetworkError, ValidationError } from './errors.ts';

/** A failure as an error panel shows it. */
export interface Failure {
  message: string;
  /** Request id to quote to support. */
  requestId: string | undefined;
  /** Path of the help article that explains it; undefined when there is none. */
  helpPath: string | undefined;
  /** Time after which the server accepts requests again, when there were too many. */
  retryAfterMs: number | undefined;
}

/** Shows that an action failed and why: "Couldn't save your profile". An aborted request shows nothing. */
export function toastFailure(action: string, error: unknown): void {
  if (isAbort(error)) return;
  if (!isExpected(error)) return reportUnexpected(error);
  const isUnreachable = error instanceof NetworkError || error instanceof CircuitOpenError;
  toast({
    title: `Couldn't ${action}`,
    description: isUnreachable ? 'Check your connection and try again.' : describeFailure(error).message,
    variant: 'destructive',
  });
}

/** Describes a failed request by its own message. */
export function describeFailure(error: unknown): Failure {
  return {
    message: error instanceof Error ? error.message : 'An error occurred',
    requestId: error instanceof ApiError ? error.requestId : undefined,
    helpPath: helpPathOf(error),
    retryAfterMs: retryAfterMsOf(error),
  };
}

function retryAfterMsOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfterSeconds === undefined) return undefined;
  return error.retryAfterSeconds * SECOND_MS;
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
