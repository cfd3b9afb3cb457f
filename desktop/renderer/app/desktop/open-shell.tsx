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
  /** Opens a page of the router. */
  onNavigate: (path: string) => void;
}

/** Returns what a window of the desktop client shows at its address: the app, or one of the small windows. */
export async function openShell({ bridge, path, app, onNavigate }: ShellWindow): Promise<ReactNode> {
  if (findPage(path) !== 'app') throw new Error(`There is no window at ${path}.`);
  const info = await bridge.getAppInfo();
  return (
    <>
      <ShellRoot bridge={bridge} info={info} onNavigate={onNavigate}>
        {app}
      </ShellRoot>
      <Suspense fallback={null}>
        <DesktopHost bridge={bridge} />
      </Suspense>
    </>
  );
}
