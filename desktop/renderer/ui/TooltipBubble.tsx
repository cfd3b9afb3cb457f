// The library's tooltip brings a trigger of its own for every control; its positioning is all that is needed here.
import { Popper } from 'radix-ui/internal';
import { createPortal } from 'react-dom';

/** Props of {@link TooltipBubble}. */
export interface TooltipBubbleProps {
  /** The control it describes. */
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
