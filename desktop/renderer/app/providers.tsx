import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { AuthProvider, useAuth } from '../features/auth/auth-provider.tsx';
import { applyAppearance, saveAppearance, VISITOR_APPEARANCE } from '../styles/appearance.ts';
import { TooltipHost } from '../ui/TooltipHost.tsx';
import { Toasts } from './Toasts.tsx';

/** What every page stands in: the query cache, the session, the toasts and the tooltips. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <AuthProvider>
        <VisitorAppearance />
        {children}
      </AuthProvider>
      <Toasts />
      <TooltipHost />
    </QueryClientProvider>
  );
}

/** Visitors see the light theme; what a member chose leaves with them. Source: decision 7. */
function VisitorAppearance() {
  const { user, isLoading, error } = useAuth();
  const isVisitor = user === null && !isLoading && error === null;
  useEffect(() => {
    if (!isVisitor) return;
    saveAppearance(VISITOR_APPEARANCE);
    applyAppearance(document.documentElement, VISITOR_APPEARANCE);
  }, [isVisitor]);
  return null;
}
