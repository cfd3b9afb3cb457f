import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FormEvent } from 'react';
import { changeEmailSchema } from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import { call } from '../../../lib/http/api.ts';
import { useForm } from '../../../lib/page/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PasswordInput } from '../../../ui/PasswordInput.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { accountQuery } from '../api/queries.ts';
import { useFormRequest } from '../hooks/use-form-request.ts';
import { FormNotice } from './FormNotice.tsx';

/** Changes the email address. The change takes effect when the link sent to the new address is opened. */
export function EmailForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const form = useForm(changeEmailSchema, { newEmail: '', password: '' });
  const { notice, waitSeconds, send } = useFormRequest();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (waitSeconds > 0) return;
    await form.submit((body) =>
      send(async () => {
        await call(accountEndpoints.changeEmail, { body });
        await client.invalidateQueries(accountQuery);
        onDone();
      }),
    );
  };
  return (
    <form
      noValidate
      aria-label="Change email address"
      onSubmit={(event) => void submit(event)}
      className="mt-3 flex max-w-96 flex-col gap-4"
    >
      <FormNotice message={notice} waitSeconds={waitSeconds} />
      <Field
        label="New email address"
        hint="We send a link to it. Your current address is used until you open the link."
        error={form.errors['newEmail']}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            type="email"
            autoComplete="email"
            value={form.values.newEmail}
            onChange={(event) => form.set('newEmail', event.target.value)}
          />
        )}
      </Field>
      <Field label="Your password" error={form.errors['password']}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={form.values.password}
            onChange={(event) => form.set('password', event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={form.isSubmitting}>
          Send the link
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
