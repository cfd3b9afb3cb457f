import { useQuery } from '@tanstack/react-query';
import type { Form } from '../../../lib/page/form.ts';
import { accountQuery } from '../api/queries.ts';
import { CodeField } from './CodeField.tsx';

/** The field of a code beside the password, for a member with two-factor sign-in; nothing for everyone else. */
export function OwnCodeField({ form }: { form: Pick<Form<{ code: string }, unknown>, 'field' | 'errors'> }) {
  const { data } = useQuery(accountQuery);
  if (data?.twoFactor.isOn !== true && form.errors['code'] === undefined) return null;
  return (
    <CodeField
      {...form.field('code')}
      hint="The six digits that your authenticator app shows, or a recovery code."
      hasFocus={false}
    />
  );
}
