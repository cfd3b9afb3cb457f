import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CourseDetailView, CourseView } from '#shared/api/courses.ts';
import type { LiveLink } from '../../lib/live/live-link.ts';
import { LiveListeners } from '../../lib/live/live-listeners.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { courseDetail, courseView } from '../../../testing/course-samples.ts';
import { preferencesQuery, privacyQuery } from '../../lib/me.ts';
import { currentToasts, removeToast } from '../../lib/page/toasts.ts';
import type { CoursePages } from './apply.ts';
import { courseQuery, coursesQuery } from './api/queries.ts';
import { bindCourses } from './live.ts';

const LATER = '2026-11-02T10:00:00.000Z';
let client = createQueryClient();
let listeners = new LiveListeners();
let end = (): void => undefined;

beforeEach(async () => {
  client = createQueryClient();
  listeners = new LiveListeners();
  end = bindCourses({ link: { subscribe: listeners.pushes.on } as LiveLink, client, userId: 'ana' });
  await import('./pushes.ts');
});
afterEach(() => {
  end();
  vi.restoreAllMocks();
});

const LIST = coursesQuery({}).queryKey;
const ONE = courseQuery('c1').queryKey;
function fill(items: readonly CourseView[], detail?: CourseDetailView): void {
  client.setQueryData<CoursePages>(LIST, { pages: [{ items: [...items], nextCursor: null }], pageParams: [undefined] });
  if (detail) client.setQueryData(ONE, detail);
}
const listed = () => client.getQueryData<CoursePages>(LIST)?.pages.flatMap(({ items }) => items) ?? [];
function push(name: string, payload: object): void {
  listeners.onPush(name, { ...payload, at: LATER });
}
/** The pushed form of an item. */
function pushed(part: Partial<CourseView>, countedAt = LATER): object {
  const { viewer: _viewer, ...view } = courseView(part);
  return { ...view, countedAt };
}

it('shows a new item, an edit and counters where the item is listed and open', async () => {
  fill([courseView()], courseDetail());
  push('course-created', pushed({ id: 'c2', title: 'Tides', publishedAt: LATER, enrollments: 0 }));
  await expect.poll(() => listed().map(({ id }) => id)).toEqual(['c2', 'c1']);
  push('course-updated', pushed({ title: 'Algebra II', updatedAt: LATER }));
  await expect.poll(() => listed()[1]?.title).toBe('Algebra II');
  expect(client.getQueryData(ONE)).toMatchObject({ title: 'Algebra II', sections: [{ id: 's1' }] });
  // The outline may have changed with it.
  expect(client.getQueryState(ONE)?.isInvalidated).toBe(true);
  push('course-updated', { id: 'c1', enrollments: 40, downloads: 9, countedAt: '2026-11-02T10:00:02.000Z' });
  await expect.poll(() => client.getQueryData(ONE)?.enrollments).toBe(40);
  expect(listed()[1]).toMatchObject({ enrollments: 40, downloads: 9 });
});

it('keeps the viewer block, and ignores older texts and older counters', async () => {
  const viewer = {
    isOwner: false,
    isEnrolled: true,
    isPurchased: false,
    isSaved: true,
    progress: 50,
    completedAt: null,
  };
  fill([courseView({ viewer, updatedAt: LATER, title: 'Now' })]);
  push('course-updated', { id: 'c1', enrollments: 20, downloads: 5, countedAt: '2026-11-02T10:00:05.000Z' });
  push('course-updated', pushed({ title: 'Before', enrollments: 19 }, '2026-11-02T10:00:04.000Z'));
  push('course-updated', { id: 'c1', enrollments: 18, downloads: 5, countedAt: '2026-11-02T10:00:03.000Z' });
  push('course-created', pushed({ id: 'c2', publishedAt: LATER, enrollments: 0 }));
  await expect.poll(() => listed().length).toBe(2);
  expect(listed()[1]).toMatchObject({ title: 'Now', enrollments: 20, viewer });
});

it('shows learners that the content of an item changed, unless the switch is off or in quiet hours', async () => {
  const setUp = (courseUpdateNotifications: boolean, isQuiet: boolean): void => {
    client.setQueryData(preferencesQuery.queryKey, { courseUpdateNotifications } as never);
    const quietHours = { isOn: isQuiet, from: '00:00', to: '00:00', zone: 'UTC' };
    client.setQueryData(privacyQuery.queryKey, { quietHours } as never);
  };
  fill([courseView()], courseDetail());
  for (const [title, isOn, isQuiet] of [
    ['Algebra I', false, false],
    ['Algebra II', true, true],
  ] as const) {
    setUp(isOn, isQuiet);
    push('course-updated', { ...pushed({ title }), isNews: true });
    await expect.poll(() => listed()[0]?.title).toBe(title);
    expect(currentToasts()).toEqual([]);
  }
  setUp(true, false);
  push('course-updated', pushed({ title: 'Algebra III' }));
  push('course-updated', { ...pushed({ title: 'Algebra IV' }), isNews: true });
  await expect.poll(currentToasts).toMatchObject([{ title: 'Course updated', description: 'Algebra IV' }]);
  expect(listed()[0]).not.toHaveProperty('isNews');
  expect(client.getQueryData(ONE)).not.toHaveProperty('isNews');
  removeToast();
});

it('removes a deleted item from the lists and fetches its page again', async () => {
  fill([courseView()], courseDetail());
  push('course-deleted', { id: 'c1' });
  await expect.poll(listed).toEqual([]);
  expect(client.getQueryState(ONE)?.isInvalidated).toBe(true);
});

it('fetches the lists again for an item that others have used before it was published again', async () => {
  fill([]);
  push('course-created', pushed({ enrollments: 12, publishedAt: LATER }));
  await expect.poll(() => client.getQueryState(LIST)?.isInvalidated).toBe(true);
});
