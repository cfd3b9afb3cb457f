import { act, render } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from 'react-router-dom';
import { vi } from 'vitest';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { CourseDetailView } from '#shared/api/courses.ts';
import { Providers } from '../renderer/app/providers.tsx';
import { ModerationContext } from '../renderer/features/users/moderation.ts';
import { apiClient } from '../renderer/lib/http/api.ts';
import { createQueryClient } from '../renderer/lib/http/query-client.ts';
import { sessionQuery } from '../renderer/lib/me.ts';
import { removeToast } from '../renderer/lib/page/toasts.ts';
import { LibraryScreen } from '../renderer/screens/LibraryScreen.tsx';

const AUTHOR = {
  id: '01990000-0000-7000-8000-000000000001',
  fullName: 'Ana Ruiz',
  username: 'ana',
  role: 'teacher' as const,
  position: null,
  institution: null,
  profileImage: null,
};

/** The signed-in user of the tests. */
export const USER: CurrentUser = {
  ...AUTHOR,
  email: 'ana@example.org',
  unread: { messages: 0, notifications: 0 },
  connectionCount: 0,
  userLogCursor: 0,
};

/** A draft of the signed-in user without files and lessons. */
export const COURSE: CourseDetailView = {
  id: '01990000-0000-7000-8000-0000000000c1',
  userId: AUTHOR.id,
  version: '1',
  title: 'Algebra',
  description: 'Equations for beginners.',
  price: 0,
  currency: 'USD',
  imageUrl: null,
  category: null,
  contentType: 'course',
  forSale: false,
  status: 'draft',
  enrollments: 0,
  downloads: 0,
  reviews: 0,
  rating: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  publishedAt: null,
  updatedAt: '2026-11-01T10:00:00.000Z',
  author: AUTHOR,
  viewer: { isOwner: true, isEnrolled: false, isPurchased: false, isSaved: false, progress: null, completedAt: null },
  files: [],
  sections: [],
  changes: [],
  completionPercent: null,
  answersWithinHours: null,
  officeHours: null,
};

/** A request that the page has sent. */
interface SentRequest {
  method: string;
  path: string;
  body?: unknown;
}

/** The requests of the running test in their order. */
export let requests: SentRequest[] = [];

/** Answers every request of the test; a thrown error is the failure of the request. */
export function respondWith(respond: (method: string, path: string, body: unknown) => unknown): void {
  requests = [];
  localStorage.clear();
  removeToast();
  vi.restoreAllMocks();
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ method, path, body }) => {
    if (path === '/api/user') return { data: USER, headers: new Headers() } as never;
    requests.push({ method, path, ...(body !== undefined && { body }) });
    return { data: respond(method, path, body), headers: new Headers() } as never;
  });
}

/** The browser of a test. */
interface TestBrowser {
  /** Returns the current path. */
  path: () => string;
  /** Goes back in the history. */
  goBack: () => void;
}

/** Opens the Library at a path. */
export function openLibrary(path: string, user: CurrentUser = USER): TestBrowser {
  const page = { path, navigate: undefined as NavigateFunction | undefined };
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, user);
  render(
    <Providers client={client}>
      <ModerationContext value={{ report: vi.fn(), block: vi.fn() }}>
        <MemoryRouter initialEntries={[path]}>
          <Watch page={page} />
          <main>
            <LibraryScreen user={user} />
          </main>
        </MemoryRouter>
      </ModerationContext>
    </Providers>,
  );
  return { path: () => page.path, goBack: () => act(() => void page.navigate?.(-1)) };
}

function Watch({ page }: { page: { path: string; navigate: NavigateFunction | undefined } }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    Object.assign(page, { path: pathname + search, navigate });
  }, [navigate, page, pathname, search]);
  return null;
}
