// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CourseDetailView, LessonEntry } from '#shared/api/courses.ts';
import { COURSE, openLibrary, requests, respondWith, USER } from '../../../testing/library-page.tsx';
import { ApiError, ValidationError } from '../../lib/http/errors.ts';
import type { ResumableOptions } from '../../lib/http/resumable-upload.ts';

const PATH = `/api/courses/${COURSE.id}`;
const uuid = (end: string) => `01990000-0000-7000-8000-0000000000${end}`;

/** The uploads of the running test; each waits until the test ends it. */
const uploads = vi.hoisted(() => [] as { name: string; arrive: () => void; refuse: (reason: string) => void }[]);
vi.mock('../../lib/http/resumable-upload.ts', () => ({
  uploaderOf: () => (file: File, options: ResumableOptions) =>
    new Promise((resolve, reject) => {
      options.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      uploads.push({
        name: file.name,
        arrive: () => resolve({ fileId: `id of ${file.name}` }),
        refuse: (reason) => reject(new ApiError(reason, 415)),
      });
    }),
}));

const lesson = (id: string, title: string): LessonEntry => ({
  id: uuid(id),
  title,
  kind: 'text',
  isPreview: false,
  isDone: false,
});
const SECTIONS = [
  { id: uuid('51'), title: 'Week 1', lessons: [lesson('11', 'Sets'), lesson('12', 'Maps')] },
  { id: uuid('52'), title: 'Week 2', lessons: [lesson('13', 'Groups')] },
];

let course: CourseDetailView;

/** Stores edits as the server does; the other writes have no effect. */
function serve(method: string, path: string, body: unknown): unknown {
  if (path === '/api/course-meta') return { currency: 'USD', contentTypes: [], categories: [] };
  if (method === 'POST' && path === '/api/courses') course = { ...course, ...(body as Partial<CourseDetailView>) };
  if (method === 'PATCH' && path === PATH) course = { ...course, ...(body as Partial<CourseDetailView>) };
  if (path === '/api/courses' || path === PATH || path === `${PATH}/publish`) return course;
  return path.startsWith(PATH) ? undefined : [];
}
const writes = () => requests.filter(({ method }) => method !== 'GET');

// Loads the code before the tests, because it would count as time of the first one.
beforeAll(async () => {
  await import('../../ui/MenuPanel.tsx');
  await import('../../features/courses/components/authoring/CourseEditor.tsx');
}, 60_000);
beforeEach(() => {
  course = COURSE;
  uploads.length = 0;
  respondWith(serve);
});

describe('a new item', () => {
  it('is a draft on this device, then a draft on the server that each step edits', async () => {
    const browser = openLibrary('/library?new=1');
    expect(await screen.findByRole('heading', { level: 2, name: 'Type' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('link', { name: 'Choose a type' })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Course' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(browser.path()).toBe('/library?new=1&step=details');
    const steps = within(screen.getByRole('navigation', { name: 'Steps' }));
    expect(steps.getByRole('link', { name: 'Details' }).getAttribute('aria-current')).toBe('step');
    expect(steps.queryByRole('link', { name: 'Price' })).toBeNull();

    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Algebra');
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Equations');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /Subject/ }), 'Mathematics');
    expect(writes()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Save draft and continue' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Files and lessons' })).toBeTruthy();
    expect(browser.path()).toBe(`/library?edit=${COURSE.id}&step=content`);

    await userEvent.click(screen.getByRole('link', { name: 'Continue' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Paid' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Price in USD' }), '12.50');
    await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
    expect(await screen.findByRole('article', { name: 'Preview' })).toBeTruthy();
    expect(writes()).toEqual([
      {
        method: 'POST',
        path: '/api/courses',
        body: {
          contentType: 'course',
          title: 'Algebra',
          description: 'Equations',
          category: 'Mathematics',
          price: 0,
          forSale: false,
        },
      },
      { method: 'PATCH', path: PATH, body: { price: 1250, forSale: true } },
    ]);
  });

  it('keeps the entered text on this device until it is stored', async () => {
    openLibrary('/library?new=1');
    await userEvent.click(await screen.findByRole('radio', { name: 'Video' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Half a ti');
    document.body.replaceChildren();
    openLibrary('/library?new=1&step=details');
    expect(await screen.findByDisplayValue('Half a ti')).toBeTruthy();
    expect(screen.getByText('You have unsaved changes from your last visit.')).toBeTruthy();
  });

  it('has no price that is too low to be paid', async () => {
    openLibrary(`/library?edit=${COURSE.id}&step=price`);
    await userEvent.click(await screen.findByRole('radio', { name: 'Paid' }));
    const price = screen.getByRole('textbox', { name: 'Price in USD' });
    await userEvent.clear(price);
    await userEvent.type(price, '0.10');
    await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
    expect(await screen.findByText('The lowest price is $0.50', { selector: 'p *' })).toBeTruthy();
    expect(price.getAttribute('aria-invalid')).toBe('true');
    expect(writes()).toEqual([]);
  });

  it('is free for students', async () => {
    openLibrary(`/library?edit=${COURSE.id}&step=price`, { ...USER, role: 'student' });
    expect(await screen.findByText(/Students publish free items/)).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});

describe('an own item', () => {
  it('is not published without content: each reason leads to its step', async () => {
    respondWith((method, path, body) => {
      if (path.endsWith('/publish'))
        throw new ValidationError('Validation failed', {
          description: ['Write a description'],
          files: ['Add a file or a lesson'],
        });
      return serve(method, path, body);
    });
    const browser = openLibrary(`/library?edit=${COURSE.id}&step=publish`);
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Add a file or a lesson');
    await userEvent.click(within(alert).getByRole('link', { name: 'Details' }));
    expect(browser.path()).toBe(`/library?edit=${COURSE.id}&step=details`);
    expect(screen.getByRole('textbox', { name: 'Description' }).getAttribute('aria-invalid')).toBe('true');
    const steps = within(screen.getByRole('navigation', { name: 'Steps' }));
    await userEvent.click(steps.getByRole('link', { name: /Files and lessons.*Needs attention/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('Add a file or a lesson');
  });

  it('sends only what a step changes, and shows what the server refuses', async () => {
    course = { ...COURSE, status: 'published', publishedAt: COURSE.createdAt };
    let isRefused = true;
    respondWith((method, path, body) => {
      if (method === 'PATCH' && isRefused)
        throw new ValidationError('Validation failed', { title: ['Choose another'] });
      return serve(method, path, body);
    });
    openLibrary(`/library?edit=${COURSE.id}`);
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await userEvent.type(title, ' I');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('link', { name: 'Choose another' })).toBeTruthy();
    isRefused = false;
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Item saved')).toBeTruthy();
    expect(writes().at(-1)).toEqual({ method: 'PATCH', path: PATH, body: { title: 'Algebra I' } });
    expect(localStorage.getItem(`draft:${USER.id}:course-edit:${COURSE.id}`)).toBeNull();
  });

  it('shows what another window has changed, and does not undo it', async () => {
    course = { ...COURSE, status: 'published', publishedAt: COURSE.createdAt };
    openLibrary(`/library?edit=${COURSE.id}`);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Description' }), ' And more.');
    course = { ...course, title: 'Algebra, second edition' };
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByDisplayValue('Algebra, second edition')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), ' More.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(writes().map(({ body }) => body)).toEqual([
        { description: 'Equations for beginners. And more.' },
        { description: 'Equations for beginners. And more. More.' },
      ]),
    );
  });

  it('notifies learners of a change, and is archived instead of deleted while it has learners', async () => {
    course = { ...COURSE, status: 'published', publishedAt: COURSE.createdAt, enrollments: 3 };
    respondWith((method, path, body) => (method === 'DELETE' ? { status: 'archived' } : serve(method, path, body)));
    openLibrary(`/library?edit=${COURSE.id}&step=publish`);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'New chapter');
    await userEvent.click(screen.getByRole('switch', { name: 'Notify learners' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() =>
      expect(writes()).toContainEqual({
        method: 'POST',
        path: `${PATH}/changes`,
        body: { note: 'New chapter', notify: false },
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Delete item' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/learners keep access/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete item' }));
    expect(await screen.findByText('Item archived')).toBeTruthy();
  });

  it('can be edited only by its author', async () => {
    course = { ...COURSE, viewer: { ...COURSE.viewer, isOwner: false } };
    openLibrary(`/library?edit=${COURSE.id}`);
    expect(await screen.findByRole('heading', { name: 'Only its author can edit this item' })).toBeTruthy();
  });
});

describe('the outline', () => {
  beforeEach(() => {
    course = { ...COURSE, sections: SECTIONS };
  });
  const orders = () => writes().flatMap(({ path, body }) => (path === `${PATH}/order` ? [body] : []));

  it('changes its order by keyboard, and shows it at once', async () => {
    openLibrary(`/library?edit=${COURSE.id}&step=content`);
    const button = await screen.findByRole('button', { name: 'Move down Sets' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(orders()).toEqual([
        {
          fileIds: [],
          sections: [
            { id: uuid('51'), lessonIds: [uuid('12'), uuid('11')] },
            { id: uuid('52'), lessonIds: [uuid('13')] },
          ],
        },
      ]),
    );
    expect(screen.getByText('Sets moved to 2 in Week 1')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Move up Week 2' }));
    await waitFor(() => expect(orders()).toHaveLength(2));
    expect(orders()[1]).toMatchObject({ sections: [{ id: uuid('52') }, { id: uuid('51') }] });
  });

  it('moves a lesson to another section', async () => {
    openLibrary(`/library?edit=${COURSE.id}&step=content`);
    (await screen.findByRole('button', { name: 'More about Sets' })).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to section' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Week 2' }));
    await waitFor(() =>
      expect(orders()).toMatchObject([
        { sections: [{ lessonIds: [uuid('12')] }, { lessonIds: [uuid('13'), uuid('11')] }] },
      ]),
    );
  });

  it('moves a lesson by drag', async () => {
    openLibrary(`/library?edit=${COURSE.id}&step=content`);
    const rows = within(await screen.findByRole('list', { name: 'Lessons of Week 1' })).getAllByRole('listitem');
    const target = within(screen.getByRole('list', { name: 'Lessons of Week 2' })).getByRole('listitem');
    const dataTransfer = { setData: () => undefined, types: [] };
    fireEvent.dragStart(rows[0] as HTMLElement, { dataTransfer });
    fireEvent.dragOver(target, { dataTransfer });
    fireEvent.drop(target, { dataTransfer });
    await waitFor(() =>
      expect(orders()).toMatchObject([
        { sections: [{ lessonIds: [uuid('12')] }, { lessonIds: [uuid('11'), uuid('13')] }] },
      ]),
    );
  });

  it('loads the item again when another window has changed it', async () => {
    respondWith((method, path, body) => {
      if (method === 'PUT') throw new ApiError('The item has changed', 412, { code: 'STALE' });
      return serve(method, path, body);
    });
    openLibrary(`/library?edit=${COURSE.id}&step=content`);
    await userEvent.click(await screen.findByRole('button', { name: 'Move down Sets' }));
    expect(await screen.findByText('The item was changed in another window')).toBeTruthy();
    const list = screen.getByRole('list', { name: 'Lessons of Week 1' });
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain('Sets');
    await waitFor(() =>
      expect(requests.filter(({ method, path }) => method === 'GET' && path === PATH)).toHaveLength(2),
    );
  });

  it('deletes a section with its lessons after a question', async () => {
    openLibrary(`/library?edit=${COURSE.id}&step=content`);
    await userEvent.click(await screen.findByRole('button', { name: 'More about Week 1' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText(/its 2 lessons will be deleted/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Delete section' }));
    await waitFor(() => expect(writes()).toEqual([{ method: 'DELETE', path: `${PATH}/sections/${uuid('51')}` }]));
  });

  it('checks the questions of a quiz before it sends them', async () => {
    openLibrary(`/library?edit=${COURSE.id}&step=content`);
    await userEvent.click(await screen.findByRole('button', { name: 'Add a lesson to Week 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a lesson' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Check');
    await userEvent.click(dialog.getByRole('radio', { name: 'Quiz' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add lesson' }));
    expect(dialog.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Write a question',
      'Write an option',
      'Write an option',
      'Choose the correct option',
    ]);
    expect(writes()).toEqual([]);
    await userEvent.type(dialog.getByRole('textbox', { name: 'Question' }), '1 + 1?');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Option 1' }), '2');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Option 2' }), '3');
    await userEvent.click(dialog.getByRole('radio', { name: 'Option 1 is correct' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add lesson' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(writes()).toEqual([
      {
        method: 'POST',
        path: `${PATH}/lessons`,
        body: {
          sectionId: uuid('52'),
          title: 'Check',
          kind: 'quiz',
          isPreview: false,
          questions: [{ text: '1 + 1?', options: ['2', '3'], correct: 0, explanation: '' }],
        },
      },
    ]);
  });

  it('edits a lesson with its content', async () => {
    respondWith((method, path, body) =>
      path.endsWith(`/lessons/${uuid('11')}`) && method === 'GET'
        ? {
            ...SECTIONS[0]?.lessons[0],
            sectionId: uuid('51'),
            text: 'Old',
            linkUrl: null,
            fileId: null,
            questions: null,
          }
        : serve(method, path, body),
    );
    openLibrary(`/library?edit=${COURSE.id}&step=content`);
    await userEvent.click(await screen.findByRole('button', { name: 'More about Sets' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const text = await screen.findByRole('textbox', { name: 'Text' });
    await userEvent.clear(text);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('link', { name: 'Add the content of the lesson' })).toBeTruthy();
    await userEvent.type(text, 'New');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(writes()).toEqual([{ method: 'PATCH', path: `${PATH}/lessons/${uuid('11')}`, body: { text: 'New' } }]),
    );
  });
});

describe('files', () => {
  const choose = async (...files: File[]) =>
    userEvent.upload(await screen.findByLabelText<HTMLInputElement>('Files to add'), files, { applyAccept: false });

  it('a failed upload keeps the others, and can be tried again', async () => {
    openLibrary(`/library?edit=${COURSE.id}&step=content`);
    await choose(new File(['a'], 'Chapter  one.pdf'), new File(['b'], 'broken.pdf'), new File(['c'], 'virus.exe'));
    expect((await screen.findByRole('alert')).textContent).toContain('“virus.exe” was not added');
    await waitFor(() => expect(uploads.map(({ name }) => name)).toEqual(['Chapter  one.pdf', 'broken.pdf']));
    uploads[1]?.refuse('This is no PDF');
    expect(await screen.findByText('This is no PDF')).toBeTruthy();
    uploads[0]?.arrive();
    await waitFor(() =>
      expect(writes()).toEqual([
        {
          method: 'POST',
          path: `${PATH}/files`,
          body: { uploadId: 'id of Chapter  one.pdf', title: 'Chapter one', isPreview: false },
        },
      ]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try broken.pdf again' }));
    await waitFor(() => expect(uploads).toHaveLength(3));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel upload of broken.pdf' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
  });

  it('does not send the bytes again when the item has refused the uploaded file', async () => {
    let isRefused = true;
    respondWith((method, path, body) => {
      if (path === `${PATH}/files` && isRefused)
        throw new ApiError('The item is archived', 409, { code: 'WRONG_STATE' });
      return serve(method, path, body);
    });
    openLibrary(`/library?edit=${COURSE.id}&step=content`);
    await choose(new File(['a'], 'a.pdf'));
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.arrive();
    expect(await screen.findByText('The item is archived')).toBeTruthy();
    isRefused = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try a.pdf again' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
    expect(uploads).toHaveLength(1);
  });

  it('says at once that a video cannot be played here, and uploads it', async () => {
    const created = vi.spyOn(document, 'createElement');
    openLibrary(`/library?edit=${COURSE.id}&step=content`);
    await choose(new File(['a'], 'talk.mov', { type: 'video/quicktime' }));
    const video = created.mock.results
      .map(({ value }) => value as HTMLElement)
      .find(({ tagName }) => tagName === 'VIDEO');
    fireEvent.error(video as HTMLElement);
    expect((await screen.findByRole('alert')).textContent).toContain('MP4 with H.264, and in WebM');
    await waitFor(() => expect(uploads.map(({ name }) => name)).toEqual(['talk.mov']));
    uploads[0]?.refuse('This does not look like a .mov file.');
    expect(await screen.findByText('This does not look like a .mov file.')).toBeTruthy();
    expect(screen.queryByText(/The file is uploaded unchanged/)).toBeNull();
  });
});
