// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { ServerLine } from '../desktop/ServerLine.tsx';
import { ServerBanner } from '../desktop/ServerBanner.tsx';
import { ShellContext } from '../desktop/shell-context.ts';
import { Providers } from '../providers.tsx';
import { PublicLayout } from './PublicLayout.tsx';

const SILENT = 'The server is not responding.';
let status: number;

beforeEach(() => {
  status = 401;
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('{"message":"No"}', { status, headers: { 'Content-Type': 'application/json' } })),
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ALONE = { listAccounts: () => Promise.resolve([]), onAccountsChanged: () => () => {} };

function open(serverUrl: string | null, onChange = () => {}, isManaged = false): void {
  const shell =
    serverUrl === null
      ? null
      : {
          banner: <ServerBanner />,
          serverLine: <ServerLine bridge={ALONE} serverUrl={serverUrl} isManaged={isManaged} onChange={onChange} />,
          accountItems: null,
        };
  const router = createMemoryRouter([
    { element: <PublicLayout />, children: [{ path: '/', element: <h1>Start</h1> }] },
  ]);
  render(
    <ShellContext value={shell}>
      <Providers client={createQueryClient()}>
        <RouterProvider router={router} />
      </Providers>
    </ShellContext>,
  );
}

it('shows the server in the desktop app, with a button that changes it', async () => {
  const chooseServer = vi.fn();
  open('https://lyceum.example.org:8443', chooseServer);
  expect(screen.getByText('lyceum.example.org:8443')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Change server' }));
  expect(chooseServer).toHaveBeenCalledOnce();
  expect(screen.queryByText(SILENT)).toBeNull();
});

it('shows that the institution manages the server, without the button', () => {
  open('https://lyceum.example.org', undefined, true);
  expect(screen.getByText('Managed by your institution')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Change server' })).toBeNull();
});

it('shows in the desktop app that the server is not responding, until it is', async () => {
  status = 418;
  open('https://lyceum.example.org');
  await screen.findByText(SILENT);
  status = 401;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.queryByText(SILENT)).toBeNull());
});

it('shows no server in the web app', async () => {
  status = 418;
  open(null);
  await screen.findByText('No trackers, nothing loaded from elsewhere.');
  expect(screen.queryByText(/^Server:/)).toBeNull();
  expect(screen.queryByText(SILENT)).toBeNull();
});
