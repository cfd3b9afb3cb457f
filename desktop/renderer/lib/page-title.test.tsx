// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { usePageTitle } from './page-title.ts';

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

it('names the window, and moves focus to the h1 only when the address has changed', () => {
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
