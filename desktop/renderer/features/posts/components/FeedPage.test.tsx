import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { FeedPage } from './FeedPage.tsx';

// The observer of a test reports the position of the page only.
vi.mock('../../../lib/live/use-rooms.ts', () => ({ useRoomsInView: vi.fn() }));

/** Reports the position of the page, as a browser does after a scroll. */
let observe: (isIntersecting: boolean) => void;

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(run: (entries: { isIntersecting: boolean; boundingClientRect: { height: number } }[]) => void) {
        observe = (isIntersecting) => act(() => run([{ isIntersecting, boundingClientRect: { height: 640 } }]));
      }
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function show(): HTMLElement {
  const author = {
    id: 'u1',
    fullName: 'Ana Ruiz',
    username: 'ana',
    role: 'teacher' as const,
    position: null,
    institution: null,
    profileImage: null,
  };
  const view = {
    id: 'p1',
    userId: 'u1',
    content: 'Hello',
    imageUrl: null,
    imageAlt: null,
    likes: 0,
    comments: 0,
    shares: 0,
    createdAt: '2026-01-01T10:00:00.000Z',
    editedAt: null,
    mentions: [],
    isQuestion: false,
    isAnnouncement: false,
    isPinned: false,
    audience: { type: 'everyone' as const, id: null, name: null },
    answerId: null,
    attached: null,
    sharedPostId: null,
    shared: null,
    author,
    viewer: { liked: false, saved: false, canEdit: false, canDelete: false, why: 'everyone' as const },
  };
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <FeedPage
          posts={[view]}
          startsAt={1}
          openIds={[]}
          onComments={vi.fn()}
          onDialog={vi.fn()}
          comments={() => null}
          attachment={() => null}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return container.firstElementChild as HTMLElement;
}

it('renders only its height while it is far from the viewport', () => {
  const page = show();
  observe(false);
  expect(screen.queryByText('Hello')).toBeNull();
  expect(page.style.height).toBe('640px');
  observe(true);
  expect(screen.getByText('Hello')).toBeTruthy();
  expect(page.style.height).toBe('');
});

it('stays rendered while it has the focus, and collapses afterwards', () => {
  show();
  const article = screen.getByRole('article');
  act(() => article.focus());
  observe(false);
  expect(screen.getByRole('article')).toBe(article);
  act(() => article.blur());
  expect(screen.queryByRole('article')).toBeNull();
});
