import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { AppInfo, ServerCheck, ShellToast } from '#shared/bridge/shell.ts';
import { currentToasts, removeToast } from '../../lib/page/toasts.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { ShellRoot } from './ShellRoot.tsx';

const INFO: AppInfo = {
  version: '0.1.0',
  platform: 'linux',
  serverUrl: null,
  suggestedServerUrl: 'http://127.0.0.1:4000',
  requiredVersion: null,
};
const TOAST: ShellToast = { code: 'KEYCHAIN_UNAVAILABLE', title: 'A toast', text: 'Its text.' };

function open(
  info: AppInfo,
  setServer: (url: string) => Promise<ServerCheck> = () => Promise.reject(new Error('FAILED')),
) {
  const onNavigate = vi.fn();
  let navigate: (event: { path: string }) => void = () => {};
  let check: (event: { requiredVersion: string | null }) => void = () => {};
  const bridge = {
    onNavigate: (listener: typeof navigate) => ((navigate = listener), () => {}),
    onClientCheck: (listener: typeof check) => ((check = listener), () => {}),
    onToast: () => () => {},
    takeToasts: () => Promise.resolve([TOAST]),
    setAppearance: () => Promise.resolve(),
    getProxyChallenge: () => Promise.resolve(null),
    onProxyChallenge: () => () => {},
    setServer,
  } as unknown as Bridge;
  render(
    <ShellRoot bridge={bridge} info={info} client={createQueryClient()} onNavigate={onNavigate}>
      <p>The app</p>
    </ShellRoot>,
  );
  return {
    onNavigate,
    navigate: (path: string) => act(() => navigate({ path })),
    requireVersion: (requiredVersion: string | null) => act(() => check({ requiredVersion })),
  };
}

it('requires a server first, with the suggested address and the field focused', async () => {
  open(INFO);
  expect(await screen.findByLabelText('Server address')).toHaveProperty('value', 'http://127.0.0.1:4000');
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Server address'));
  expect(screen.queryByText('The app')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});

it('shows at the field why an address is rejected, and checks the next one', async () => {
  const setServer = vi.fn((url: string): Promise<ServerCheck> =>
    Promise.resolve({ ok: false, problem: 'UNREACHABLE', message: `No server at ${url}` }),
  );
  open(INFO, setServer);
  const field = await screen.findByLabelText('Server address');
  await userEvent.clear(field);
  await userEvent.type(field, 'a.example{Enter}');
  expect(screen.getByRole('status').textContent).toBe('No server at a.example');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(
    document.querySelector(`#${field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''}`)?.textContent,
  ).toBe('No server at a.example');
});

it('shows the app when there is a server, shows toasts once and opens the pages that the menu requests', async () => {
  removeToast();
  const { onNavigate, navigate } = open({ ...INFO, serverUrl: 'https://lyceum.example.org' });
  expect(screen.getByText('The app')).toBeDefined();
  await vi.waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'A toast', description: 'Its text.' }));
  navigate('/settings');
  expect(onNavigate).toHaveBeenCalledExactlyOnceWith('/settings');
});

it('shows how to update while the server requires a newer version, instead of the app', async () => {
  const { requireVersion } = open({ ...INFO, serverUrl: 'https://lyceum.example.org' });
  expect(screen.getByText('The app')).toBeDefined();
  requireVersion('0.2.0');
  expect(await screen.findByRole('heading', { level: 1, name: 'Update Lyceum' })).toBeDefined();
  expect(screen.getByText(/lyceum\.example\.org/).parentElement?.textContent).toContain(
    'requires version 0.2.0 of this app or newer. You have version 0.1.0.',
  );
  expect(screen.queryByText('The app')).toBeNull();
  const link = screen.getByRole('link', { name: 'Open in your browser' });
  expect(document.activeElement).toBe(link);
  expect(link.getAttribute('href')).toBe('https://lyceum.example.org');
  requireVersion(null);
  expect(screen.getByText('The app')).toBeDefined();
});

it('starts with the way to update when it is already known, and can change the server', async () => {
  open({ ...INFO, serverUrl: 'https://lyceum.example.org', requiredVersion: '0.2.0' });
  await userEvent.click(await screen.findByRole('button', { name: 'Change server' }));
  expect(await screen.findByLabelText('Server address')).toHaveProperty('value', 'https://lyceum.example.org');
});
