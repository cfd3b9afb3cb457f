import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { createQueryClient, reportUnexpected } from '../lib/query-client.ts';
import { applyAppearance, loadAppearance } from '../styles/appearance.ts';
import '../styles/index.css';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';

applyAppearance(document.documentElement, loadAppearance());
globalThis.addEventListener('unhandledrejection', (event) => reportUnexpected(event.reason));

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </Providers>
  </StrictMode>,
);
