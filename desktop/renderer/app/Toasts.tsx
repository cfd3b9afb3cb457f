import { useEffect, useState, type ComponentType } from 'react';
import { PREFETCH } from '../lib/page/prefetch.ts';
import { dismissToast, useToast } from '../lib/page/toasts.ts';
import type { ToasterProps } from '../ui/Toaster.tsx';

/**
 * The toast region. Its code loads two seconds after start, so that it is available offline, or with the first toast. A
 * failed load is retried with the next toast.
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
