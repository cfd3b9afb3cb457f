import { lazy, Suspense } from 'react';
import { codeSchema } from '#shared/api/auth.schema.ts';
import { twoFactorEndpoints, type TwoFactorSetup } from '#shared/api/two-factor.ts';
import { call } from '../../../lib/http/api.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useRequestForm } from '../hooks/use-request-form.ts';
import { AccountForm } from './AccountForm.tsx';
import { CodeField } from './CodeField.tsx';
import { CopyButton } from './CopyButton.tsx';

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }));

interface TwoFactorSetupStepsProps {
  setup: TwoFactorSetup;
  /** Called once it is on, with the recovery codes, which are never sent again. */
  onEnabled: (recoveryCodes: readonly string[]) => Promise<void>;
  onCancel: () => void;
}

/** Shows the key for an authenticator app and requests a code that proves that the app has it. */
export function TwoFactorSetupSteps({ setup, onEnabled, onCancel }: TwoFactorSetupStepsProps) {
  const form = useRequestForm(codeSchema, { code: '' });
  const onSubmit = form.onSubmit(async (body, options) =>
    onEnabled((await call(twoFactorEndpoints.enableTwoFactor, { body }, options)).recoveryCodes),
  );
  return (
    <ol className="flex flex-col gap-6">
      <li>
        <p className="font-medium">1. Scan this with your authenticator app</p>
        <p className="mt-0.5 mb-3 text-text-muted">Any app that shows six-digit codes works.</p>
        <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
          <Suspense fallback={<Skeleton className="size-52" />}>
            <QrCode text={setup.uri} label="QR code with the key for your authenticator app" />
          </Suspense>
          <div className="min-w-0 flex-1 basis-56">
            <p className="text-text-muted">Can't scan it? Enter this key instead:</p>
            <p dir="ltr" className="mt-1 mb-3 font-mono tracking-wide wrap-anywhere">
              {setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            </p>
            <CopyButton text={setup.secret} label="Copy key" />
          </div>
        </div>
      </li>
      <li>
        <p className="mb-3 font-medium">2. Enter the code it shows</p>
        <AccountForm
          label="Confirm two-factor sign-in"
          form={form}
          submitLabel="Turn on"
          onSubmit={onSubmit}
          onCancel={onCancel}
        >
          <CodeField {...form.field('code')} />
        </AccountForm>
      </li>
    </ol>
  );
}
