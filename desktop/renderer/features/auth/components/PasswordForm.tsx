import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changePasswordSchema } from '#shared/api/auth.schema.ts';
import { sessionEndpoints } from '#shared/api/sessions.ts';
import { call } from '../../../lib/http/api.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { sessionsQuery } from '../api/queries.ts';
import { useRequestForm } from '../hooks/use-request-form.ts';
import { FormError } from './FormError.tsx';
import { OwnCodeField } from './OwnCodeField.tsx';

/** Changes the password, which signs out all other devices. */
export function PasswordForm() {
  const [round, setRound] = useState(0);
  return <Fields key={round} onChanged={() => setRound(round + 1)} />;
}

function Fields({ onChanged }: { onChanged: () => void }) {
  const client = useQueryClient();
  const form = useRequestForm(changePasswordSchema, { currentPassword: '', newPassword: '', code: '' });
  const onSubmit = form.onSubmit(async (body, options) => {
    await call(sessionEndpoints.changePassword, { body }, options);
    toast({ title: 'Password changed', description: 'All other devices are signed out.' });
    void client.invalidateQueries(sessionsQuery);
    onChanged();
  });
  return (
    <form noValidate aria-label="Change password" onSubmit={onSubmit} className="flex max-w-96 flex-col gap-4">
      <FormError message={form.failure} waitSeconds={form.waitSeconds} />
      <PasswordField {...form.field('currentPassword')} label="Current password" autoComplete="current-password" />
      <PasswordField
        {...form.field('newPassword')}
        label="New password"
        hint="At least 8 characters; a few words are best."
        autoComplete="new-password"
      />
      <OwnCodeField form={form} />
      <div>
        <Button type="submit" isLoading={form.isSubmitting}>
          Change password
        </Button>
      </div>
    </form>
  );
}
