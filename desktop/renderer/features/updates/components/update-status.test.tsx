import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { UpdateState } from '#shared/bridge/updates.ts';
import { UpdateStatus } from './UpdateStatus.tsx';

afterEach(() => {
  delete (globalThis as { lyceum?: Bridge }).lyceum;
});

function open(first: UpdateState, next: UpdateState = { kind: 'current' }) {
  let listener: (state: UpdateState) => void = () => {};
  const bridge = {
    getUpdateState: vi.fn(async () => first),
    onUpdateState: (each: typeof listener) => ((listener = each), () => {}),
    checkForUpdates: vi.fn(async () => next),
    installUpdate: vi.fn(async () => {}),
  };
  (globalThis as { lyceum?: Bridge }).lyceum = bridge as unknown as Bridge;
  render(<UpdateStatus />);
  return { bridge, send: (state: UpdateState) => act(() => listener(state)) };
}

it('shows nothing in the web app', () => {
  render(<UpdateStatus />);
  expect(screen.queryByRole('status')).toBeNull();
});

it.each([
  ['MANAGED', 'Updates of this app are managed by your institution.'],
  ['PAUSED', 'Your institution has paused updates of this app.'],
  ['NO_FEED', 'Your server offers no updates. Get new versions of this app from the people who run it.'],
  ['UNSIGNED', 'This build of the app does not update itself.'],
] as const)('explains %s without a button', async (reason, text) => {
  open({ kind: 'blocked', reason });
  expect((await screen.findByRole('status')).textContent).toBe(text);
  expect(screen.queryByRole('button')).toBeNull();
});

it('checks for updates, and installs the one that is ready', async () => {
  const { bridge, send } = open({ kind: 'current' }, { kind: 'failed' });
  await userEvent.click(await screen.findByRole('button', { name: 'Check for updates' }));
  expect((await screen.findByRole('status')).textContent).toBe(
    'Couldn’t get updates. Check your connection and try again.',
  );
  send({ kind: 'checking' });
  expect(screen.queryByRole('button')).toBeNull();
  send({ kind: 'ready', version: '1.2.4' });
  expect(screen.getByRole('status').textContent).toContain('Version 1.2.4 is ready.');
  await userEvent.click(screen.getByRole('button', { name: 'Restart and update' }));
  expect(bridge.installUpdate).toHaveBeenCalledOnce();
});
