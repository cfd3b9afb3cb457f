import { useState } from 'react';
import { fieldErrorsOf } from '../../../lib/page/form.ts';
import { readFailure } from '../failure.ts';
import { useCountdown } from './use-countdown.ts';

/** State of a form's last request, apart from errors of single fields. */
export interface FormRequest {
  notice: string | undefined;
  waitSeconds: number;
  /** Runs the request. A failure without a field becomes the notice; every failure is rethrown for `form.submit`. */
  send: (request: () => Promise<unknown>) => Promise<void>;
}

/** Holds the notice and the wait of a form's requests. */
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
