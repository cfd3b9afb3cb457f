import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Tooltip } from '../../../ui/Tooltip.tsx';

const LOOKS = {
  plain: 'border border-border bg-surface-sunken text-text hover:bg-border',
  off: 'bg-text text-surface hover:opacity-90',
  danger: 'bg-danger text-surface hover:opacity-90',
  accept: 'bg-success text-surface hover:opacity-90',
};
const SIZES = { md: 'size-9 [&>svg]:size-4', lg: 'size-12 [&>svg]:size-5' };

interface RoundButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** A verb: what a click does. */
  label: string;
  icon: ReactNode;
  /** `off` marks a microphone or camera that sends nothing. */
  look?: keyof typeof LOOKS;
  size?: keyof typeof SIZES;
}

/** A round button of a call. */
export function RoundButton({ label, icon, look = 'plain', size = 'lg', className, ...rest }: RoundButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={clsx(
          'inline-flex shrink-0 items-center justify-center rounded-full transition-colors disabled:opacity-50',
          LOOKS[look],
          SIZES[size],
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
