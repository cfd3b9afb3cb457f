import { AlertDialog as RadixAlertDialog } from 'radix-ui';
import { Button } from './Button.tsx';

/** Props of {@link AlertDialog}. */
export interface AlertDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The question: "Delete this post?" */
  title: string;
  /** What will happen and whether it can be undone. */
  description: string;
  /** Why the last try failed; announced at once. */
  error?: string | undefined;
  /** Text of the confirm button: a verb. */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  isDanger?: boolean | undefined;
  /** While true the window stays open and the button shows a spinner. */
  isLoading?: boolean | undefined;
  onConfirm: () => void;
}

/** Asks before an action that can't be undone; focus starts on Cancel. The caller closes it after onConfirm. */
export function AlertDialog(props: AlertDialogProps) {
  const { isOpen, onOpenChange, title, description, confirmLabel, cancelLabel = 'Cancel', isDanger = false } = props;
  return (
    <RadixAlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixAlertDialog.Portal>
        {/* Plain for the reason given in Dialog.tsx. */}
        <div className="scrim fixed inset-0 z-40 animate-appear" />
        <RadixAlertDialog.Content className="fixed inset-x-3 top-1/2 z-50 mx-auto max-w-[26rem] -translate-y-1/2 animate-appear rounded-lg border border-border bg-surface-raised p-5 shadow-overlay">
          <RadixAlertDialog.Title className="text-base font-semibold">{title}</RadixAlertDialog.Title>
          <RadixAlertDialog.Description className="mt-1 text-text-muted">{description}</RadixAlertDialog.Description>
          {props.error !== undefined && (
            <p role="alert" className="mt-3 text-danger">
              {props.error}
            </p>
          )}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <RadixAlertDialog.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </RadixAlertDialog.Cancel>
            <Button variant={isDanger ? 'danger' : 'primary'} isLoading={props.isLoading} onClick={props.onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  );
}
