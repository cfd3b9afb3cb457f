import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import type { Bridge } from '#shared/bridge/contract.ts';
import { readBridge } from '../lib/page/bridge.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { followPushClicks } from '../lib/page/push-clicks.ts';
import { reportUncaught } from '../lib/page/unexpected.ts';
import { applyAppearance, loadAppearance, loadWindowAppearance } from '../styles/appearance.ts';
import '../styles/index.css';
import { AppErrorBoundary } from './AppErrorBoundary.tsx';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';

const bridge = readBridge();
applyAppearance(document.documentElement, bridge ? loadWindowAppearance() : loadAppearance());
reportUncaught(window);

const element = document.querySelector('#root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);
const router = createRouter();
const client = createQueryClient();
const app = (
  <Providers client={client}>
    <RouterProvider router={router} />
  </Providers>
);
// No top-level await: it would split the code shared with pages into many files.
if (bridge) openInShell(bridge).catch((error: unknown) => show(<Failed error={error} />));
else {
  followPushClicks(openPage);
  show(app);
}

function show(page: ReactNode): void {
  root.render(
    <StrictMode>
      <AppErrorBoundary>{page}</AppErrorBoundary>
    </StrictMode>,
  );
}

/** Loads the desktop app's code there only. */
async function openInShell(shell: Bridge): Promise<void> {
  const { openShell } = await import('./desktop/open-shell.tsx');
  show(await openShell({ bridge: shell, path: location.pathname, app, client, onNavigate: openPage }));
}

/** Fails in the place of the app, so that the error fallback is shown. */
function Failed({ error }: { error: unknown }): never {
  throw error;
}

function openPage(path: string): void {
  void router.navigate(path);
}
