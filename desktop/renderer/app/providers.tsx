import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AuthProvider, useAuth } from '../features/auth/auth-provider.tsx';
import { lazily } from '../lib/lazily.tsx';
import { applyAppearance, saveAppearance, VISITOR_APPEARANCE } from '../styles/appearance.ts';
import { Toasts } from './Toasts.tsx';
import type { Elements } from '../ui/elements.ts';

/** A page whose tooltips cannot be loaded works without them: every control has a name. */
const TooltipHost = lazily(() =>
  import('../ui/TooltipHost.tsx').then(
    (module) => module.TooltipHost,
    () => () => null,
  ),
);

/** Provides the query cache, the session, the toasts and the tooltips to every page. */
export function Providers({ client, children }: { client: QueryClient; children: Elements }) {
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

/** Resets the page to the light theme for visitors; a member's appearance ends with the session. */
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
