import { useId, type ReactNode } from 'react';
import { isSubmitKey } from './Textarea.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import type { DialogSize } from './dialog-classes.ts';
import type { Elements } from './elements.ts';

/** Props of {@link FormDialog}. */
interface FormDialogProps {
  title: string;
  /** One sentence under the title. */
  description?: string | undefined;
  size?: DialogSize | undefined;
  /** The fields. */
  children: ReactNode;
  /** Shown below the fields. */
  below?: Elements;
  submitLabel: string;
  isSubmitting: boolean;
  onSubmit: () => void;
  /** Called by the Cancel button; without it, the button closes the dialog. */
  onCancel?: () => void;
  onClose: () => void;
}

/** A dialog with one form and its buttons; Ctrl+Enter submits it from any field. */
export function FormDialog({
  title,
  description,
  size,
  children,
  below,
  submitLabel,
  isSubmitting,
  onSubmit,
  onClose,
  onCancel = onClose,
}: FormDialogProps) {
  const formId = useId();
  const submit = (): void => {
    if (!isSubmitting) onSubmit();
  };
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isLoading={isSubmitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onKeyDown={(event) => isSubmitKey(event) && submit()}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {children}
      </form>
      {below}
    </Dialog>
  );
}
