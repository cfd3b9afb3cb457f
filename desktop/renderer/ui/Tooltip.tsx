import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactElement } from 'react';

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  text: string;
  /** One element that takes a ref and can have focus. */
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** Keeps the child alone, for a place that needs the tooltip only sometimes. */
  isOff?: boolean | undefined;
}

/** A short text beside a control, on hover and on focus. Carries its own provider, so it works anywhere. */
export function Tooltip({ text, children, side = 'top', isOff = false }: TooltipProps) {
  if (isOff) return children;
  return (
    <RadixTooltip.Provider delayDuration={400} skipDelayDuration={150}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-appear rounded-md bg-text px-2 py-1 text-xs font-medium text-surface shadow-overlay"
          >
            {text}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
