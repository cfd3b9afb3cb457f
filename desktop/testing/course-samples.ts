import { vi } from 'vitest';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { CourseDetailView, CourseView, LessonEntry, LessonView } from '#shared/api/courses.ts';
import { apiClient } from '../renderer/lib/http/api.ts';
import { ApiError } from '../renderer/lib/http/errors.ts';

const AT = '2026-11-01T10:00:00.000Z';
const BEN = {
  id: 'ben',
  fullName: 'Ben Adu',
  username: 'ben.a',
  role: 'teacher' as const,
  position: null,
  institution: null,
  profileImage: null,
};

/** The signed-in user of the tests. */
export const ANA: CurrentUser = {
  id: 'ana',
  fullName: 'Ana Ruiz',
  username: 'ana',
  email: 'ana@example.org',
  role: 'student',
  profileImage: null,
  institution: null,
  position: null,
  unread: { messages: 0, notifications: 0 },
  connectionCount: 0,
  userLogCursor: 0,
};

/** Makes an item of a list; free, published and by another user unless changed. */
export function courseView(part: Partial<CourseView> = {}): CourseView {
  return {
    id: 'c1',
    userId: BEN.id,
    title: 'Algebra for beginners',
    description: 'From numbers to letters.',
    price: 0,
    currency: 'USD',
    imageUrl: null,
    category: 'Mathematics',
    contentType: 'course',
    forSale: true,
    status: 'published',
    createdAt: AT,
    publishedAt: AT,
    updatedAt: AT,
    enrollments: 12,
    downloads: 3,
    reviews: 0,
    rating: null,
    author: BEN,
    ...part,
    viewer: {
      isOwner: false,
      isEnrolled: false,
      isPurchased: false,
      isSaved: false,
      progress: null,
      completedAt: null,
      ...part.viewer,
    },
  };
}

/** Makes a lesson of an outline. */
export function lessonEntry(id: string, part: Partial<LessonEntry> = {}): LessonEntry {
  return { id, title: `Lesson ${id}`, kind: 'text', isPreview: false, isDone: false, ...part };
}

/** Makes the page of an item with two lessons and no files. */
export function courseDetail(part: Partial<CourseDetailView> = {}): CourseDetailView {
  const lessons = [lessonEntry('one', { isPreview: true }), lessonEntry('two')];
  return {
    ...courseView(part),
    version: part.version ?? '1',
    completionPercent: part.completionPercent ?? null,
    answersWithinHours: part.answersWithinHours ?? null,
    officeHours: part.officeHours ?? null,
    files: part.files ?? [],
    changes: part.changes ?? [],
    sections: part.sections ?? [{ id: 's1', title: 'Start', lessons }],
  };
}

/** Makes a lesson with its content. */
export function lessonView(id: string, part: Partial<LessonView> = {}): LessonView {
  const content = { text: null, linkUrl: null, fileId: null, questionsVersion: null, questions: null };
  return { ...lessonEntry(id), sectionId: 's1', version: '1', ...content, ...part };
}

/** What a request contains, as the tests compare it. */
interface SentRequest {
  method: string;
  path: string;
  body?: unknown;
}

/** Returns the response of a request: null without content, undefined for one that is not found. */
type Answer = (request: SentRequest) => unknown;

/** A page of a list with the cursor of the next one. */
interface SentPage {
  items: readonly unknown[];
  nextCursor: string;
}

/** Makes the response of a list with a next page; the last page is a plain array. */
export function pageOf(items: readonly unknown[], nextCursor: string): SentPage {
  return { items, nextCursor };
}

function isPage(data: unknown): data is SentPage {
  return typeof data === 'object' && data !== null && 'nextCursor' in data;
}

/** Replaces the server. Returns the paths of the requests with their methods, in their order. */
export function serve(answer: Answer): string[] {
  const sent: string[] = [];
  vi.spyOn(apiClient, 'request').mockImplementation(async (input) => {
    const { method, path, body } = input;
    sent.push(`${method} ${path}`);
    const data = await answer({ method, path, body });
    if (data === undefined) throw new ApiError('Not found', 404, { code: 'NOT_FOUND' });
    const headers = new Headers();
    if (isPage(data)) headers.set('X-Next-Cursor', data.nextCursor);
    return { data: isPage(data) ? data.items : (data ?? undefined), headers, status: 200 } as never;
  });
  return sent;
}
