import clsx from 'clsx';
import type { FormEvent } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from './FormError.tsx';
import type { Elements } from '../../../ui/elements.ts';

interface AccountFormProps {
  /** Accessible name of the form. */
  label: string;
  form: { failure: string | undefined; waitSeconds: number; isSubmitting: boolean };
  submitLabel: string;
  isDanger?: boolean;
  className?: string;
  onSubmit: (event: FormEvent) => void;
  onCancel: () => void;
  children: Elements;
}

/** A form of the account settings: the error of its last request, its fields, and the buttons to submit and cancel. */
export function AccountForm(props: AccountFormProps) {
  const { label, form, submitLabel, isDanger = false, className, onSubmit, onCancel, children } = props;
  return (
    <form noValidate aria-label={label} onSubmit={onSubmit} className={clsx('flex max-w-96 flex-col gap-4', className)}>
      <FormError message={form.failure} waitSeconds={form.waitSeconds} />
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isLoading={form.isSubmitting}>
          {submitLabel}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
