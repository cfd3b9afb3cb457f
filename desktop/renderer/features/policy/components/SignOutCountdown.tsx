import { useEffect, useState } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';

/** Asks an idle member to stay signed in, before the main process signs them out; shows nothing until then. */
export function SignOutCountdown({ bridge }: { bridge: Pick<Bridge, 'onSignOutCountdown' | 'staySignedIn'> }) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  // Main sends the seconds each second, so an event that was sent before this is no loss.
  useEffect(() => bridge.onSignOutCountdown((countdown) => setSecondsLeft(countdown.secondsLeft)), [bridge]);
  if (secondsLeft === null) return null;
  const stay = (): void => {
    setSecondsLeft(null);
    void bridge.staySignedIn();
  };
  const seconds = `${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}`;
  return (
    <Dialog
      title="Are you still there?"
      description={`No one has used this computer for a while. You will be signed out in ${seconds}. Texts and files that you have not sent will be lost.`}
      size="sm"
      onClose={stay}
      footer={
        <Button variant="primary" data-first-focus onClick={stay}>
          Stay signed in
        </Button>
      }
    />
  );
}
