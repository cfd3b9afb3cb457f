import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import { findPage } from '#shared/bridge/page.ts';
import { ShellRoot } from './ShellRoot.tsx';

const DesktopHost = lazy(async () => ({ default: (await import('./DesktopHost.tsx')).DesktopHost }));

interface ShellWindow {
  bridge: Bridge;
  /** Path of the window's address. */
  path: string;
  /** The web app. */
  app: ReactNode;
  client: QueryClient;
  /** Opens a page of the router. */
  onNavigate: (path: string) => void;
}

/** Returns what a window of the desktop client shows at its address: the app, or one of the small windows. */
export async function openShell({ bridge, path, app, client, onNavigate }: ShellWindow): Promise<ReactNode> {
  const page = findPage(path);
  if (page === 'callBox') {
    const { CallBox } = await import('../../features/calls/components/CallBox.tsx');
    return <CallBox bridge={bridge} />;
  }
  if (page === 'mediaPrompt') {
    const { MediaPrompt } = await import('../../features/calls/components/MediaPrompt.tsx');
    return <MediaPrompt bridge={bridge} />;
  }
  if (page !== 'app') throw new Error(`There is no window at ${path}.`);
  // Before the page follows the live link: an answer may be waiting for it. The pages read stored texts when they open.
  const [info, { followShell }] = await Promise.all([
    bridge.getAppInfo(),
    import('../../features/calls/shell-calls.ts'),
    restoreTexts(bridge),
  ]);
  followShell(bridge);
  return (
    <>
      <ShellRoot bridge={bridge} info={info} client={client} onNavigate={onNavigate}>
        {app}
      </ShellRoot>
      <Suspense fallback={null}>
        <DesktopHost bridge={bridge} />
      </Suspense>
    </>
  );
}

async function restoreTexts(bridge: Bridge): Promise<void> {
  const { restoreUnsentTexts } = await import('./unsent-texts.ts');
  await restoreUnsentTexts(bridge);
}
