import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Bridge } from '#shared/bridge/contract.ts';
import { mergePolicy } from '../../../main/core/policy.ts';
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
  policy: mergePolicy([]).view,
};
const SERVERS = ['https://a.example', 'https://b.example:8443'];
const ALLOWED = mergePolicy([{ source: 'device', place: '', values: { allowedServers: SERVERS } }]).view;
const FORCED = mergePolicy([{ source: 'device', place: '', values: { serverUrl: 'https://a.example' } }]).view;
const TOAST: ShellToast = { code: 'KEYCHAIN_UNAVAILABLE', title: 'A toast', text: 'Its text.' };

function open(
  info: AppInfo,
  setServer: (url: string) => Promise<ServerCheck> = () => Promise.reject(new Error('FAILED')),
) {
  const onNavigate = vi.fn();
  let navigate: (event: { path: string }) => void = () => {};
  let check: (event: { requiredVersion: string | null }) => void = () => {};
  let count: ((event: { secondsLeft: number | null }) => void) | undefined;
  const staySignedIn = vi.fn(() => Promise.resolve());
  const bridge = {
    onNavigate: (listener: typeof navigate) => ((navigate = listener), () => {}),
    onClientCheck: (listener: typeof check) => ((check = listener), () => {}),
    onSignOutCountdown: (listener: NonNullable<typeof count>) => ((count = listener), () => {}),
    staySignedIn,
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
    staySignedIn,
    countDown: async (secondsLeft: number | null) => {
      await vi.waitFor(() => expect(count).toBeDefined());
      act(() => count?.({ secondsLeft }));
    },
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

it('counts down before an idle member is signed out, until they stay or the main process ends it', async () => {
  const { countDown, staySignedIn } = open({ ...INFO, serverUrl: 'https://lyceum.example.org' });
  await countDown(60);
  expect(await screen.findByRole('dialog', { name: 'Are you still there?' })).toBeDefined();
  expect(screen.getByText(/signed out in 60 seconds/)).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stay signed in' }));
  await countDown(1);
  expect(screen.getByText(/signed out in 1 second\./)).toBeDefined();
  await countDown(null);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(staySignedIn).not.toHaveBeenCalled();
  await countDown(30);
  await userEvent.click(await screen.findByRole('button', { name: 'Stay signed in' }));
  expect(staySignedIn).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('The app')).toBeDefined();
});

it('offers only the servers that the institution allows', async () => {
  const setServer = vi.fn((url: string): Promise<ServerCheck> => Promise.resolve({ ok: true, url, version: '1' }));
  open({ ...INFO, suggestedServerUrl: 'https://other.example', policy: ALLOWED }, setServer);
  const field = await screen.findByRole('combobox', { name: 'Server address' });
  expect(document.activeElement).toBe(field);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['a.example', 'b.example:8443']);
  expect(screen.getByText('Managed by your institution')).toBeDefined();
  await userEvent.selectOptions(field, 'b.example:8443');
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }));
  expect(setServer).toHaveBeenCalledExactlyOnceWith('https://b.example:8443');
});

it('does not offer another server when the institution sets it, also when an update is required', async () => {
  open({ ...INFO, serverUrl: 'https://a.example', policy: FORCED, requiredVersion: '0.2.0' });
  expect(await screen.findByRole('link', { name: 'Open in your browser' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Change server' })).toBeNull();
});
