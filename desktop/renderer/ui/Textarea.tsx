import clsx from 'clsx';
import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps } from 'react';
import { CONTROL_CLASSES } from './control-classes.ts';

/** Props of {@link Textarea}; all of a native textarea's besides. */
export interface TextareaProps extends ComponentProps<'textarea'> {
  /** Without a frame, for a composer that draws its own. */
  isBare?: boolean | undefined;
}

/** Lines of text that grow with what is written, up to 60% of the window's height. */
export function Textarea({ isBare = false, className, ref, rows = 2, ...rest }: TextareaProps) {
  const own = useRef<HTMLTextAreaElement | null>(null);

  // CSS field-sizing does this alone where it is known; Firefox and older Safari need the measuring.
  useLayoutEffect(() => {
    const element = own.current;
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${String(element.scrollHeight)}px`;
  });

  const keepRef = (element: HTMLTextAreaElement | null): void => {
    own.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return (
    <textarea
      {...rest}
      ref={keepRef}
      rows={rows}
      className={clsx(
        'field-sizing-content max-h-[60vh] resize-none leading-relaxed',
        isBare ? 'w-full bg-transparent text-text outline-none' : clsx(CONTROL_CLASSES, 'py-2'),
        className,
      )}
    />
  );
}
