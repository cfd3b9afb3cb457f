import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import { findPage } from '#shared/bridge/page.ts';
import { ShellRoot } from './ShellRoot.tsx';

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
  if (findPage(path) !== 'app') throw new Error(`There is no window at ${path}.`);
  // The pages read what is stored when they open.
  const [info] = await Promise.all([bridge.getAppInfo(), restoreTexts(bridge)]);
  return (
    <ShellRoot bridge={bridge} info={info} client={client} onNavigate={onNavigate}>
      {app}
    </ShellRoot>
  );
}

async function restoreTexts(bridge: Bridge): Promise<void> {
  const { restoreUnsentTexts } = await import('./unsent-texts.ts');
  await restoreUnsentTexts(bridge);
}
