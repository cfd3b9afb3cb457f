import { useEffect, useState, type ComponentType } from 'react';
import { PREFETCH } from '../lib/prefetch.ts';
import { dismissToast, useToast } from '../lib/toasts.ts';
import type { ToasterProps } from '../ui/Toaster.tsx';

/**
 * The toast region. Its code is no part of the first load: it comes two seconds later, so that it is there when the
 * server is not, or with the first toast. A failed load is tried again with the next toast and breaks nothing.
 */
export function Toasts() {
  const toast = useToast();
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps> | null>(null);
  const isMissing = Toaster === null;

  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    const load = () =>
      import('../ui/Toaster.tsx').then(
        (module) => !isOver && setToaster(() => module.Toaster),
        () => undefined,
      );
    const timer = setTimeout(() => void load(), toast ? 0 : PREFETCH.delayMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isMissing, toast]);

  if (isMissing) return null;
  return (
    <Toaster
      toast={toast?.open === true ? toast : undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen && toast) dismissToast(toast.id);
      }}
    />
  );
}
