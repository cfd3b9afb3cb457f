import { useState, type FormEvent } from 'react';
import type { CallOptions } from '../../../lib/http/api-client.ts';
import { useOnce } from '../../../lib/http/use-once.ts';
import { fieldErrorsOf, useForm, type FieldErrors, type Form, type FormSchema } from '../../../lib/page/form.ts';
import { readFailure } from '../failure.ts';
import { useCountdown } from '../../../lib/page/use-countdown.ts';

/** A form that sends a request. */
interface RequestForm<Values, Output> extends Form<Values, Output> {
  /** Why the last request failed; undefined when its errors belong to fields. */
  failure: string | undefined;
  /** Seconds until the user can submit again; 0 for at once. */
  waitSeconds: number;
  /** Makes a submit handler, which does nothing while the user has to wait. */
  onSubmit: (send: Send<Output>) => (event: FormEvent) => void;
}

/** Sends the output of a form; with the options, a retry after a lost response changes nothing a second time. */
type Send<Output> = (output: Output, options: CallOptions) => Promise<unknown>;

/** Holds the state of a form with the error and the wait of its last request. */
export function useRequestForm<Values extends object, Output>(
  schema: FormSchema<Output>,
  initial: Values,
): RequestForm<Values, Output> {
  const form = useForm(schema, initial);
  const [failure, setFailure] = useState<string>();
  const [waitSeconds, startWait] = useCountdown();
  const once = useOnce();
  const submit = (send: Send<Output>): Promise<FieldErrors> => {
    setFailure(undefined);
    return form.submit(async (output) => {
      try {
        await once(output, (options) => send(output, options));
      } catch (error) {
        const { message, retryAfterMs } = readFailure(error);
        if (Object.keys(fieldErrorsOf(error)).length === 0) setFailure(message);
        if (retryAfterMs !== undefined) startWait(retryAfterMs);
        throw error;
      }
    });
  };
  const onSubmit: RequestForm<Values, Output>['onSubmit'] = (send) => (event) => {
    event.preventDefault();
    if (waitSeconds === 0) void submit(send);
  };
  return { ...form, submit, failure, waitSeconds, onSubmit };
}
