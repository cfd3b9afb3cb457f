import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { SettingsWindow } from './SettingsWindow.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['profile', 'Profile'],
  ['notifications', 'Notifications'],
  ['unknown', 'Account'],
])('opens at the section “%s” and focuses its heading', async (section, title) => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(undefined);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SettingsWindow
          section={section}
          role="creator"
          userId="amara"
          appearance={{ theme: 'system', colorScheme: '#2563EB', fontSize: 2 }}
          onChange={vi.fn()}
          onLeave={async () => undefined}
          onClose={vi.fn()}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const heading = await screen.findByRole('heading', { name: title });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(scroll.mock.contexts).toEqual(section === 'unknown' ? [] : [heading]);
});
