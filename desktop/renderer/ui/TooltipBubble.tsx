// Radix's Tooltip needs a trigger component for each control; only its positioning is used here.
import { Popper } from 'radix-ui/internal';
import { createPortal } from 'react-dom';

/** Props of {@link TooltipBubble}. */
export interface TooltipBubbleProps {
  /** The control that the tooltip describes. */
  anchor: Element;
  text: string;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
}

/** One tooltip beside its control. */
export function TooltipBubble({ anchor, text, side = 'top' }: TooltipBubbleProps) {
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={{ current: anchor }} />
      {createPortal(
        <Popper.Content
          role="tooltip"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-appear rounded-md bg-text px-2 py-1 text-xs font-medium text-surface shadow-overlay"
        >
          {text}
        </Popper.Content>,
        document.body,
      )}
    </Popper.Root>
  );
}
