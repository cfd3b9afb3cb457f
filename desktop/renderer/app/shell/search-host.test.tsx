// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { apiClient } from '../../lib/http/api.ts';
import { VISITOR_APPEARANCE } from '../../styles/appearance.ts';
import { Shell } from './Shell.tsx';

/** Settles when the code of the search dialog may load. */
const loading = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./PaletteHost.tsx', async (importOriginal) => {
  const module = await importOriginal<object>();
  await loading.promise;
  return module;
});

beforeEach(() => {
  vi.spyOn(apiClient, 'request').mockResolvedValue({
    data: { recent: [], people: [], items: [], actions: [] } as never,
    headers: new Headers(),
  });
});

function Here() {
  return <p data-testid="path">{useLocation().pathname}</p>;
}

function renderShell() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/library']}>
        <Shell
          user={{ id: 'ana', fullName: 'Ana Ruiz', username: 'ana', role: 'teacher', email: 'ana@example.org' }}
          appearance={VISITOR_APPEARANCE}
          connection="live"
          onAppearanceChange={vi.fn()}
          onSignOut={vi.fn()}
          onReconnect={vi.fn()}
        >
          <textarea aria-label="Message" />
          <Here />
        </Shell>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('takes what is typed before the code of the search dialog has loaded', async () => {
  renderShell();
  await userEvent.click(screen.getByLabelText('Message'));
  await userEvent.keyboard('{Control>}k{/Control}never mind{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Message'));
  await userEvent.keyboard('{Control>}k{/Control}go home');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByTestId('path').textContent).toBe('/library');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('');
  await act(async () => loading.resolve());
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' });
  expect([field.value, field.selectionStart]).toEqual(['go home', 7]);
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Message')));
});
