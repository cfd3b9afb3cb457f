import clsx from 'clsx';
import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { TOAST } from '../lib/page/toasts.ts';
import type { ToastItem } from '../lib/page/toasts.ts';
import { buttonClasses, iconButtonClasses } from './button-classes.ts';

const SWIPE_THRESHOLD_PX = 50;

/** Props of {@link Toaster}. */
export interface ToasterProps {
  /** The toast to show, one at a time; undefined for none. */
  toast: ToastItem | undefined;
  /** Called with false when the toast closes: by time, swipe, Escape, its action or the close button. */
  onOpenChange: (isOpen: boolean) => void;
}

/** The region of the toasts; it never takes focus by itself, F8 moves focus to it. */
export function Toaster({ toast, onOpenChange }: ToasterProps) {
  return (
    <Toast.Provider
      label="Toast"
      duration={TOAST.durationMs}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      {toast !== undefined && <ToastCard key={toast.id} toast={toast} onOpenChange={onOpenChange} />}
      <Toast.Viewport className="toasts print:hidden fixed end-0 bottom-0 z-60 m-0 flex w-full max-w-[25rem] list-none flex-col gap-2 p-4 outline-none max-sm:bottom-14" />
    </Toast.Provider>
  );
}

function ToastCard({ toast, onOpenChange }: { toast: ToastItem; onOpenChange: (isOpen: boolean) => void }) {
  const isDestructive = toast.variant === 'destructive';
  // Screen readers read an alert at once; Radix's own polite announcement would repeat it.
  const exclude = isDestructive ? { 'data-radix-toast-announce-exclude': '' } : {};
  return (
    <Toast.Root
      open={toast.open}
      type="background"
      duration={toast.durationMs ?? TOAST.durationMs}
      onOpenChange={onOpenChange}
      className={clsx(
        'animate-rise rounded-md border bg-surface-raised shadow-overlay',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        isDestructive ? 'border-danger' : 'border-border',
      )}
    >
      <div className="flex items-start gap-3 py-3 ps-4 pe-2">
        <div role={isDestructive ? 'alert' : 'status'} {...exclude} className="min-w-0 flex-1 py-1">
          <Toast.Title className={clsx('font-semibold', isDestructive && 'text-danger')}>{toast.title}</Toast.Title>
          {toast.description !== undefined && (
            <Toast.Description className="mt-0.5 text-text-muted">{toast.description}</Toast.Description>
          )}
        </div>
        {toast.action !== undefined && (
          <Toast.Action
            altText={toast.action.label}
            onClick={toast.action.onSelect}
            className={buttonClasses('secondary', 'sm')}
          >
            {toast.action.label}
          </Toast.Action>
        )}
        <Toast.Close aria-label="Close toast" className={iconButtonClasses()}>
          <X className="size-4" />
        </Toast.Close>
      </div>
    </Toast.Root>
  );
}
