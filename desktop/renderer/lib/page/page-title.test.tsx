// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setTitleCount, usePageTitle } from './page-title.ts';

afterEach(cleanup);

function Page({ title, hasField = false }: { title: string; hasField?: boolean }) {
  usePageTitle(title);
  return (
    <main>
      <h1>{title}</h1>
      {hasField && <input aria-label="Field" autoFocus />}
    </main>
  );
}

it('sets the window title, and moves focus to the h1 only when the path has changed', () => {
  globalThis.history.replaceState(null, '', '/home');
  render(<Page key="home" title="Home" />);
  expect(document.title).toBe('Home · Lyceum');
  expect(document.activeElement).toBe(document.body);
  cleanup();

  globalThis.history.replaceState(null, '', '/help');
  render(<Page key="help" title="Help" />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Help' }));
  cleanup();

  globalThis.history.replaceState(null, '', '/auth');
  render(<Page key="auth" title="Sign in" hasField />);
  expect(document.activeElement).toBe(screen.getByLabelText('Field'));
});

it('shows the number of unread notifications before the title of every page', () => {
  const { rerender } = render(<Page title="Home" />);
  setTitleCount(3);
  expect(document.title).toBe('(3) Home · Lyceum');
  rerender(<Page title="Help" />);
  expect(document.title).toBe('(3) Help · Lyceum');
  setTitleCount(120);
  expect(document.title).toBe('(99+) Help · Lyceum');
  setTitleCount(0);
  expect(document.title).toBe('Help · Lyceum');
});
