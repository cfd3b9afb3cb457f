import { lazy, Suspense, useState } from 'react';
import { dismissToast, useToast } from '../lib/toasts.ts';

const Toaster = lazy(() => import('../ui/Toaster.tsx').then((module) => ({ default: module.Toaster })));

/** The toast region; its code loads with the first toast and stays. */
export function Toasts() {
  const toast = useToast();
  const [isNeeded, setIsNeeded] = useState(false);
  if (toast !== undefined && !isNeeded) setIsNeeded(true);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <Toaster
        toast={toast?.open === true ? toast : undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen && toast) dismissToast(toast.id);
        }}
      />
    </Suspense>
  );
}
