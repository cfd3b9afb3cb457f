import clsx from 'clsx';
import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { CONTROL_CLASSES } from './button-classes.ts';
import { isComposing } from '../lib/page/composing.ts';

/** All props of a native textarea, and the frame. */
export interface TextareaProps extends ComponentProps<'textarea'> {
  /** Without a frame, for a composer that has its own. */
  isBare?: boolean | undefined;
}

/** A textarea that grows with its text, up to 60% of the window's height. */
export function Textarea({ isBare = false, className, ref, rows = 2, ...rest }: TextareaProps) {
  const own = useRef<HTMLTextAreaElement | null>(null);

  // Firefox and older Safari do not support CSS field-sizing.
  useLayoutEffect(() => {
    const element = own.current;
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${String(element.scrollHeight)}px`;
  });

  const setRef = (element: HTMLTextAreaElement | null): void => {
    own.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return (
    <textarea
      {...rest}
      ref={setRef}
      rows={rows}
      className={clsx(
        'field-sizing-content max-h-[60vh] resize-none leading-relaxed',
        isBare ? 'w-full bg-transparent text-text outline-none' : clsx(CONTROL_CLASSES, 'py-2'),
        className,
      )}
    />
  );
}

/** Whether an event is Ctrl+Enter, or Cmd+Enter on a Mac, outside input method composition. */
export function isSubmitKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isComposing(event);
}
