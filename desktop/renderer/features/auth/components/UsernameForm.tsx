import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { editAccountSchema } from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import { call } from '../../../lib/http/api.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { sessionQuery } from '../../../lib/me.ts';
import { accountQuery } from '../api/queries.ts';
import { readFailure } from '../failure.ts';
import { useRequestForm } from '../hooks/use-request-form.ts';
import { registrationText } from '../registration-errors.ts';
import { AccountForm } from './AccountForm.tsx';
import { UsernameHint } from './UsernameHint.tsx';

/** Changes the username; suggests another when the name is taken. */
export function UsernameForm({ username, onDone }: { username: string; onDone: () => void }) {
  const client = useQueryClient();
  const form = useRequestForm(editAccountSchema, { username });
  const [rejected, setRejected] = useState<{ username: string; text: string; suggestion: string | undefined }>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const typed = form.values.username.trim();
  const onSubmit = form.onSubmit(async (body) => {
    if (typed === username) return onDone();
    try {
      client.setQueryData(accountQuery.queryKey, await call(accountEndpoints.editAccount, { body }));
    } catch (error) {
      const failure = readFailure(error);
      if (failure.details?.field === 'username')
        setRejected({
          username: body.username,
          text: registrationText(failure),
          suggestion: failure.details.username,
        });
      throw error;
    }
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    toast({ title: 'Username changed', description: `You are ${body.username} now.` });
    onDone();
  });
  const isRejected = rejected?.username === typed;
  return (
    <AccountForm
      label="Change username"
      form={form}
      submitLabel="Save username"
      className="mt-3"
      onSubmit={onSubmit}
      onCancel={onDone}
    >
      <TextField
        {...form.field('username')}
        label="New username"
        {...(isRejected && { error: rejected.text })}
        hint={
          typed !== username && (
            <UsernameHint
              username={form.values.username}
              onTake={(name) => form.set('username', name)}
              suggestion={isRejected ? rejected.suggestion : undefined}
            />
          )
        }
        ref={input}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
    </AccountForm>
  );
}
