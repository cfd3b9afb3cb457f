import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/form.ts';
import { readFailure } from '../failure.ts';
import { useCountdown } from './use-countdown.ts';

/** What a form's last request came to beside the fields it found fault with. */
export interface FormRequest {
  notice: string | undefined;
  waitSeconds: number;
  /** Sends; a failure becomes a notice unless it is about fields, and is thrown on for `form.submit`. */
  send: (request: () => Promise<unknown>) => Promise<void>;
}

/** Keeps the notice and the wait of a form's requests. */
export function useFormRequest(): FormRequest {
  const [notice, setNotice] = useState<string>();
  const [waitSeconds, startWait] = useCountdown();
  const send = async (request: () => Promise<unknown>): Promise<void> => {
    setNotice(undefined);
    try {
      await request();
    } catch (error) {
      const failure = readFailure(error);
      if (Object.keys(fieldErrorsOf(error)).length === 0) setNotice(failure.message);
      if (failure.retryAfterMs !== undefined) startWait(failure.retryAfterMs);
      throw error;
    }
  };
  return { notice, waitSeconds, send };
}
