import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { changeEmailSchema } from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import { call } from '../../../lib/http/api.ts';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { accountQuery } from '../api/queries.ts';
import { useRequestForm } from '../hooks/use-request-form.ts';
import { AccountForm } from './AccountForm.tsx';
import { OwnCodeField } from './OwnCodeField.tsx';

/** Changes the email address. The change takes effect when the link sent to the new address is opened. */
export function EmailForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const form = useRequestForm(changeEmailSchema, { newEmail: '', password: '', code: '' });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const onSubmit = form.onSubmit(async (body, options) => {
    await call(accountEndpoints.changeEmail, { body }, options);
    await client.invalidateQueries(accountQuery);
    onDone();
  });
  return (
    <AccountForm
      label="Change email address"
      form={form}
      submitLabel="Send the link"
      className="mt-3"
      onSubmit={onSubmit}
      onCancel={onDone}
    >
      <TextField
        {...form.field('newEmail')}
        label="New email address"
        hint="We send a link to it. Your current address is used until you open the link."
        ref={input}
        type="email"
        autoComplete="email"
      />
      <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" />
      <OwnCodeField form={form} />
    </AccountForm>
  );
}
