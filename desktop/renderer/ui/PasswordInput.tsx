import clsx from 'clsx';
import { ArrowBigUpDash } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { CONTROL_CLASSES } from './button-classes.ts';

/** All props of a native input except the type. */
export type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'>;

/** A password input with a Show button and a warning while Caps Lock is on. */
export function PasswordInput({ className, onKeyDown, onKeyUp, onBlur, ...rest }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  const [isCapsLock, setIsCapsLock] = useState(false);
  const readCapsLock = (event: KeyboardEvent<HTMLInputElement>): void => {
    setIsCapsLock(event.getModifierState('CapsLock'));
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="relative">
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...rest}
          type={isShown ? 'text' : 'password'}
          onKeyDown={(event) => {
            readCapsLock(event);
            onKeyDown?.(event);
          }}
          onKeyUp={(event) => {
            readCapsLock(event);
            onKeyUp?.(event);
          }}
          onBlur={(event) => {
            setIsCapsLock(false);
            onBlur?.(event);
          }}
          className={clsx(CONTROL_CLASSES, 'h-9 pe-16', className)}
        />
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-1 end-1 rounded-sm px-2.5 text-small font-medium text-text-muted hover:text-text"
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </div>
      <p
        role="status"
        className={clsx('items-center gap-1.5 text-small text-warning', isCapsLock ? 'flex' : 'sr-only')}
      >
        {isCapsLock && (
          <>
            <ArrowBigUpDash className="size-4" />
            <span>Caps Lock is on</span>
          </>
        )}
      </p>
    </div>
  );
}
