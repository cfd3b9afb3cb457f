import { cloneElement } from 'react';
import type { ReactElement } from 'react';

interface TooltipProps {
  /** The same as the accessible name of the control. */
  text: string;
  /** One focusable element. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** Renders only the child, without a tooltip. */
  isOff?: boolean | undefined;
}

/** A short text beside a control, on hover and on focus; TooltipHost shows it. */
export function Tooltip({ text, children, side = 'top', isOff = false }: TooltipProps) {
  return isOff ? children : cloneElement(children, { 'data-tooltip': text, 'data-tooltip-side': side } as object);
}
