// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { LibraryItemView } from '#shared/api/enrollments.ts';
import { ApiError } from '../../lib/http/errors.ts';
import { currentToasts } from '../../lib/page/toasts.ts';
import { COURSE, openLibrary, requests, respondWith, USER } from '../../../testing/library-page.tsx';

function item(id: string, title: string, fields: Partial<LibraryItemView['course']> = {}): LibraryItemView {
  return {
    course: { ...COURSE, id, title, userId: 'other', viewer: { ...COURSE.viewer, isOwner: false }, ...fields },
    addedAt: '2026-11-01T10:00:00.000Z',
    lastOpenedAt: null,
    isArchived: false,
    purchaseId: null,
  };
}
const LEARNING = item('c1', 'Cell biology', {
  viewer: { isOwner: false, isEnrolled: true, isPurchased: false, isSaved: false, progress: 40, completedAt: null },
});
const OTHER = item('c2', 'Latin verbs', {
  contentType: 'ebook',
  viewer: {
    isOwner: false,
    isEnrolled: true,
    isPurchased: false,
    isSaved: false,
    progress: 100,
    completedAt: '2026-11-02T10:00:00.000Z',
  },
});
const OWN = item('c3', 'My notes', { status: 'draft', enrollments: 1, downloads: 2_300, viewer: COURSE.viewer });

// Loads the code before the tests, because it would count as time of the first one.
beforeAll(async () => {
  await import('../../ui/MenuPanel.tsx');
  await import('../item/Item.tsx');
  await import('../../features/courses/components/authoring/Roster.tsx');
}, 60_000);
beforeEach(() =>
  respondWith((method, path) => {
    if (method === 'PUT') return undefined;
    if (path.startsWith('/api/library-authors'))
      return [
        { id: 'a1', fullName: 'Abe Author' },
        { id: 'a2', fullName: 'Zoe Author' },
      ];
    if (path.startsWith('/api/library?tab=created')) return [OWN];
    if (path.includes('archived=true')) return [{ ...OTHER, isArchived: true }];
    if (path.startsWith('/api/library')) return path.includes('q=nothing') ? [] : [LEARNING, OTHER];
    if (path === '/api/courses/c1') return { ...COURSE, ...LEARNING.course };
    if (path === '/api/courses/c1/review') return { review: null, canReview: false };
    return [];
  }),
);

const libraryPaths = () => requests.flatMap(({ path }) => (path.startsWith('/api/library?') ? [path] : []));

it('lists the items of the tab in the URL with their progress', async () => {
  openLibrary('/library?tab=enrolled');
  expect(screen.getByRole('tab', { name: 'Enrolled' }).getAttribute('aria-selected')).toBe('true');
  const list = await screen.findByRole('list', { name: 'Enrolled items' });
  const [first, second] = within(list).getAllByRole('article');
  expect(within(first as HTMLElement).getAllByRole('link')).toHaveLength(1);
  expect(within(first as HTMLElement).getByRole('progressbar', { name: 'Progress in Cell biology' })).toMatchObject({
    value: 40,
  });
  expect(second?.textContent).toContain('Completed');
  expect(second?.textContent).toContain('E-book');
  expect(libraryPaths()).toEqual(['/api/library?tab=enrolled']);
});

it('leads from a bought item to its receipt', async () => {
  respondWith((_method, path) =>
    path.startsWith('/api/library?') ? [{ ...LEARNING, purchaseId: 'p1' }, OTHER] : undefined,
  );
  const browser = openLibrary('/library?tab=purchased');
  await userEvent.click(await screen.findByRole('button', { name: 'More about Latin verbs' }));
  await screen.findByRole('menuitem', { name: 'Open' });
  expect(screen.queryByRole('menuitem', { name: 'Receipt' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'More about Cell biology' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Receipt' }));
  expect(browser.path()).toBe('/library?purchase=p1');
});

it.each([
  ['published', '/?item=c3'],
  ['draft', '/library?item=c3'],
] as const)('copies a link of a %s item that everyone who may see it can open', async (status, path) => {
  respondWith((_method, request) =>
    request.startsWith('/api/library?') ? [{ ...OWN, course: { ...OWN.course, status } }] : [],
  );
  openLibrary('/library?tab=created');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'More about My notes' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(new URL(path, location.href).href));
});

it('reads filters from the URL and writes them to it', async () => {
  const browser = openLibrary('/library?tab=enrolled&type=ebook&sort=title');
  await waitFor(() => expect(libraryPaths()).toEqual(['/api/library?tab=enrolled&contentType=ebook&sort=title']));
  await screen.findByRole('list', { name: 'Enrolled items' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), '');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Archived' }));
  expect(browser.path()).toBe('/library?tab=enrolled&archived=true&sort=title');
  await waitFor(() => expect(libraryPaths().at(-1)).toBe('/api/library?tab=enrolled&archived=true&sort=title'));
  // The other tabs list archived items among the others.
  await userEvent.click(screen.getByRole('tab', { name: 'Saved' }));
  expect(browser.path()).toBe('/library?tab=saved&sort=title');
  expect(screen.queryByRole('checkbox', { name: 'Archived' })).toBeNull();
});

it('filters by subject, price and author, and shows the items as a list', async () => {
  const browser = openLibrary('/library?tab=enrolled');
  const list = await screen.findByRole('list', { name: 'Enrolled items' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Subject' }), 'Biology');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Price' }), 'paid');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Author' }), 'a2');
  await waitFor(() =>
    expect(libraryPaths().at(-1)).toBe('/api/library?tab=enrolled&category=Biology&price=paid&authorId=a2'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show as a list' }));
  expect(browser.path()).toBe('/library?tab=enrolled&category=Biology&price=paid&author=a2&layout=list');
  expect(screen.getByRole('button', { name: 'Show as a grid' })).toBeTruthy();
  // The arrangement is no filter.
  await userEvent.click(screen.getByRole('tab', { name: 'Created' }));
  expect(browser.path()).toBe('/library?tab=created&layout=list');
  await screen.findByRole('list', { name: 'Created items' });
  expect(screen.queryByRole('combobox', { name: 'Author' })).toBeNull();
  expect(list.isConnected).toBe(false);
});

it('names the filters of an empty result and clears them', async () => {
  const browser = openLibrary('/library?tab=enrolled');
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search the Library' }), 'nothing');
  expect(await screen.findByText('Nothing in Enrolled matches: “nothing”.')).toBeTruthy();
  expect(browser.path()).toBe('/library?tab=enrolled&q=nothing');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(browser.path()).toBe('/library?tab=enrolled');
  expect(await screen.findByRole('link', { name: 'Cell biology' })).toBeTruthy();
});

it('archives an item and can show it again', async () => {
  openLibrary('/library?tab=enrolled');
  await userEvent.click(await screen.findByRole('button', { name: 'More about Latin verbs' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }));
  await waitFor(() =>
    expect(requests).toContainEqual({ method: 'PUT', path: '/api/library/c2/archived', body: { isArchived: true } }),
  );
  await waitFor(() => expect(currentToasts()[0]?.action?.label).toBe('Undo'));
  // Not by a click: the toast leaves after five seconds, which a busy machine can need.
  act(() => currentToasts()[0]?.action?.onSelect());
  await waitFor(() =>
    expect(requests).toContainEqual({ method: 'PUT', path: '/api/library/c2/archived', body: { isArchived: false } }),
  );
});

it('opens an item and returns to its card in the same list', async () => {
  const browser = openLibrary('/library?tab=enrolled&sort=title');
  await userEvent.click(await screen.findByRole('link', { name: 'Cell biology' }));
  expect(browser.path()).toBe('/library?tab=enrolled&sort=title&item=c1');
  await screen.findByRole('heading', { level: 1, name: 'Cell biology' });
  expect(screen.queryByRole('tablist', { name: 'Library' })).toBeNull();
  browser.goBack();
  expect(browser.path()).toBe('/library?tab=enrolled&sort=title');
  expect(document.activeElement).toBe(await screen.findByRole('link', { name: 'Cell biology' }));
});

it('leaves no lesson in the URL when an item is closed', async () => {
  respondWith((_method, path) => {
    if (path.startsWith('/api/courses/')) throw new ApiError('Not found', 404);
    return [];
  });
  const browser = openLibrary('/library?tab=enrolled&item=c9&lesson=l1&part=members');
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the list' }));
  expect(browser.path()).toBe('/library?tab=enrolled');
});

it('shows the status and the numbers of own items, and leads to their author pages', async () => {
  const browser = openLibrary('/library', { ...USER, role: 'creator' });
  const card = await screen.findByRole('article');
  expect(card.textContent).toContain('Draft');
  expect(card.textContent).toContain('1 learner');
  await userEvent.click(within(card).getByRole('button', { name: 'More about My notes' }));
  const learners = await screen.findByRole('menuitem', { name: 'Learners' });
  expect(screen.queryByRole('menuitem', { name: 'Archive' })).toBeNull();
  await userEvent.click(learners);
  expect(browser.path()).toBe('/library?learners=c3');
});

it('shows creators the catalogue, whose items open here and lead back to the filters', async () => {
  respondWith((_method, path) => {
    if (path.startsWith('/api/courses/')) throw new ApiError('Not found', 404);
    return /^\/api\/courses(?:\?|$)/.test(path) ? [{ ...OTHER.course, id: 'c7', title: 'Knots' }] : [];
  });
  const browser = openLibrary('/library', { ...USER, role: 'creator' });
  await userEvent.click(await screen.findByRole('link', { name: 'Catalogue' }));
  await screen.findByRole('heading', { level: 1, name: 'Catalogue' });
  await userEvent.type(await screen.findByRole('searchbox'), 'knots');
  await waitFor(() => expect(browser.path()).toBe('/library?q=knots&catalogue=1'));
  await userEvent.click(await screen.findByRole('link', { name: /Knots/ }));
  expect(browser.path()).toBe('/library?q=knots&catalogue=1&item=c7');
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the list' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Catalogue' })).toBeTruthy();
  cleanup();
  openLibrary('/library?catalogue=1', { ...USER, role: 'student' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Library' })).toBeTruthy();
});

it.each([
  ['teacher', { created: [OWN] }, 'Created'],
  ['institution', { created: [OWN] }, 'Created'],
  ['teacher', { purchased: [OTHER], enrolled: [LEARNING], created: [OWN] }, 'Purchased'],
  ['teacher', { enrolled: [LEARNING], created: [OWN] }, 'Enrolled'],
  ['teacher', {}, 'Purchased'],
  ['student', { enrolled: [LEARNING] }, 'Enrolled'],
  ['student', {}, 'Purchased'],
] as const)('opens for a %s on the tab that has something to see, case %#', async (role, lists, tab) => {
  respondWith((_method, path) => {
    const asked = /^\/api\/library\?tab=(\w+)/.exec(path)?.[1] ?? '';
    return (lists as Record<string, readonly LibraryItemView[]>)[asked] ?? [];
  });
  openLibrary('/library', { ...USER, role });
  expect((await screen.findByRole('tab', { name: tab })).getAttribute('aria-selected')).toBe('true');
});

it('opens an author on the tab in the URL', async () => {
  respondWith((_method, path) => (path.startsWith('/api/library?tab=created') ? [OWN] : []));
  openLibrary('/library?tab=purchased');
  expect(await screen.findByText('Nothing bought yet')).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Purchased' }).getAttribute('aria-selected')).toBe('true');
  expect(libraryPaths()).toEqual(['/api/library?tab=purchased']);
});

it('shows a failure and retries it', async () => {
  let isBroken = true;
  respondWith(() => {
    if (isBroken) throw new ApiError('The server is restarting', 503, { requestId: 'r-1' });
    return [LEARNING];
  });
  openLibrary('/library?tab=enrolled');
  expect((await screen.findByRole('alert')).textContent).toContain('The server is restarting');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Cell biology' })).toBeTruthy();
});

it('lists the learners of an own item by activity, without their email addresses', async () => {
  respondWith((_method, path) => {
    if (path.startsWith('/api/courses/c3/learners')) {
      return path.includes('inactive')
        ? []
        : [
            {
              user: COURSE.author,
              enrolledAt: '2026-11-01T10:00:00.000Z',
              progress: 60,
              completedAt: null,
              lastOpenedAt: null,
            },
          ];
    }
    return { ...COURSE, id: 'c3', title: 'My notes' };
  });
  const browser = openLibrary('/library?learners=c3');
  const row = await screen.findByRole('row', { name: /Ana Ruiz/ });
  expect(row.textContent).toContain('60%');
  expect(row.textContent).toContain('Never');
  expect(requests.map(({ path }) => path)).toContain('/api/courses/c3/learners?filter=all');
  await userEvent.click(screen.getByRole('button', { name: 'No activity for 14 days' }));
  expect(browser.path()).toBe('/library?learners=c3&filter=inactive');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(browser.path()).toBe('/library?learners=c3');
});

it('shows what the user has learned, all of it, to print or to export', async () => {
  const entry = {
    courseId: 'c1',
    title: 'Cell biology',
    contentType: 'course',
    authorName: 'Ben Adu',
    enrolledAt: '2026-11-01T10:00:00.000Z',
    progress: 50,
    completedAt: null,
    lastOpenedAt: null,
    lessonCount: 2,
    lessons: [
      { title: 'Membranes', kind: 'quiz', doneAt: '2026-11-02T10:00:00.000Z', quiz: { right: 1, questions: 2 } },
    ],
  };
  respondWith((_method, path) => (path.startsWith('/api/learning-record') ? [entry] : []));
  openLibrary('/library?record=1');
  expect(await screen.findByRole('heading', { level: 2, name: 'Cell biology' })).toBeTruthy();
  expect(screen.getByRole('row', { name: /Membranes/ }).textContent).toContain('1 of 2');
  expect(screen.getByText(/1 of 2 lessons done/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')).toBe('/api/learning-record.csv');
  expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy();
});
