import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { CourseDetailView, LessonView } from '../../shared/api/courses.ts';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { createPerson, send, type Person } from './people.ts';
import type { Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(({ stack: shared }) => {
  stack = shared;
});

const TITLE = 'Birds of the river';
const ANNOUNCEMENT = 'The kingfisher walk starts at nine on Friday.';
const POST = 'Who has seen a kingfisher this week?';
const LAST_POST = 'The kingfisher has left the river.';

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Parts of this item' });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const feed = (page: Page) => page.getByRole('feed', { name: 'Posts' });
const itemUrl = (id: string) => `${stack.url}/courses?item=${id}`;

/** Opens a part of the page of an item, which only its class has. */
async function openPart({ page }: Person, name: string): Promise<void> {
  await tabs(page).getByRole('tab', { name }).click();
  await expect(page.getByRole('tabpanel', { name })).toBeVisible();
}

/** Writes a post in the part of the item that is open, and sends it with the button of this name. */
async function writePost({ page }: Person, { text, submit }: { text: string; submit: string }): Promise<void> {
  const form = page.getByRole('region', { name: 'Write a post' });
  await form.getByRole('textbox').fill(text);
  await form.getByRole('button', { name: submit, exact: true }).click();
  await expect(feed(page).getByText(text)).toBeVisible();
}

/** Makes a draft of a free course, and returns its id. */
async function createDraft(author: Person): Promise<string> {
  const details = { description: 'Ten birds and where to find them.', contentType: 'course', category: 'Biology' };
  const data = { title: TITLE, ...details, price: 0, forSale: false };
  return (await send<CourseDetailView>(stack, author, { path: '/api/courses', data })).id;
}

/** Adds a section with one lesson, whose fields `fill` enters, in the step of the content. */
async function addSection(page: Page, title: string, fill: (dialog: Locator) => Promise<void>): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a section' }).click();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: /^(Save|Add section)$/ }).click();
  await page.getByRole('button', { name: `Add a lesson to ${title}` }).click();
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Add lesson' }).click();
  await expect(page.getByRole('list', { name: `Lessons of ${title}` }).getByRole('listitem')).toHaveCount(1);
}

/** Adds two sections of one text each and one with a quiz, and publishes the item. */
async function finishDraft({ page }: Person, id: string): Promise<void> {
  await page.goto(`${stack.url}/library?edit=${id}&step=content`);
  for (const title of ['Banks', 'Reeds'])
    await addSection(page, title, async (dialog) => {
      await dialog.getByLabel('Title').fill(`Birds of the ${title.toLowerCase()}`);
      await dialog.getByRole('radio', { name: 'Text' }).click();
      await dialog.getByRole('textbox', { name: 'Text' }).fill('Look for them early in the morning.');
    });
  await addSection(page, 'Questions', async (dialog) => {
    await dialog.getByLabel('Title').fill('Check yourself');
    await dialog.getByRole('radio', { name: 'Quiz' }).click();
    await dialog.getByLabel('Question', { exact: true }).fill('What does a kingfisher eat?');
    await dialog.getByLabel('Option 1', { exact: true }).fill('Grass');
    await dialog.getByLabel('Option 2', { exact: true }).fill('Fish');
    await dialog.getByLabel('Option 2 is correct').check();
  });
  await page.getByRole('navigation', { name: 'Steps' }).getByText('Publish').click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
}

/** Enrolls on the page of an item, which then shows the parts of its class. */
async function enroll({ page }: Person, id: string): Promise<void> {
  await page.goto(itemUrl(id));
  await page.getByRole('button', { name: 'Enroll' }).click();
  await expect(tabs(page).getByRole('tab')).toHaveText(['Content', 'Discussion', 'Announcements', 'Events']);
}

/** Returns the texts that the sockets of a page receive from now on. */
function received(page: Page): string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  return frames;
}

/** What the server sends to a user at a path. */
async function load({ context }: Person, path: string): Promise<{ status: number; text: string }> {
  const response = await context.request.get(stack.url + path);
  return { status: response.status(), text: await response.text() };
}

test('a class of twelve learns and writes among itself, and its teacher follows it', async ({ browser }) => {
  const create = (role: 'teacher' | 'student', fullName: string) =>
    createPerson(browser, stack, { role, fullName, path: null });
  const gil = await create('teacher', 'Gil Moreau');
  const courseId = await createDraft(gil);
  await finishDraft(gil, courseId);
  const [ana, ben, outsider, cleo, ...others] = await Promise.all(
    ['Ana Ruiz', 'Ben Adu', 'Olga Outside', 'Cleo Former', ...'ABCDEFGHI'].map((name, index) =>
      create('student', index < 4 ? name : `Learner ${name}`),
    ),
  );
  if (!ana || !ben || !outsider || !cleo) throw new Error('A student is missing.');
  const pushed = received(cleo.page);
  const pushedOutside = received(outsider.page);
  await outsider.page.goto(itemUrl(courseId));
  await expect(outsider.page.getByRole('button', { name: 'Enroll' })).toBeVisible();
  await Promise.all([
    ...[ana, ben, cleo, ...others.slice(0, 3)].map((learner) => enroll(learner, courseId)),
    ...others.slice(3).map((learner) => send(stack, learner, { path: `/api/courses/${courseId}/enroll` })),
  ]);

  // The others of the class see what one of them writes while they look on.
  await openPart(ben, 'Discussion');
  await openPart(cleo, 'Announcements');
  await gil.page.goto(itemUrl(courseId));
  await openPart(gil, 'Announcements');
  await writePost(gil, { text: ANNOUNCEMENT, submit: 'Announce' });
  await openPart(ana, 'Discussion');
  await writePost(ana, { text: POST, submit: 'Post' });
  for (const text of [ANNOUNCEMENT, POST]) await expect(feed(ben.page).getByText(text)).toBeVisible();
  expect(await findFaults(ben.page)).toEqual([]);
  await expect(bell(ben.page)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(ben.page).click();
  const notification = ben.page.getByRole('article', { name: /New announcement/ });
  await expect(notification).toContainText(`Gil Moreau wrote to the learners of ${TITLE}`);
  await notification.getByRole('link').click();
  await ben.page.waitForURL('**/home?post=*');
  await expect(ben.page.getByText(ANNOUNCEMENT)).toBeVisible();

  // A learner who leaves keeps nothing of it.
  await expect(feed(cleo.page).getByText(ANNOUNCEMENT)).toBeVisible();
  await expect(bell(cleo.page)).toHaveAccessibleName('Notifications, 1 unread');
  await cleo.page.getByRole('button', { name: 'More about this item' }).click();
  await cleo.page.getByRole('menuitem', { name: 'Leave' }).click();
  await cleo.page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(cleo.page.getByRole('button', { name: 'Enroll' })).toBeVisible();
  await expect(bell(cleo.page)).toHaveAccessibleName('Notifications');
  await openPart(gil, 'Discussion');
  await writePost(gil, { text: LAST_POST, submit: 'Post' });
  await expect(feed(ana.page).getByText(LAST_POST)).toBeVisible();
  // A change of the item is pushed to everyone who has its page on screen, here after the post.
  await send(stack, gil, { path: `/api/courses/${courseId}/changes`, data: { note: 'Longer.', notify: false } });
  const isChange = (frame: string) => frame.includes('"course-updated"') && frame.includes(TITLE);
  for (const frames of [pushed, pushedOutside]) await expect.poll(() => frames.some(isChange)).toBe(true);

  const posts = await stack.sql<{ id: string }>('select id from posts where course_id = $1 order by created_at', [
    courseId,
  ]);
  const arePushed = (frames: string[]) => posts.map(({ id }) => frames.some((frame) => frame.includes(id)));
  expect(arePushed(pushed)).toEqual([true, true, false]);
  expect(arePushed(pushedOutside)).toEqual([false, false, false]);
  const lists: Record<string, string> = {
    '/api/posts?scope=all': 'kingfisher',
    '/api/search?q=kingfisher': 'kingfisher',
    [`/api/users/${gil.id}/posts`]: 'kingfisher',
    '/api/notifications': 'course-announcement',
  };
  const direct = [
    ...posts.flatMap(({ id }) => [`/api/posts/${id}`, `/api/comments?postId=${id}`]),
    ...['course', 'announcements'].map((scope) => `/api/posts?scope=${scope}&courseId=${courseId}`),
  ];
  for (const [path, mark] of Object.entries(lists)) {
    await expect.poll(async () => (await load(ben, path)).text, path).toContain(mark);
    for (const stranger of [outsider, cleo]) {
      const { status, text } = await load(stranger, path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toContain(mark);
    }
  }
  for (const path of direct) {
    expect([path, (await load(ben, path)).status]).toEqual([path, 200]);
    for (const stranger of [outsider, cleo]) expect([path, (await load(stranger, path)).status]).toEqual([path, 404]);
  }
  for (const { page } of [outsider, cleo]) {
    await page.goto(`${stack.url}/home?post=${posts[0]?.id ?? ''}`);
    await expect(page.getByText('This post is unavailable')).toBeVisible();
    await page.goto(`${itemUrl(courseId)}&part=discussion`);
    await expect(page.getByRole('button', { name: 'Enroll' })).toBeVisible();
    await expect(tabs(page)).toHaveCount(0);
  }

  // One learner finishes and reviews the item; another only answers the quiz.
  const { sections } = JSON.parse((await load(ana, `/api/courses/${courseId}`)).text) as CourseDetailView;
  const lessons = sections.flatMap((section) => section.lessons);
  for (const { id, kind } of lessons) {
    const path = `/api/courses/${courseId}/lessons/${id}`;
    const { questionsVersion } = JSON.parse((await load(ana, path)).text) as LessonView;
    const quiz = { path: `${path}/answers`, data: { questionsVersion, answers: [1] } };
    if (kind === 'quiz') for (const learner of [ana, ben]) await send(stack, learner, quiz);
    else {
      const data = { lessonId: id, isDone: true };
      await send(stack, ana, { method: 'PUT', path: `/api/courses/${courseId}/progress`, data });
    }
  }
  await ana.page.goto(itemUrl(courseId));
  await ana.page.getByRole('button', { name: 'Write a review' }).click();
  const review = ana.page.getByRole('dialog', { name: 'Write a review' });
  await review.getByRole('radio', { name: '5 stars' }).press('Space');
  await review.getByRole('textbox').fill('I know every bird here now.');
  await review.getByRole('button', { name: 'Publish' }).click();
  await expect(review).toBeHidden();
  await gil.page.goto(itemUrl(courseId));
  await gil.page.getByRole('article', { name: 'Review by Ana Ruiz' }).getByRole('button').click();
  await gil.page.getByRole('menuitem', { name: 'Reply' }).click();
  await gil.page.getByRole('dialog').getByRole('textbox').fill('See you at the river!');
  await gil.page.getByRole('dialog').getByRole('button', { name: 'Reply' }).click();
  await expect(gil.page.getByText('See you at the river!')).toBeVisible();
  await ana.page.reload();
  const own = ana.page.getByRole('article', { name: 'Review by Ana Ruiz' });
  await expect(own).toContainText('5 of 5 stars');
  await expect(own).toContainText('See you at the river!');

  await gil.page.goto(`${stack.url}/students?tab=learners`);
  const row = (name: string) => gil.page.getByRole('row', { name: new RegExp(name) });
  await expect(row('Ana Ruiz')).toContainText('100%');
  expect(await findFaults(gil.page)).toEqual([]);
  await row('Ana Ruiz').getByRole('link', { name: TITLE }).click();
  await expect(row('Ben Adu').getByRole('progressbar')).toHaveJSProperty('value', 33);
  await expect(row('Learner A').getByRole('progressbar')).toHaveJSProperty('value', 0);
  await expect(row('Cleo Former')).toHaveCount(0);
  const download = gil.page.waitForEvent('download');
  await gil.page.getByRole('button', { name: 'Save as CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  for (const { username } of [ana, ben, ...others]) expect(csv).toContain(`,${username},`);
  expect(csv).not.toMatch(/@|Cleo|Olga/);
});
