import { useState } from 'react';
import { describeFailure } from '../lib/http/failure.ts';
import { AlertDialog } from './AlertDialog.tsx';
import type { AlertDialogProps } from './AlertDialog.tsx';

/** Props of {@link ConfirmDialog}. */
export interface ConfirmDialogProps extends Pick<AlertDialogProps, 'title' | 'description' | 'confirmLabel'> {
  /** Runs the action; a failure is shown in the dialog, which stays open for another try. */
  onConfirm: () => Promise<void>;
  /** Called on Cancel, on Escape and after success. */
  onClose: () => void;
}

/** Asks before an action on the server and waits for it. Open while mounted. */
export function ConfirmDialog({ title, description, confirmLabel, onConfirm, onClose }: ConfirmDialogProps) {
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<string>();
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
    <AlertDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={description}
      error={error}
      confirmLabel={error === undefined ? confirmLabel : 'Try again'}
      isDanger
      isLoading={isRunning}
      onConfirm={() => void run()}
    />
  );
}
