import { cloneElement } from 'react';
import type { ReactElement } from 'react';

interface TooltipProps {
  /** What the control's accessible name says as well. */
  text: string;
  /** One element that can have focus. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** Keeps the child alone, for a place that needs the tooltip only sometimes. */
  isOff?: boolean | undefined;
}

/** A short text beside a control, on hover and on focus; TooltipHost shows it. */
export function Tooltip({ text, children, side = 'top', isOff = false }: TooltipProps) {
  return isOff ? children : cloneElement(children, { 'data-tooltip': text, 'data-tooltip-side': side } as object);
}
