// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { CourseDetailView, CourseFileView, CourseViewer, LessonView } from '#shared/api/courses.ts';
import { captionsOf } from '../features/courses/file-facts.ts';
import { ModerationContext } from '../features/users/moderation.ts';
import { ApiError } from '../lib/http/errors.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { currentToasts, removeToast } from '../lib/page/toasts.ts';
import { ANA, courseDetail, lessonEntry, lessonView, serve } from '../../testing/course-samples.ts';
import { CoursesScreen } from './CoursesScreen.tsx';

const VIDEO: CourseFileView = {
  id: 'f1',
  title: 'The lecture',
  name: 'lecture.mp4',
  type: 'video/mp4',
  size: 5 * 1024 * 1024,
  sha256: '',
  version: 2,
  isPreview: false,
  updatedAt: '2026-11-02T10:00:00.000Z',
  url: '/api/courses/c1/files/f1',
};
const LEARNER: CourseViewer = {
  isOwner: false,
  isEnrolled: true,
  isSaved: false,
  progress: 0,
  completedAt: null,
  isPurchased: false,
};
const moderation = { report: vi.fn(), block: vi.fn() };

// Loads the code before the tests, because it would count as time of one of them.
beforeAll(async () => {
  await import('./item/Item.tsx');
  await import('../ui/reader/ReaderDialog.tsx');
  await import('../ui/MenuPanel.tsx');
}, 60_000);
afterEach(() => {
  cleanup();
  removeToast();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(path: string | { pathname: string; search: string; state: object }, user: CurrentUser = ANA): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ModerationContext value={moderation}>
        <MemoryRouter initialEntries={[path]}>
          <main>
            <CoursesScreen user={user} />
          </main>
        </MemoryRouter>
      </ModerationContext>
    </QueryClientProvider>,
  );
}

/** A server with one item, its lessons and the responses of writes by method and path. */
function serveItem(course: CourseDetailView, writes: Record<string, (body: unknown) => unknown> = {}): string[] {
  return serve(({ method, path, body }) => {
    const write = writes[`${method} ${path}`];
    if (write) return write(body);
    return path === '/api/courses/c1' ? structuredClone(course) : undefined;
  });
}

it('shows what is in an item before it is joined, and what to do for the rest', async () => {
  const pdf = {
    ...VIDEO,
    id: 'f2',
    title: 'Notes',
    name: 'notes.pdf',
    type: 'application/pdf',
    version: 1,
    size: 2_048,
  };
  serveItem(
    courseDetail({
      files: [
        { ...VIDEO, url: null },
        { ...pdf, isPreview: true, url: '/api/courses/c1/files/f2' },
      ],
      completionPercent: 30,
      answersWithinHours: 24,
      officeHours: { isOn: true, days: [1], from: '00:00', to: '00:00', zone: 'UTC' },
      changes: [{ id: 'x', note: 'Corrected lesson two', createdAt: '2026-11-03T10:00:00.000Z' }],
    }),
  );
  open('/courses?item=c1');
  await screen.findByRole('heading', { level: 1, name: 'Algebra for beginners' });
  const facts = screen.getByRole('region', { name: 'Facts' });
  expect(facts.textContent).toContain('Learners12');
  expect(facts.textContent).toContain('Completed by30% of learners');
  expect(facts.textContent).toContain('AuthorUsually answers within a day');
  expect(facts.textContent).toContain('Office hours');
  expect(facts.textContent).toContain('MP4, PDF · 2 files · 5 MB');
  expect(screen.getByRole('link', { name: 'Ben Adu' }).getAttribute('href')).toBe('/profile/ben');
  expect(screen.getByRole('link', { name: /Lesson one/ }).getAttribute('href')).toBe('/courses?item=c1&lesson=one');
  expect(screen.queryByRole('link', { name: /Lesson two/ })).toBeNull();
  expect(screen.getByText('Enroll to open all files.')).toBeTruthy();
  expect(screen.getByText(/lecture\.mp4/).closest('li')?.textContent).toContain('Version 2');
  expect(screen.getAllByRole('link', { name: /^Download/ }).map((link) => link.getAttribute('href'))).toEqual([
    '/api/courses/c1/files/f2/download',
  ]);
  expect(screen.getByRole('button', { name: 'Preview Notes' })).toBeTruthy();
  expect(screen.getByText('Corrected lesson two')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ask the author' }).getAttribute('href')).toBe(
    '/chat?with=ben&about=course:c1',
  );
});

it('enrolls at once, and returns to Enroll when the server refuses', async () => {
  let refuse = (_error: Error): void => undefined;
  serveItem(courseDetail(), {
    'POST /api/courses/c1/enroll': () => new Promise((_resolve, reject) => (refuse = reject)),
  });
  open('/courses?item=c1');
  (await screen.findByRole('button', { name: 'Enroll' })).focus();
  await userEvent.keyboard('{Enter}');
  const next = await screen.findByRole('link', { name: 'Continue' });
  expect(screen.getByText('You are enrolled.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Facts' }).textContent).toContain('Learners13');
  expect(document.activeElement).toBe(next);
  refuse(new ApiError('Too many requests', 429, { code: 'RATE_LIMITED' }));
  const enroll = await screen.findByRole('button', { name: 'Enroll' });
  expect(document.activeElement).toBe(enroll);
  expect(screen.getByRole('region', { name: 'Facts' }).textContent).toContain('Learners12');
  expect(currentToasts()[0]).toMatchObject({ title: "Couldn't enroll in this item", variant: 'destructive' });
});

it('leaves after a question that names the consequence', async () => {
  let isEnrolled = true;
  const sent = serve(({ method, path }) => {
    if (method === 'DELETE') isEnrolled = false;
    if (method === 'DELETE') return null;
    return path === '/api/courses/c1' ? courseDetail(isEnrolled ? { viewer: LEARNER } : {}) : undefined;
  });
  open('/courses?item=c1');
  await userEvent.click(await screen.findByRole('button', { name: 'More about this item' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Leave' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain("Your progress will be deleted. This can't be undone.");
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
  await screen.findByRole('button', { name: 'Enroll' });
  expect(sent).toContain('DELETE /api/courses/c1/enroll');
});

it('can be left by those who enrolled for free, also once it has a price, and says what they lose', async () => {
  serveItem(courseDetail({ price: 1_900, viewer: LEARNER }));
  open('/courses?item=c1');
  expect(await screen.findByText('You are enrolled.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'More about this item' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Leave' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('You cannot enroll for free again.');
});

it('cannot be left by those who bought it, also once it is free', async () => {
  serveItem(courseDetail({ price: 0, viewer: { ...LEARNER, isPurchased: true } }));
  open('/courses?item=c1');
  expect(await screen.findByText('You have this item.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'More about this item' }));
  expect(await screen.findByRole('menuitem', { name: 'Report' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Leave' })).toBeNull();
});

it('saves at once, and reports to the operators', async () => {
  const sent = serveItem(courseDetail(), { 'PUT /api/saved/course/c1': () => null });
  open('/courses?item=c1');
  const save = await screen.findByRole('button', { name: 'Save' });
  await userEvent.click(save);
  expect(save.getAttribute('aria-pressed')).toBe('true');
  expect(sent).toContain('PUT /api/saved/course/c1');
  await userEvent.click(screen.getByRole('button', { name: 'More about this item' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report' }));
  expect(moderation.report.mock.calls[0]?.[0]).toMatchObject({ type: 'course', id: 'c1', author: { id: 'ben' } });
});

it('counts that it was opened, once and with the link that led to it', async () => {
  const views: unknown[] = [];
  const writes = { 'POST /api/analytics/views': (body: unknown) => void views.push(body) };
  serveItem(courseDetail(), writes);
  open({ pathname: '/courses', search: '?item=c1', state: { source: 'search' } });
  await waitFor(() => expect(views).toEqual([{ type: 'course', id: 'c1', source: 'search' }]));
  cleanup();
  serveItem(courseDetail(), writes);
  open('/courses?item=c1');
  await waitFor(() => expect(views.slice(1)).toEqual([{ type: 'course', id: 'c1' }]));
});

it('leads the author to the form, and creators to no profile and no chat', async () => {
  serveItem(
    courseDetail({ status: 'draft', viewer: { ...LEARNER, isOwner: true, isEnrolled: false, progress: null } }),
  );
  open('/courses?item=c1');
  expect((await screen.findByRole('link', { name: 'Edit' })).getAttribute('href')).toBe('/library?edit=c1');
  expect(screen.getByRole('link', { name: 'Numbers' }).getAttribute('href')).toBe('/analytics?item=c1');
  expect(screen.getByRole('link', { name: 'Learners' }).getAttribute('href')).toBe('/library?learners=c1');
  expect(screen.getByText(/This is a draft/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Ask the author' })).toBeNull();
  cleanup();
  serveItem(courseDetail());
  open('/courses?item=c1', { ...ANA, role: 'creator' });
  await screen.findByRole('button', { name: 'Enroll' });
  expect(screen.queryByRole('link', { name: /Ben Adu|Ask the author/ })).toBeNull();
});

describe('a class', () => {
  const serveClass = (course: CourseDetailView): string[] =>
    serve(({ path }) => {
      if (path === '/api/courses/c1') return structuredClone(course);
      return /^\/api\/(posts|events)\?/.test(path) ? [] : undefined;
    });

  it('has its discussion, announcements and events beside the content for a learner, with what is due', async () => {
    serveClass(courseDetail({ viewer: LEARNER }));
    open('/courses?item=c1');
    const tabs = await screen.findByRole('tablist', { name: 'Parts of this item' });
    expect(
      within(tabs)
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['Content', 'Discussion', 'Announcements', 'Events']);
    expect(screen.getByText('Next lesson:').closest('p')?.textContent).toBe('Next lesson: Lesson one');
    await userEvent.click(screen.getByRole('tab', { name: 'Discussion' }));
    expect(await screen.findByText('No posts yet')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Lessons' })).toBeNull();
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByText('No announcements yet')).toBeTruthy();
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByText('No upcoming events')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'New event' })).toBeNull();
  });

  it('lets the author announce and invite', async () => {
    serveClass(courseDetail({ viewer: { ...LEARNER, isOwner: true, isEnrolled: false, progress: null } }));
    open('/courses?item=c1&part=events');
    expect(await screen.findByRole('button', { name: 'New event' })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Announcements' }));
    expect(await screen.findByLabelText('What should all learners know?')).toBeTruthy();
  });

  it('is nothing for others, and for creators who have joined the item of another', async () => {
    const others = serveClass(courseDetail());
    open('/courses?item=c1&part=discussion');
    await screen.findByRole('button', { name: 'Enroll' });
    expect(screen.queryByRole('tablist')).toBeNull();
    cleanup();
    const creators = serveClass(courseDetail({ viewer: LEARNER }));
    open('/library?item=c1', { ...ANA, role: 'creator' });
    await screen.findByRole('link', { name: 'Continue' });
    expect(screen.queryByRole('tablist')).toBeNull();
    expect([...others, ...creators].filter((request) => /posts|events/.test(request))).toEqual([]);
  });
});

it('leads those who have the item of a creator to their questions', async () => {
  const author = { ...courseDetail().author, role: 'creator' as const };
  serveItem(courseDetail({ author, viewer: LEARNER }));
  open('/courses?item=c1');
  expect((await screen.findByRole('link', { name: 'Ask the author' })).getAttribute('href')).toBe(
    '/chat?with=ben&about=course:c1',
  );
  cleanup();
  serveItem(courseDetail({ author }));
  open('/courses?item=c1');
  await screen.findByRole('button', { name: 'Enroll' });
  expect(screen.queryByRole('link', { name: 'Ask the author' })).toBeNull();
});

it('says that an item is unavailable', async () => {
  serve(() => undefined);
  open('/courses?item=c9');
  expect(await screen.findByRole('heading', { name: 'This item is unavailable.' })).toBeTruthy();
});

it('marks a lesson as done at once and goes on by keyboard', async () => {
  const texts: Record<string, LessonView> = {
    one: lessonView('one', { text: 'Letters stand for numbers. https://example.org' }),
    two: lessonView('two', { text: 'The second one' }),
  };
  const stored: unknown[] = [];
  serve(({ method, path, body }) => {
    if (method === 'PUT') {
      stored.push(body);
      return { progress: 50, completedAt: null, lastOpenedAt: null };
    }
    const lesson = texts[path.split('/').at(-1) ?? ''];
    return lesson ?? (path === '/api/courses/c1' ? courseDetail({ viewer: LEARNER }) : undefined);
  });
  open('/courses?item=c1&lesson=one');
  expect(await screen.findByText(/Letters stand for numbers/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'example.org' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Mark as done' }));
  expect(screen.getByRole('button', { name: 'Mark as not done' })).toBeTruthy();
  expect(screen.getByText('1 of 2 lessons done')).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('progressbar', { name: 'Your progress' })).toHaveProperty('value', 50));
  expect(stored).toEqual([{ lessonId: 'one', isDone: true }]);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toContain('Lesson one');
  screen.getByRole('link', { name: /^Next.*Lesson two$/ }).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('The second one')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Lesson two');
});

it('restores a lesson that could not be marked', async () => {
  serveItem(courseDetail({ viewer: LEARNER }), {
    'GET /api/courses/c1/lessons/one': () => lessonView('one', { text: 'Hello' }),
    'PUT /api/courses/c1/progress': () => undefined,
  });
  open('/courses?item=c1&lesson=one');
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as done' }));
  expect(await screen.findByRole('button', { name: 'Mark as done' })).toBeTruthy();
  await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: "Couldn't store your progress" }));
});

it('does not request a lesson that is locked', async () => {
  const sent = serveItem(courseDetail());
  open('/courses?item=c1&lesson=two');
  expect(await screen.findByRole('heading', { name: 'This lesson is locked.' })).toBeTruthy();
  expect(sent.some((request) => request.includes('/lessons/'))).toBe(false);
});

it('checks the answers of a quiz by keyboard, explains them, and can be repeated', async () => {
  const quiz = lessonView('quiz', {
    kind: 'quiz',
    questionsVersion: 'first',
    questions: [
      { text: 'What is 1 + 1?', options: ['1', '2'] },
      { text: 'Is 7 a prime?', options: ['Yes', 'No'] },
    ],
  });
  const answers: unknown[] = [];
  serveItem(
    courseDetail({ viewer: LEARNER, sections: [{ id: 's1', title: 'Start', lessons: [lessonEntry('quiz')] }] }),
    {
      'GET /api/courses/c1/lessons/quiz': () => quiz,
      'POST /api/courses/c1/lessons/quiz/answers': (body) => {
        answers.push(body);
        return {
          results: [
            { isCorrect: true, correct: 1, explanation: '' },
            { isCorrect: false, correct: 0, explanation: 'It has no other divisors.' },
          ],
          progress: { progress: 100, completedAt: null, lastOpenedAt: null },
        };
      },
    },
  );
  open('/courses?item=c1&lesson=quiz');
  const first = within(await screen.findByRole('group', { name: /1 \+ 1/ }));
  const second = within(screen.getByRole('group', { name: /prime/ }));
  await userEvent.click(first.getByRole('radio', { name: '2' }));
  screen.getByRole('button', { name: 'Check answers' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(second.getByText('Choose an answer.')).toBeTruthy();
  expect(document.activeElement).toBe(second.getByRole('radio', { name: 'Yes' }));
  await userEvent.click(second.getByRole('radio', { name: 'No' }));
  await userEvent.click(screen.getByRole('button', { name: 'Check answers' }));
  expect(await screen.findByText('1 of 2 correct')).toBeTruthy();
  expect(answers).toEqual([{ questionsVersion: 'first', answers: [1, 1] }]);
  expect(first.getByText('Correct')).toBeTruthy();
  expect(second.getByText('Not correct')).toBeTruthy();
  expect(second.getByText('It has no other divisors.')).toBeTruthy();
  expect(second.getByRole('radio', { name: /Yes/ }).closest('label')?.textContent).toContain('Right answer');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.queryByText('1 of 2 correct')).toBeNull();
  expect(first.getByRole<HTMLInputElement>('radio', { name: '2' }).checked).toBe(false);
});

it('continues a video where the learner stopped, and stores the position when it is paused and closed', async () => {
  const stored: unknown[] = [];
  const lesson = lessonEntry('film', { kind: 'file' });
  serveItem(
    courseDetail({ viewer: LEARNER, files: [VIDEO], sections: [{ id: 's1', title: 'Start', lessons: [lesson] }] }),
    {
      'GET /api/courses/c1/lessons/film': () => lessonView('film', { kind: 'file', fileId: 'f1' }),
      'GET /api/courses/c1/positions': () => [
        { fileId: 'f1', percent: 0.25, furthest: 0.25, position: '50.0', updatedAt: '' },
      ],
      'PUT /api/courses/c1/progress': (body) => {
        stored.push(body);
        return { progress: 30, completedAt: null, lastOpenedAt: null };
      },
    },
  );
  open('/courses?item=c1&lesson=film');
  const video = await screen.findByLabelText<HTMLVideoElement>('The lecture');
  expect(video.getAttribute('src')).toBe('/api/courses/c1/files/f1');
  Object.defineProperty(video, 'duration', { value: 200 });
  fireEvent.loadedMetadata(video);
  expect(video.currentTime).toBe(50);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5×');
  expect(video.playbackRate).toBe(1.5);
  video.currentTime = 60;
  fireEvent.timeUpdate(video);
  expect(stored).toEqual([]);
  fireEvent.pause(video);
  await waitFor(() => expect(stored).toEqual([{ fileId: 'f1', percent: 0.3, position: '60.0' }]));
  video.currentTime = 80;
  fireEvent.timeUpdate(video);
  await userEvent.click(screen.getByRole('link', { name: 'Algebra for beginners' }));
  await waitFor(() => expect(stored).toHaveLength(2));
  expect(stored[1]).toEqual({ fileId: 'f1', percent: 0.4, position: '80.0' });
});

/** The text of a file in the reader, and the requests for it. */
function serveText(text: string): void {
  vi.stubGlobal('fetch', async () => new Response(text, { status: 206 }));
}

const NOTES: CourseFileView = { ...VIDEO, id: 'f3', title: 'Notes', name: 'notes.txt', type: 'text/plain', size: 12 };

it('opens a preview from the list of files, for a viewer without progress', async () => {
  serveText('First line.');
  const sent = serveItem(courseDetail({ files: [{ ...NOTES, isPreview: true }] }));
  open('/courses?item=c1');
  await userEvent.click(await screen.findByRole('button', { name: 'Preview Notes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Notes' });
  expect(await within(dialog).findByText('First line.')).toBeTruthy();
  expect(within(dialog).getByRole('link', { name: 'Save' }).getAttribute('href')).toBe(
    '/api/courses/c1/files/f3/download',
  );
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Preview Notes' }));
  expect(sent.filter((request) => /positions|progress/.test(request))).toEqual([]);
});

it('opens the last read file of an item without lessons by its main action', async () => {
  serveText('First line.');
  const other = { ...NOTES, id: 'f4', title: 'Answers', name: 'answers.txt' };
  const position = { position: '0', updatedAt: '2026-11-02T10:00:00.000Z' };
  let positions = [{ ...position, fileId: 'f4', percent: 0.5, furthest: 0.5 }];
  serveItem(courseDetail({ viewer: LEARNER, files: [NOTES, other], sections: [] }), {
    'GET /api/courses/c1/positions': () => positions,
  });
  open('/courses?item=c1');
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('dialog', { name: 'Answers' })).toBeTruthy();
  cleanup();
  positions = ['f3', 'f4'].map((fileId) => ({ ...position, fileId, percent: 0.1, furthest: 1 }));
  open('/courses?item=c1');
  await userEvent.click(await screen.findByRole('button', { name: 'Open again' }));
  expect(await screen.findByRole('dialog', { name: 'Notes' })).toBeTruthy();
});

it('leads from the enrollment to the files of an item without lessons, and keeps focus', async () => {
  serveText('First line.');
  let isEnrolled = false;
  let accept: ((nothing: null) => void) | undefined;
  const sent = serve(({ method, path }) => {
    if (path === '/api/courses/c1/positions') return isEnrolled ? [] : undefined;
    if (path === '/api/courses/c1/enroll') return new Promise((resolve) => (accept = resolve));
    if (method !== 'GET' || path !== '/api/courses/c1') return undefined;
    const files = [{ ...NOTES, url: isEnrolled ? NOTES.url : null }];
    return courseDetail({ files, sections: [], ...(isEnrolled && { viewer: LEARNER }) });
  });
  open('/courses?item=c1');
  (await screen.findByRole('button', { name: 'Enroll' })).focus();
  await userEvent.keyboard('{Enter}');
  const main = await screen.findByRole('button', { name: 'Open' });
  expect(document.activeElement).toBe(main);
  expect(sent.filter((request) => request.endsWith('/positions'))).toEqual([]);
  await waitFor(() => expect(accept).toBeDefined());
  isEnrolled = true;
  accept?.(null);
  await waitFor(() => expect(main.getAttribute('aria-busy')).toBeNull());
  expect(document.activeElement).toBe(main);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Notes' })).toBeTruthy();
});

it('has no main action for files that can only be saved', async () => {
  const archive = { ...NOTES, name: 'notes.zip', type: 'application/zip' };
  serveItem(courseDetail({ viewer: LEARNER, files: [archive], sections: [] }));
  open('/courses?item=c1');
  expect(await screen.findByText('You are enrolled.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(?:Open|Continue)/ })).toBeNull();
});

it('completes a lesson at the end of its file, and shows it', async () => {
  serveText('First line.');
  const item = (isDone: boolean) =>
    courseDetail({
      viewer: { ...LEARNER, progress: isDone ? 100 : 0 },
      files: [NOTES],
      sections: [{ id: 's1', title: 'Start', lessons: [lessonEntry('read', { kind: 'file', isDone })] }],
    });
  let isDone = false;
  serve(({ method, path, body }) => {
    if (path === '/api/courses/c1') return item(isDone);
    if (path === '/api/courses/c1/lessons/read') return lessonView('read', { kind: 'file', fileId: 'f3' });
    if (path === '/api/courses/c1/positions') return [];
    if (method !== 'PUT' || (body as { percent: number }).percent !== 1) return undefined;
    isDone = true;
    return { progress: 100, completedAt: null, lastOpenedAt: null };
  });
  open('/courses?item=c1&lesson=read');
  const text = await screen.findByText('First line.');
  expect(screen.getByText('0 of 1 lessons done')).toBeTruthy();
  fireEvent.scroll(text.parentElement as HTMLElement);
  // The place of the page is stored before the dialog opens.
  await userEvent.click(screen.getByRole('button', { name: 'Enlarge Notes' }));
  expect(await screen.findByRole('dialog', { name: 'Notes' })).toBeTruthy();
  await waitFor(() => expect(screen.getByText('1 of 1 lessons done')).toBeTruthy());
  expect(screen.getAllByText('First line.')).toHaveLength(1);
});

it('fetches the position at each opening, and stores none over one that could not be loaded', async () => {
  serveText('First line.');
  const lesson = lessonEntry('read', { kind: 'file' });
  const writes: unknown[] = [];
  const sent = serveItem(
    courseDetail({ viewer: LEARNER, files: [NOTES], sections: [{ id: 's1', title: 'Start', lessons: [lesson] }] }),
    {
      'GET /api/courses/c1/lessons/read': () => lessonView('read', { kind: 'file', fileId: 'f3' }),
      'PUT /api/courses/c1/progress': (body) => writes.push(body),
    },
  );
  open('/courses?item=c1&lesson=read');
  await screen.findByText('First line.');
  await userEvent.click(screen.getByRole('link', { name: 'Algebra for beginners' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Open Notes' }));
  await within(await screen.findByRole('dialog')).findByText('First line.');
  expect(sent.filter((request) => request.endsWith('/positions'))).toHaveLength(2);
  expect(writes).toEqual([]);
});

it.each([
  ['lecture.vtt', ''],
  ['Lecture.de.vtt', 'de'],
  ['lecture.pt-BR.vtt', 'pt-BR'],
  ['other.vtt', null],
  ['lecture-2.vtt', null],
])('finds the captions %s of lecture.mp4', (name, lang) => {
  const captions = { ...VIDEO, id: 'v', type: 'text/vtt', title: 'Words', name };
  const found = captionsOf(VIDEO, [VIDEO, captions]);
  expect(found).toEqual(lang === null ? [] : [{ url: VIDEO.url, label: 'Words', lang }]);
});
