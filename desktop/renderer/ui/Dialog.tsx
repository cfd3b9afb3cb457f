import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { iconButtonClasses } from './button-classes.ts';

interface DialogProps {
  title: string;
  /** One sentence under the title. */
  description?: string | undefined;
  children?: ReactNode;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  /** Widths of 440, 560 and 800 px. */
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Called on Close, on Escape and on a click outside. */
  onClose: () => void;
}

const WIDTHS = { sm: 'max-w-[27.5rem]', md: 'max-w-[35rem]', lg: 'max-w-[50rem]' };

/** A modal dialog, open while mounted: focus stays inside, Escape closes it, focus returns to where it was. */
export function Dialog({ title, description, children, footer, size = 'md', onClose }: DialogProps) {
  const opener = useRef<Element | null>(null);
  return (
    <RadixDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <RadixDialog.Portal>
        {/* Not Radix's overlay, which writes a style element that the CSP refuses; base.css stops the scrolling. */}
        <div className="scrim fixed inset-0 z-40 animate-appear" />
        <RadixDialog.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            // Radix sets this on its own buttons only.
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          className={clsx(
            'fixed inset-x-3 top-1/2 z-50 mx-auto flex max-h-[min(85dvh,48rem)] -translate-y-1/2 animate-appear flex-col rounded-lg border border-border bg-surface-raised shadow-overlay',
            WIDTHS[size],
          )}
        >
          <header className="flex items-start gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <RadixDialog.Title className="text-base font-semibold">{title}</RadixDialog.Title>
              {description !== undefined && (
                <RadixDialog.Description className="mt-0.5 text-text-muted">{description}</RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close aria-label="Close" className={clsx(iconButtonClasses(), '-me-2')}>
              <X className="size-4" />
            </RadixDialog.Close>
          </header>
          {children !== undefined && <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>}
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3">{footer}</footer>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
