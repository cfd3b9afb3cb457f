import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';

interface SignOutCountdownProps {
  secondsLeft: number;
  /** Keeps the member signed in. */
  onStay: () => void;
}

/** Asks an idle member to stay signed in, before the main process signs them out. */
export function SignOutCountdown({ secondsLeft, onStay }: SignOutCountdownProps) {
  const seconds = `${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}`;
  return (
    <Dialog
      title="Are you still there?"
      description={`No one has used this computer for a while. You will be signed out in ${seconds}. Texts and files that you have not sent will be lost.`}
      size="sm"
      onClose={onStay}
      footer={
        <Button variant="primary" data-first-focus onClick={onStay}>
          Stay signed in
        </Button>
      }
    />
  );
}
