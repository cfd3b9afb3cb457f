import { ApiError } from './errors.ts';

/** What an error panel shows of a failure. */
export interface Failure {
  message: string;
  /** Number to give when asking for help. */
  requestId: string | undefined;
}

/** Reads a failed request in the words it came with. */
export function describeFailure(error: unknown): Failure {
  return {
    message: error instanceof Error ? error.message : 'An error occurred',
    requestId: error instanceof ApiError ? error.requestId : undefined,
  };
}
