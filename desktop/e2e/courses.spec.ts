import type { Locator, Page } from '@playwright/test';
import { makePdf } from '../../backend/db/seeds/documents.ts';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { createPerson, openDevice, PASSWORD } from './people.ts';
import type { Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(({ stack: shared }) => {
  stack = shared;
});

const steps = (page: Page) => page.getByRole('navigation', { name: 'Steps' });

/** Opens the dialog of a new lesson. */
async function addLesson(page: Page, section: string, title: string): Promise<Locator> {
  await page.getByRole('button', { name: `Add a lesson to ${section}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(title);
  return dialog;
}

async function addSection(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a section' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: /^(Save|Add section)$/ }).click();
  await expect(page.getByRole('list', { name: `Lessons of ${title}` })).toBeAttached();
}

/** Makes a draft of a course up to its files and lessons. */
async function createDraft(page: Page, title: string): Promise<void> {
  await page.goto(`${stack.url}/library?tab=created`);
  await page.getByRole('link', { name: 'Create an item' }).first().click();
  await page.getByText('Sections with lessons that learners work through.').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('From numbers to letters, one small step at a time.');
  await page.getByRole('button', { name: 'Save draft and continue' }).click();
  await expect(page.getByRole('heading', { name: 'Lessons', exact: true })).toBeVisible();
}

test('a teacher publishes a course; a student finds it, learns from it and is in its roster', async ({ browser }) => {
  const gil = await createPerson(browser, stack, { role: 'teacher', fullName: 'Gil Moreau', path: null });
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  await createDraft(gil.page, 'Algebra for beginners');

  await gil.page
    .getByLabel('Files to add')
    .setInputFiles({ name: 'exercises.csv', mimeType: 'text/csv', buffer: Buffer.from('x,y\n1,2\n') });
  const files = gil.page.getByRole('list', { name: 'Files of this item' });
  await expect(files.getByRole('listitem')).toHaveCount(1);
  await addSection(gil.page, 'Letters');
  const text = await addLesson(gil.page, 'Letters', 'What a letter stands for');
  await text
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('A letter stands for a number that we do not know yet.');
  await text.getByRole('button', { name: 'Add lesson' }).click();
  const quiz = await addLesson(gil.page, 'Letters', 'Check yourself');
  await quiz.getByRole('radio', { name: 'Quiz' }).click();
  await quiz.getByLabel('Question', { exact: true }).fill('What is 1 + 1?');
  await quiz.getByLabel('Option 1', { exact: true }).fill('One');
  await quiz.getByLabel('Option 2', { exact: true }).fill('Two');
  await quiz.getByLabel('Option 2 is correct').check();
  expect(await findFaults(gil.page)).toEqual([]);
  await quiz.getByRole('button', { name: 'Add lesson' }).click();
  await expect(gil.page.getByRole('list', { name: 'Lessons of Letters' }).getByRole('listitem')).toHaveCount(2);
  await steps(gil.page).getByText('Publish').click();
  await gil.page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(gil.page.getByRole('button', { name: 'Unpublish' })).toBeVisible();

  await ana.page.goto(`${stack.url}/courses`);
  const card = ana.page.getByRole('link', { name: /Algebra for beginners/ });
  await card.waitFor();
  expect(await findFaults(ana.page)).toEqual([]);
  await card.click();
  await expect(ana.page.getByRole('heading', { name: 'Algebra for beginners', level: 1 })).toBeVisible();
  expect(await findFaults(ana.page)).toEqual([]);
  // The author shares it in a post, in which she enrolls; both see the number of learners change.
  await gil.page.goto(ana.page.url());
  await gil.page.getByRole('button', { name: 'Share in a post' }).click();
  const composer = gil.page.getByRole('region', { name: 'Write a post' });
  await expect(composer.getByRole('region', { name: 'Course: Algebra for beginners' })).toBeVisible();
  await composer.getByRole('textbox').fill('My new course');
  await composer.getByRole('button', { name: 'Post', exact: true }).click();
  const post = (page: Page) => page.getByRole('feed').getByRole('region', { name: 'Course: Algebra for beginners' });
  await expect(post(gil.page)).toContainText('0 learners');
  await ana.page.goto(`${stack.url}/home`);
  await post(ana.page).getByRole('button', { name: 'Enroll in Algebra for beginners' }).click();
  const open = post(ana.page).getByRole('link', { name: 'Open: Algebra for beginners' });
  await expect(open).toBeFocused();
  for (const { page } of [ana, gil]) await expect(post(page)).toContainText('1 learner');
  expect(await findFaults(ana.page)).toEqual([]);
  await open.click();
  await ana.page.getByRole('link', { name: 'Continue' }).click();
  await expect(ana.page.getByText('A letter stands for a number')).toBeVisible();
  await ana.page.getByRole('button', { name: 'Mark as done' }).click();
  await ana.page.getByRole('link', { name: 'Next' }).click();
  await ana.page.getByRole('radio', { name: 'Two' }).check();
  await ana.page.getByRole('button', { name: 'Check answers' }).click();
  await expect(ana.page.getByText('1 of 1 correct')).toBeVisible();
  expect(await findFaults(ana.page)).toEqual([]);
  await ana.page.goto(`${stack.url}/library?tab=enrolled`);
  await expect(ana.page.getByRole('progressbar')).toHaveJSProperty('value', 100);
  expect(await findFaults(ana.page)).toEqual([]);

  await gil.page.goto(`${stack.url}/library?tab=created`);
  await gil.page.getByRole('button', { name: /^More about Algebra/ }).click();
  await gil.page.getByRole('menuitem', { name: 'Learners' }).click();
  const row = gil.page.getByRole('row', { name: /Ana Ruiz/ });
  await expect(row).toContainText('100%');
  expect(await findFaults(gil.page)).toEqual([]);
});

test('an item that is unpublished stays with its learners; an outsider does not see it', async ({ browser }) => {
  const gil = await createPerson(browser, stack, { role: 'teacher', fullName: 'Gil Moreau', path: null });
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  const ben = await createPerson(browser, stack, { role: 'student', fullName: 'Ben Adu', path: null });
  await createDraft(gil.page, 'Reading maps');
  await addSection(gil.page, 'Scale');
  const text = await addLesson(gil.page, 'Scale', 'One to a thousand');
  await text.getByRole('textbox', { name: 'Text', exact: true }).fill('One centimetre is ten metres outside.');
  await text.getByRole('button', { name: 'Add lesson' }).click();
  await expect(gil.page.getByRole('list', { name: 'Lessons of Scale' }).getByRole('listitem')).toHaveCount(1);
  await steps(gil.page).getByText('Publish').click();
  await gil.page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(gil.page.getByRole('button', { name: 'Unpublish' })).toBeVisible();

  await ana.page.goto(`${stack.url}/courses`);
  await ben.page.goto(`${stack.url}/courses`);
  const card = (page: Page) => page.getByRole('link', { name: /Reading maps/ });
  await card(ana.page).click();
  await ana.page.getByRole('button', { name: 'Enroll' }).click();
  await expect(ana.page.getByRole('link', { name: 'Continue' })).toBeVisible();
  await expect(card(ben.page)).toBeVisible();
  const address = ana.page.url();

  await gil.page.getByRole('button', { name: 'Unpublish' }).click();
  await gil.page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
  await expect(card(ben.page)).toBeHidden();
  await ben.page.goto(address);
  await expect(ben.page.getByText('This item is unavailable.')).toBeVisible();
  await ana.page.reload();
  await ana.page.getByRole('link', { name: 'Continue' }).click();
  await expect(ana.page.getByText('One centimetre is')).toBeVisible();
});

test('a visitor finds a course by its public page, reads in it, and goes on reading on another device', async ({
  browser,
}) => {
  const gil = await createPerson(browser, stack, { role: 'teacher', fullName: 'Gil Moreau', path: null });
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  await createDraft(gil.page, 'Insects <of> the garden');
  const lines = Array.from({ length: 12 }, (_, line) => `Line ${line + 1} of this page.`);
  await gil.page.getByLabel('Files to add').setInputFiles({
    name: 'lecture.pdf',
    mimeType: 'application/pdf',
    buffer: makePdf(['Beetles', 'Bees', 'Wasps', 'Ants'].map((heading) => ({ heading, lines }))),
  });
  await expect(gil.page.getByRole('list', { name: 'Files of this item' }).getByRole('listitem')).toHaveCount(1);
  await addSection(gil.page, 'Wings');
  const lesson = await addLesson(gil.page, 'Wings', 'Four insects');
  await lesson.getByRole('radio', { name: 'File' }).click();
  await lesson.getByLabel('File', { exact: true }).last().selectOption({ label: 'lecture' });
  await lesson.getByRole('button', { name: 'Add lesson' }).click();
  await expect(gil.page.getByRole('list', { name: 'Lessons of Wings' }).getByRole('listitem')).toHaveCount(1);
  await steps(gil.page).getByText('Publish').click();
  await gil.page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(gil.page.getByRole('button', { name: 'Unpublish' })).toBeVisible();

  // A visitor opens the public page from the landing page, and comes back to the item after logging in.
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(stack.url);
  await visitor.getByRole('link', { name: 'Insects <of> the garden' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Insects <of> the garden' })).toBeVisible();
  expect(await findFaults(visitor)).toEqual([]);
  const html = await (await visitor.request.get(visitor.url())).text();
  expect(html).toContain('<title>Insects &lt;of&gt; the garden · Lyceum</title>');
  expect(html).toContain(`<link rel="canonical" href="${visitor.url()}" />`);
  await visitor.getByRole('link', { name: 'Log in to enroll' }).click();
  await visitor.getByLabel('Username or email').fill(ana.username);
  await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.getByRole('button', { name: 'Log in' }).click();
  await visitor.getByRole('button', { name: 'Enroll' }).click();
  await visitor.getByRole('link', { name: 'Continue' }).click();
  const number = (on: Page | Locator) => on.getByLabel('Page', { exact: true });
  await expect(visitor.getByText('Beetles')).toBeAttached();
  await number(visitor).fill('3');
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByText('Wasps')).toBeInViewport();
  expect(await findFaults(visitor)).toEqual([]);
  const address = visitor.url();
  // The place is stored when the page is left.
  await visitor.goto('about:blank');

  await expect
    .poll(() => stack.sql(`select 1 from file_positions where user_id = $1 and position like '3:%'`, [ana.id]))
    .toHaveLength(1);

  const other = await openDevice(browser, stack, ana);
  await other.goto(address);
  await expect(number(other)).toHaveValue('3');
  await expect(other.getByText('Wasps')).toBeInViewport();
  await expect(other.getByText('0 of 1 lessons done')).toBeVisible();
  await number(other).fill('4');
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: 'Enlarge lecture' }).click();
  await expect(number(other.getByRole('dialog', { name: 'lecture' }))).toHaveValue('4');
  const pages = other.getByRole('region', { name: 'Pages of lecture' });
  await expect(pages).toBeFocused();
  // Until the dialog has its size, the reader keeps the page at the upper edge.
  await expect(pages.getByText('Line 12 of this page.').last()).toBeInViewport();
  await other.keyboard.press('End');
  // The browser scrolls after the key was handled.
  const restPx = () =>
    pages.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - clientHeight - scrollTop);
  await expect.poll(restPx).toBeLessThan(2);
  await other.keyboard.press('Escape');
  await expect(other.getByText('1 of 1 lessons done')).toBeVisible();
});
