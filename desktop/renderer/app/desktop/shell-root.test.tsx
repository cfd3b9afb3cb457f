import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { AppInfo, Bridge, ServerCheck, ShellToast } from '#shared/bridge/contract.ts';
import { currentToasts, removeToast } from '../../lib/page/toasts.ts';
import { ShellRoot } from './ShellRoot.tsx';

const INFO: AppInfo = {
  version: '0.1.0',
  platform: 'linux',
  serverUrl: null,
  suggestedServerUrl: 'http://127.0.0.1:4000',
};
const TOAST: ShellToast = { code: 'KEYCHAIN_UNAVAILABLE', title: 'A toast', text: 'Its text.' };

function open(
  info: AppInfo,
  setServer: (url: string) => Promise<ServerCheck> = () => Promise.reject(new Error('FAILED')),
) {
  const onNavigate = vi.fn();
  let navigate: (event: { path: string }) => void = () => {};
  const bridge = {
    onNavigate: (listener: typeof navigate) => ((navigate = listener), () => {}),
    onToast: () => () => {},
    takeToasts: () => Promise.resolve([TOAST]),
    setAppearance: () => Promise.resolve(),
    setServer,
  } as unknown as Bridge;
  render(
    <ShellRoot bridge={bridge} info={info} onNavigate={onNavigate}>
      <p>The app</p>
    </ShellRoot>,
  );
  return { onNavigate, navigate: (path: string) => act(() => navigate({ path })) };
}

it('requires a server first, with the suggested address and the field focused', async () => {
  open(INFO);
  expect(await screen.findByLabelText('Server address')).toHaveProperty('value', 'http://127.0.0.1:4000');
  expect(document.activeElement).toBe(screen.getByLabelText('Server address'));
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
