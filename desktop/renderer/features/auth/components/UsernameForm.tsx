import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { editAccountSchema } from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import { call } from '../../../lib/http/api.ts';
import { useForm } from '../../../lib/page/form.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { sessionQuery } from '../../../lib/me.ts';
import { accountQuery } from '../api/queries.ts';
import { readFailure } from '../failure.ts';
import { useFormRequest } from '../hooks/use-form-request.ts';
import { registrationText } from '../registration-errors.ts';
import { FormNotice } from './FormNotice.tsx';
import { UsernameHint } from './UsernameHint.tsx';

/** Changes the username; suggests another when the name is taken. */
export function UsernameForm({ username, onDone }: { username: string; onDone: () => void }) {
  const client = useQueryClient();
  const form = useForm(editAccountSchema, { username });
  const { notice, waitSeconds, send } = useFormRequest();
  const [rejected, setRejected] = useState<{ username: string; text: string; suggestion: string | undefined }>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (form.values.username.trim() === username) return onDone();
    await form.submit((body) =>
      send(async () => {
        try {
          client.setQueryData(accountQuery.queryKey, await call(accountEndpoints.editAccount, { body }));
        } catch (error) {
          const failure = readFailure(error);
          if (failure.details?.field === 'username')
            setRejected({
              username: body.username,
              text: registrationText(failure),
              suggestion: failure.details.suggestion,
            });
          throw error;
        }
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        toast({ title: 'Username changed', description: `You are ${body.username} now.` });
        onDone();
      }),
    );
  };
  const isRejected = rejected?.username === form.values.username.trim();
  return (
    <form
      noValidate
      aria-label="Change username"
      onSubmit={(event) => void submit(event)}
      className="mt-3 flex max-w-96 flex-col gap-4"
    >
      <FormNotice message={notice} waitSeconds={waitSeconds} />
      <Field
        label="New username"
        error={isRejected ? rejected.text : form.errors['username']}
        hint={
          form.values.username.trim() !== username && (
            <UsernameHint
              username={form.values.username}
              onTake={(name) => form.set('username', name)}
              suggestion={isRejected ? rejected.suggestion : undefined}
            />
          )
        }
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={form.values.username}
            onChange={(event) => form.set('username', event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={form.isSubmitting}>
          Save username
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
