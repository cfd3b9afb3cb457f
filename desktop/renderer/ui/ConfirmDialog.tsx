import { AlertDialog } from 'radix-ui';
import { useState } from 'react';
import { describeFailure } from '../lib/http/failure.ts';
import { Button } from './Button.tsx';
import { useReturnFocus } from './return-focus.ts';

interface ConfirmDialogProps {
  /** The question: "Delete this post?" */
  title: string;
  /** The consequence, and whether it can be undone. */
  description: string;
  /** Text of the confirm button: a verb. */
  confirmLabel: string;
  /** Runs the action; a failure is shown in the dialog, which stays open for another try. */
  onConfirm: () => Promise<void>;
  /** Called on Cancel, on Escape and after success. */
  onClose: () => void;
}

/** Requests a confirmation before an action on the server and runs it. Open while mounted; focus starts on Cancel. */
export function ConfirmDialog({ title, description, confirmLabel, onConfirm, onClose }: ConfirmDialogProps) {
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<string>();
  const { dialogRef, returnFocus } = useReturnFocus();
  const run = async (): Promise<void> => {
    if (isRunning) return;
    setIsRunning(true);
    setError(undefined);
    try {
      await onConfirm();
    } catch (failed) {
      setError(describeFailure(failed).message);
      setIsRunning(false);
      return;
    }
    onClose();
  };
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        {/* Not Radix's overlay, for the reason given in Dialog.tsx. */}
        <div className="scrim fixed inset-0 z-50 animate-appear" />
        <AlertDialog.Content
          ref={dialogRef}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
          className="fixed inset-x-3 top-1/2 z-50 mx-auto max-w-[26rem] -translate-y-1/2 animate-appear rounded-lg border border-border bg-surface-raised p-5 shadow-overlay"
        >
          <AlertDialog.Title className="text-base font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-text-muted">{description}</AlertDialog.Description>
          {error !== undefined && (
            <p role="alert" className="mt-3 text-danger">
              {error}
            </p>
          )}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>Cancel</Button>
            </AlertDialog.Cancel>
            <Button variant="danger" isLoading={isRunning} onClick={() => void run()}>
              {error === undefined ? confirmLabel : 'Try again'}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
