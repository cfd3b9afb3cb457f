import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import { pathOfLink } from './app-links.ts';
import { useSessionState } from './session-state.ts';

const CallLinkDialog = lazy(async () => ({ default: (await import('./CallLinkDialog.tsx')).CallLinkDialog }));

interface LinkHostProps {
  bridge: Pick<Bridge, 'takeLink' | 'onLinkArrived'>;
  client: QueryClient;
  /** Opens a page of the router. */
  onNavigate: (path: string) => void;
}

/** Opens links of other programs when a user is signed in; until then, the sign-in page is shown. */
export function LinkHost({ bridge, client, onNavigate }: LinkHostProps) {
  const { user } = useSessionState(client);
  const [calleeId, setCalleeId] = useState<string | null>(null);
  const [userId, role] = [user?.id, user?.role];
  const isVisitor = user === null;

  useEffect(() => {
    if (isVisitor) return bridge.onLinkArrived(() => onNavigate('/auth'));
    if (userId === undefined || role === undefined) return undefined;
    const take = async (): Promise<void> => {
      const link = await bridge.takeLink();
      if (link === null) return;
      onNavigate(pathOfLink(link, role));
      if (link.kind === 'call' && role !== 'creator') setCalleeId(link.id);
    };
    const takeQuietly = (): void => void take().catch(() => undefined);
    takeQuietly();
    return bridge.onLinkArrived(takeQuietly);
  }, [bridge, isVisitor, onNavigate, role, userId]);

  if (calleeId === null || userId === undefined || calleeId === userId) return null;
  return (
    <Suspense fallback={null}>
      <CallLinkDialog key={calleeId} client={client} calleeId={calleeId} onClose={() => setCalleeId(null)} />
    </Suspense>
  );
}
