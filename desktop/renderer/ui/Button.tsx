import clsx from 'clsx';
import type { ComponentProps, MouseEvent } from 'react';
import { buttonClasses } from './button-classes.ts';
import type { ButtonSize, ButtonVariant } from './button-classes.ts';
import { Spinner } from './Spinner.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Shows a spinner and ignores clicks; the button keeps focus. */
  isLoading?: boolean | undefined;
}

/** A button of type `button` by default; takes all props of a native button. */
export function Button({ variant, size, isLoading = false, className, children, onClick, ...rest }: ButtonProps) {
  const ignoreWhileLoading = (event: MouseEvent<HTMLButtonElement>): void => {
    if (isLoading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      {...(isLoading && { 'aria-disabled': true, 'aria-busy': true })}
      onClick={ignoreWhileLoading}
      className={clsx(buttonClasses(variant, size), className)}
    >
      {isLoading && <Spinner />}
      {/* Without a box: the spinner comes and goes beside texts. */}
      <span className="contents">{children}</span>
    </button>
  );
}
