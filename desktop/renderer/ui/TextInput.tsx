import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { CONTROL_CLASSES } from './button-classes.ts';

/** A line of text; takes all props of a native input. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={clsx(CONTROL_CLASSES, 'h-9', className)} />;
}
