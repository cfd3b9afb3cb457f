// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import { VISITOR_APPEARANCE } from '../../styles/appearance.ts';
import { Shell } from './Shell.tsx';
import type { ShellProps } from './Shell.tsx';

// Loads the code before the tests, because it would count as time of the first one.
beforeAll(() => import('./ShortcutsSheet.tsx'));
beforeEach(() => localStorage.clear());
afterEach(cleanup);

function Here() {
  return <p data-testid="path">{useLocation().pathname}</p>;
}

function renderShell(role: Role = 'teacher', props: Partial<ShellProps> = {}) {
  const handlers = { onAppearanceChange: vi.fn(), onSignOut: vi.fn(), onReconnect: vi.fn() };
  render(
    <MemoryRouter initialEntries={['/library']}>
      <Shell
        user={{ id: 'ana', fullName: 'Ana Ruiz', username: 'ana', role, email: 'ana@example.org' }}
        appearance={VISITOR_APPEARANCE}
        connection="live"
        {...handlers}
        {...props}
      >
        <h1>Page</h1>
        <input aria-label="Note" />
        <Here />
      </Shell>
    </MemoryRouter>,
  );
  return handlers;
}

/** Renders the shell and waits for the code of its shortcuts. */
async function renderReady(...args: Parameters<typeof renderShell>): Promise<void> {
  renderShell(...args);
  await vi.dynamicImportSettled();
}

function placeNames(): string[] {
  return within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
}

it('shows all pages to a teacher and highlights the current one', () => {
  renderShell();
  expect(placeNames()).toEqual([
    'Home',
    'Library',
    'Courses',
    'Chat',
    'Connections',
    'Students',
    'Analytics',
    'Help',
    'Settings',
  ]);
  expect(screen.getByRole('link', { name: 'Library' }).getAttribute('aria-current')).toBe('page');
});

it('shows only Library and Help to a creator', () => {
  renderShell('creator');
  expect(placeNames()).toEqual(['Library', 'Help']);
});

it('opens a page by g and a letter, but not while typing', async () => {
  await renderReady();
  await userEvent.keyboard('gc');
  expect(screen.getByTestId('path').textContent).toBe('/chat');
  await userEvent.type(screen.getByLabelText('Note'), 'gh?');
  expect(screen.getByTestId('path').textContent).toBe('/chat');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  [
    'Cyrillic',
    [
      { key: 'п', code: 'KeyG' },
      { key: 'с', code: 'KeyC' },
    ],
    '/chat',
  ],
  [
    'Arabic',
    [
      { key: 'ل', code: 'KeyG' },
      { key: 'ؤ', code: 'KeyC' },
    ],
    '/chat',
  ],
  [
    'Dvorak',
    [
      { key: 'g', code: 'KeyU' },
      { key: 'c', code: 'KeyI' },
    ],
    '/chat',
  ],
  [
    'Dvorak, at the position of G and C',
    [
      { key: 'i', code: 'KeyG' },
      { key: 'j', code: 'KeyC' },
    ],
    '/library',
  ],
])('opens a page on a keyboard with the layout %s', async (_layout, keys, path) => {
  await renderReady();
  for (const key of keys) fireEvent.keyDown(document.body, key);
  expect(screen.getByTestId('path').textContent).toBe(path);
});

it('does not open member pages for a creator', async () => {
  await renderReady('creator');
  await userEvent.keyboard('gh');
  expect(screen.getByTestId('path').textContent).toBe('/library');
});

it('opens the shortcuts by ?, and its switch turns single keys off permanently', async () => {
  await renderReady();
  await userEvent.keyboard('?');
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('switch', { name: 'Single-key shortcuts' }),
  );
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('gh');
  expect(screen.getByTestId('path').textContent).toBe('/library');
  expect(localStorage.getItem('singleKeyShortcuts')).toBe('off');
});

it('opens the list of shortcuts on an Arabic layout by the key of ?', async () => {
  await renderReady();
  fireEvent.keyDown(document.body, { key: 'ظ', code: 'Slash' });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.body, { key: '؟', code: 'Slash', shiftKey: true });
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it('shows that live updates are paused, and reconnects', async () => {
  const { onReconnect } = renderShell('student', { connection: 'paused' });
  expect(screen.getByText('Live updates paused')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reconnect' }));
  expect(onReconnect).toHaveBeenCalledOnce();
});

it('signs out from the menu of the member', async () => {
  const { onSignOut } = renderShell();
  await userEvent.click(screen.getByRole('button', { name: /Your account/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  expect(onSignOut).toHaveBeenCalledOnce();
});

it('skips to the content', async () => {
  renderShell();
  await userEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('moves between the parts of the window by F6', async () => {
  await renderReady();
  await userEvent.keyboard('{F6}');
  await waitFor(() =>
    expect(screen.getByRole('navigation', { name: 'Main' }).contains(document.activeElement)).toBe(true),
  );
  await userEvent.keyboard('{F6}');
  await waitFor(() => expect(screen.getByRole('banner').contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{F6}');
  await waitFor(() => expect(screen.getByRole('main').contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{Shift>}{F6}{F6}{/Shift}');
  await waitFor(() =>
    expect(screen.getByRole('navigation', { name: 'Main' }).contains(document.activeElement)).toBe(true),
  );
});
