import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AppErrorBoundary } from './AppErrorBoundary.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

it('shows the error fallback when the desktop shell does not respond', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  vi.stubGlobal('lyceum', { getAppInfo: () => Promise.reject(new Error('The shell is gone')), forgetSession: vi.fn() });
  await import('./main.tsx');
  expect((await screen.findByRole('alert')).textContent).toContain('Error: The shell is gone');
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
});

it('shows the error fallback when a part above the router fails', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Failing = (): ReactNode => {
    throw new Error('No providers');
  };
  render(
    <AppErrorBoundary>
      <Failing />
    </AppErrorBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Error: No providers');
});
