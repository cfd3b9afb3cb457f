import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { MentionText } from './MentionText.tsx';

it('links mentioned users to their profiles, and nothing inside a URL', () => {
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <MentionText mentions={[{ userId: 'b', username: 'ben' }]}>
          {'Hi @Ben, see https://example.test/@ben and @zoe'}
        </MentionText>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/profile/b',
    'https://example.test/@ben',
  ]);
  expect(container.textContent).toBe('Hi @Ben, see example.test/@ben and @zoe');
});
