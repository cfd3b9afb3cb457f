// Radix's tooltip needs a trigger component around every control; only the positioning under it is used here.
import { autoUpdate, flip, offset, shift, useFloating } from '@floating-ui/react-dom';
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
  const { refs, floatingStyles } = useFloating({
    elements: { reference: anchor },
    placement: side,
    strategy: 'fixed',
    middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  });
  return createPortal(
    <div
      ref={refs.setFloating}
      role="tooltip"
      style={floatingStyles}
      className="z-50 w-max max-w-64 animate-appear rounded-md bg-text px-2 py-1 text-xs font-medium text-surface shadow-overlay"
    >
      {text}
    </div>,
    document.body,
  );
}
