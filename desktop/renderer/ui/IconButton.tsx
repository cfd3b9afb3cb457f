import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { iconButtonClasses } from './button-classes.ts';
import type { ButtonSize, ButtonVariant } from './button-classes.ts';
import { Tooltip } from './Tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** Name for screen readers and text of the tooltip: a verb. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** False for the button of a menu, which would cover the tooltip. */
  hasTooltip?: boolean | undefined;
}

/** A square button with an icon and its name as a tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'sm',
  hasTooltip = true,
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <button type="button" {...rest} aria-label={label} className={clsx(iconButtonClasses(variant, size), className)}>
      {icon}
    </button>
  );
  return hasTooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
