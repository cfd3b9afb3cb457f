import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import type { Bridge } from '#shared/bridge/contract.ts';
import { readBridge } from '../lib/bridge.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { reportUncaught } from '../lib/unexpected.ts';
import { applyAppearance, loadAppearance, loadWindowAppearance } from '../styles/appearance.ts';
import '../styles/index.css';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';

const bridge = readBridge();
applyAppearance(document.documentElement, bridge ? loadWindowAppearance() : loadAppearance());
reportUncaught(window);

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');
const router = createRouter();
const app = (
  <Providers client={createQueryClient()}>
    <RouterProvider router={router} />
  </Providers>
);
const page = bridge ? await openInShell(bridge) : app;
createRoot(root).render(<StrictMode>{page}</StrictMode>);

/** The web app never loads what only the desktop shell needs. */
async function openInShell(shell: Bridge): Promise<ReactNode> {
  const [{ ShellRoot }, info] = await Promise.all([import('./desktop/ShellRoot.tsx'), shell.getAppInfo()]);
  return (
    <ShellRoot bridge={shell} info={info} onNavigate={(path) => void router.navigate(path)}>
      {app}
    </ShellRoot>
  );
}
