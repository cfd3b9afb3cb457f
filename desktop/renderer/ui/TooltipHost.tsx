import { lazy, Suspense, useEffect, useState } from 'react';
import type { TooltipBubbleProps } from './TooltipBubble.tsx';

const TooltipBubble = lazy(async () => ({ default: (await import('./TooltipBubble.tsx')).TooltipBubble }));

/** Delay before the tooltip of a hovered control appears, in milliseconds. */
const DELAY_MS = 400;
/**
 * Delay before a tooltip disappears after the pointer has left its control, in milliseconds. Source: WCAG 2.2, 1.4.13.
 */
const GRACE_MS = 150;

const BUBBLE = '[role="tooltip"]';

/**
 * Shows the tooltips of the whole app, one at a time: after a delay for the pointer, at once for the keyboard, until
 * Escape, blur or leave.
 */
export function TooltipHost() {
  const [shown, setShown] = useState<TooltipBubbleProps | null>(null);
  useEffect(() => watchTooltips(setShown), []);
  return (
    shown && (
      <Suspense fallback={null}>
        <TooltipBubble {...shown} />
      </Suspense>
    )
  );
}

function watchTooltips(onChange: (shown: TooltipBubbleProps | null) => void): () => void {
  let current: Element | null = null;
  let isShown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = new AbortController();

  function show(control: Element): void {
    const { tooltip: text = '', tooltipSide: side } = (control as HTMLElement).dataset;
    isShown = true;
    onChange({ anchor: control, text, side: side as TooltipBubbleProps['side'] });
  }
  function hide(): void {
    clearTimeout(timer);
    current = null;
    isShown = false;
    onChange(null);
  }
  function handlePointer({ target, pointerType }: PointerEvent): void {
    if (pointerType === 'touch' || !(target instanceof Element) || target.closest(BUBBLE)) return clearTimeout(timer);
    const control = target.closest('[data-tooltip]');
    if (control === current) return;
    clearTimeout(timer);
    current = control;
    if (control) timer = setTimeout(() => show(control), isShown ? 0 : DELAY_MS);
    else if (isShown) timer = setTimeout(hide, GRACE_MS);
  }
  function focus({ target }: FocusEvent): void {
    if (!(target instanceof Element) || !target.matches('[data-tooltip]:focus-visible')) return;
    current = target;
    show(target);
  }

  const options = { signal: stop.signal, capture: true, passive: true };
  document.addEventListener('pointerover', handlePointer, options);
  document.addEventListener('focusin', focus, options);
  for (const name of ['focusout', 'pointerdown', 'scroll'] as const) document.addEventListener(name, hide, options);
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), options);
  document.documentElement.addEventListener('pointerleave', hide, { signal: stop.signal });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
