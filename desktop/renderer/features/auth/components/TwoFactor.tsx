import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConfirmPasswordInput } from '#shared/api/account.ts';
import { twoFactorEndpoints, type TwoFactorSetup } from '#shared/api/two-factor.ts';
import { call } from '../../../lib/http/api.ts';
import type { CallOptions } from '../../../lib/http/api-client.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { accountQuery } from '../api/queries.ts';
import { useFocusBack } from '../hooks/use-focus-back.ts';
import { PasswordPrompt } from './PasswordPrompt.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TwoFactorSetupSteps } from './TwoFactorSetupSteps.tsx';

type Step =
  | { at: 'rest' | 'confirm-setup' | 'confirm-disable' | 'confirm-renew' }
  | { at: 'setup'; setup: TwoFactorSetup }
  | { at: 'codes'; codes: readonly string[] };

const FEW_CODES = 3;

/**
 * Sets up two-factor sign-in, renews its recovery codes and turns it off; `onCodesSaved` is called when the user has
 * stored new recovery codes.
 */
export function TwoFactor({ onCodesSaved }: { onCodesSaved?: () => void }) {
  const client = useQueryClient();
  const query = useQuery(accountQuery);
  const { data } = query;
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const trigger = useFocusBack(step.at !== 'rest');
  const rest = (): void => setStep({ at: 'rest' });
  const showCodes = async (codes: readonly string[]): Promise<void> => {
    setStep({ at: 'codes', codes });
    await client.invalidateQueries(accountQuery);
  };
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-16 w-full" />} />;
  if (step.at === 'codes') return <RecoveryCodes codes={step.codes} onSaved={onCodesSaved ?? rest} />;
  if (step.at === 'setup') return <TwoFactorSetupSteps setup={step.setup} onEnabled={showCodes} onCancel={rest} />;
  if (step.at === 'confirm-setup') {
    const setUp = async (body: ConfirmPasswordInput, options: CallOptions) =>
      setStep({ at: 'setup', setup: await call(twoFactorEndpoints.setUpTwoFactor, { body }, options) });
    return (
      <PasswordPrompt label="Set up two-factor sign-in" confirmLabel="Continue" onConfirm={setUp} onCancel={rest} />
    );
  }
  if (step.at === 'confirm-renew') {
    const renew = async (body: ConfirmPasswordInput, options: CallOptions) =>
      showCodes((await call(twoFactorEndpoints.renewRecoveryCodes, { body }, options)).recoveryCodes);
    return (
      <PasswordPrompt label="New recovery codes" confirmLabel="Make new codes" onConfirm={renew} onCancel={rest} />
    );
  }
  if (step.at === 'confirm-disable') {
    const disable = async (body: ConfirmPasswordInput, options: CallOptions): Promise<void> => {
      await call(twoFactorEndpoints.disableTwoFactor, { body }, options);
      await client.invalidateQueries(accountQuery);
      toast({ title: 'Two-factor sign-in is off' });
      rest();
    };
    return (
      <PasswordPrompt
        label="Turn off two-factor sign-in"
        confirmLabel="Turn off"
        isDanger
        onConfirm={disable}
        onCancel={rest}
      />
    );
  }
  const { isOn, recoveryCodesLeft } = data.twoFactor;
  if (!isOn && !data.isEmailVerified)
    return <p className="text-text-muted">Confirm your email address first, then you can set this up.</p>;
  if (!isOn) {
    return (
      <Button ref={trigger} onClick={() => setStep({ at: 'confirm-setup' })}>
        Set up
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="success">On</Badge>
        <span className={recoveryCodesLeft <= FEW_CODES ? 'text-warning' : 'text-text-muted'}>
          {recoveryCodesLeft === 1
            ? '1 recovery code is left.'
            : `${String(recoveryCodesLeft)} recovery codes are left.`}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button ref={trigger} onClick={() => setStep({ at: 'confirm-renew' })}>
          New recovery codes
        </Button>
        <Button onClick={() => setStep({ at: 'confirm-disable' })}>Turn off</Button>
      </div>
    </div>
  );
}
