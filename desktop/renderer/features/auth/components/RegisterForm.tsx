import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { registerSchema } from '#shared/api/auth.schema.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { USER_LIMITS } from '#shared/limits.ts';
import { fieldErrorsOf, useForm } from '../../../lib/page/form.ts';
import type { FieldErrors } from '../../../lib/page/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { RadioCards } from '../../../ui/RadioCards.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { useAuth } from '../auth-provider.tsx';
import { readFailure } from '../failure.ts';
import { useCountdown } from '../../../lib/page/use-countdown.ts';
import { useErrorSummary } from '../hooks/use-error-summary.ts';
import { clearRegisterDraft, loadRegisterDraft, saveRegisterDraft } from '../register-draft.ts';
import { registrationMessage, registrationText } from '../registration-errors.ts';
import { ROLE_TEXTS } from '../role-texts.ts';
import { FormError } from './FormError.tsx';
import { RegisterField } from './RegisterField.tsx';
import { RolePreview } from './RolePreview.tsx';
import { UsernameHint } from './UsernameHint.tsx';

const FIELDS = [
  'role',
  'fullName',
  'username',
  'email',
  'password',
  'confirmPassword',
  'institution',
  'position',
] as const;
const ROLE_OPTIONS = ROLE_TEXTS.map(({ role, title, purpose, icon: Icon }) => ({
  value: role,
  title,
  text: purpose,
  icon: <Icon className="size-4.5" />,
}));

type Values = { [Name in Exclude<(typeof FIELDS)[number], 'role'>]: string } & { role: Role | undefined };

function firstValues(role: Role | undefined): Values {
  const { fullName = '', username = '', email = '', institution = '', position = '', ...draft } = loadRegisterDraft();
  return {
    fullName,
    username,
    email,
    institution,
    position,
    password: '',
    confirmPassword: '',
    role: role ?? draft.role,
  };
}

/** Registration form. `role` is preselected, from the address. The parent redirects once a user is signed in. */
export function RegisterForm({ role }: { role: Role | undefined }) {
  const { register } = useAuth();
  const form = useForm(registerSchema, firstValues(role));
  const { values } = form;
  const summary = useErrorSummary({ prefix: 'register', fields: FIELDS, errors: form.errors });
  const [failure, setFailure] = useState<string>();
  const [rejected, setRejected] = useState<{ username: string; suggestion: string | undefined }>();
  const [waitSeconds, startWait] = useCountdown();
  const failureRef = useRef<HTMLDivElement>(null);
  useEffect(() => saveRegisterDraft(values), [values]);

  const showFailure = (error: unknown): FieldErrors => {
    const rejection = readFailure(error);
    const { details, retryAfterMs, isRejection } = rejection;
    if (retryAfterMs !== undefined) startWait(retryAfterMs);
    if (details?.field === 'username') setRejected({ username: values.username, suggestion: details.username });
    const errors = fieldErrorsOf(error);
    if (details?.field !== undefined) errors[details.field] = registrationText(rejection);
    const isAboutFields = FIELDS.some((field) => errors[field] !== undefined);
    if (!isAboutFields) setFailure(isRejection ? registrationText(rejection) : rejection.message);
    form.setErrors(errors);
    return errors;
  };

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (waitSeconds > 0) {
      failureRef.current?.focus();
      return;
    }
    setFailure(undefined);
    let rejection: FieldErrors = {};
    const errors = await form.submit(({ institution, position, ...input }) =>
      register({ ...input, ...(institution && { institution }), ...(position && { position }) }, describeFailure).then(
        clearRegisterDraft,
        (error: unknown) => {
          rejection = showFailure(error);
        },
      ),
    );
    if (Object.keys({ ...errors, ...rejection }).length > 0) summary.focus();
  };

  const text = (field: Exclude<keyof Values, 'role'>) => ({ ...form.field(field), field });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <ErrorSummary ref={summary.ref} errors={summary.items} />
      <FormError ref={failureRef} message={failure} waitSeconds={waitSeconds} />
      <RadioCards
        id="register-role"
        label="I join as"
        options={ROLE_OPTIONS}
        value={values.role}
        onChange={(next) => form.set('role', next)}
        error={form.errors['role']}
      />
      <RolePreview role={values.role} />
      <RegisterField {...text('fullName')} label="Full name" autoComplete="name" />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <RegisterField
          {...text('username')}
          label="Username"
          autoComplete="username"
          isPlain
          hint={
            <UsernameHint
              username={values.username}
              onTake={(name) => form.set('username', name)}
              suggestion={rejected?.username === values.username ? rejected.suggestion : undefined}
            />
          }
        />
        <RegisterField
          {...text('email')}
          label="Email"
          type="email"
          autoComplete="email"
          isPlain
          hint="Only you can see it."
        />
        <RegisterField
          {...text('password')}
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${String(USER_LIMITS.passwordMinChars)} characters; a few words are best.`}
        />
        <RegisterField
          {...text('confirmPassword')}
          label="Repeat password"
          type="password"
          autoComplete="new-password"
        />
        <RegisterField {...text('institution')} label="Institution" autoComplete="organization" isOptional />
        <RegisterField {...text('position')} label="Position" autoComplete="organization-title" isOptional />
      </div>
      <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting} className="mt-1">
        Create account
      </Button>
      <p className="text-small text-text-muted">
        By creating an account you agree to the <TextLink to="/terms-of-service">terms</TextLink>. The{' '}
        <TextLink to="/privacy-policy">privacy policy</TextLink> says what is stored and who sees it.
      </p>
    </form>
  );
}

/** Returns the text for a rejected registration, or the message of any other failure. */
function describeFailure(error: unknown): string {
  const failure = readFailure(error);
  return failure.isRejection ? registrationMessage(failure) : failure.message;
}
