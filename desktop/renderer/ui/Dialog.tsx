import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { iconButtonClasses } from './button-classes.ts';
import { dialogClasses, type DialogPlacement, type DialogSize } from './dialog-classes.ts';
import { focusFirstField, useReturnFocus } from './return-focus.ts';

interface DialogProps {
  title: string;
  /** One sentence under the title. */
  description?: string | undefined;
  children?: ReactNode;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  size?: DialogSize | undefined;
  placement?: DialogPlacement | undefined;
  /** Called on Close, on Escape and on a click outside. */
  onClose: () => void;
}

/**
 * A modal dialog, open while mounted: focus starts in the first field and stays inside, Escape closes it, and focus
 * returns to where it was.
 */
export function Dialog({
  title,
  description,
  children,
  footer,
  size = 'md',
  placement = 'center',
  onClose,
}: DialogProps) {
  const { dialogRef, returnFocus } = useReturnFocus();
  return (
    <RadixDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <RadixDialog.Portal>
        {/* Not Radix's overlay, which writes a style element that the CSP refuses; base.css stops the scrolling. */}
        <div className="scrim fixed inset-0 z-50 animate-appear" />
        <RadixDialog.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          ref={dialogRef}
          onEscapeKeyDown={(event) => {
            // The open list of a text field closes first, and what uses the key itself.
            if (document.activeElement?.closest('[aria-activedescendant], [data-own-escape]')) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            focusFirstField(event.currentTarget as HTMLElement);
          }}
          onCloseAutoFocus={(event) => {
            // Radix returns focus to its own buttons only.
            event.preventDefault();
            returnFocus();
          }}
          className={dialogClasses(size, placement)}
        >
          <header className="flex items-start gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <RadixDialog.Title className="text-base font-semibold">{title}</RadixDialog.Title>
              {description !== undefined && (
                <RadixDialog.Description className="mt-0.5 mb-1 text-text-muted">{description}</RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close aria-label="Close" className={clsx(iconButtonClasses(), '-me-2')}>
              <X className="size-4" />
            </RadixDialog.Close>
          </header>
          {children !== undefined && (
            <div className={size === 'full' ? 'min-h-0 flex-1' : 'min-h-0 flex-1 overflow-y-auto px-5 pb-5'}>
              {children}
            </div>
          )}
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3">{footer}</footer>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
