import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toFeedPost } from '../feed.ts';
import { FeedPage } from './FeedPage.tsx';

/** Tells the page where it stands, as a browser would after a scroll. */
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
    isQuestion: false,
    answerId: null,
    attached: null,
    sharedPostId: null,
    shared: null,
    author,
  };
  const writes = { setLike: vi.fn(), setSaved: vi.fn() };
  const { container } = render(
    <MemoryRouter>
      <FeedPage
        posts={[toFeedPost(view, 'everyone')]}
        startsAt={1}
        openIds={new Set()}
        writes={writes}
        onComments={vi.fn()}
        onWindow={vi.fn()}
        onReport={vi.fn()}
        comments={() => null}
        attachment={() => null}
      />
    </MemoryRouter>,
  );
  return container.firstElementChild as HTMLElement;
}

it('keeps only its height while it is far from the screen', () => {
  const page = show();
  observe(false);
  expect(screen.queryByText('Hello')).toBeNull();
  expect(page.style.height).toBe('640px');
  observe(true);
  expect(screen.getByText('Hello')).toBeTruthy();
  expect(page.style.height).toBe('');
});

it('stays drawn while it holds the focus, and folds once that has gone', () => {
  show();
  const article = screen.getByRole('article');
  act(() => article.focus());
  observe(false);
  expect(screen.getByRole('article')).toBe(article);
  act(() => article.blur());
  expect(screen.queryByRole('article')).toBeNull();
});
