import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { createPerson, createPost, send } from './people.ts';

/** Opens the form of a text in a page, and returns its field. */
type Open = (page: Page) => Promise<{ label: string; save: string }>;

/** Edits one text in two tabs: saving the second one shows both texts, and loses neither. */
async function editInBoth([first, second]: [Page, Page], what: string, open: Open): Promise<void> {
  const { label, save } = await open(first);
  await open(second);
  const texts = { first: `${label} of the first tab`, second: `${label} of the second tab` };
  await first.getByRole('textbox', { name: label, exact: true }).fill(texts.first);
  await first.getByRole('button', { name: save, exact: true }).click();
  await expect(first.getByRole('button', { name: save, exact: true })).toBeHidden();
  await second.getByRole('textbox', { name: label, exact: true }).fill(texts.second);
  await second.getByRole('button', { name: save, exact: true }).click();
  const conflict = second.getByRole('dialog', { name: `${what} was changed somewhere else` });
  for (const text of Object.values(texts)) await expect(conflict.getByText(text)).toBeVisible();
  expect(await findFaults(second)).toEqual([]);
  await conflict.getByRole('button', { name: 'Save mine instead' }).click();
  await expect(second.getByRole('button', { name: save, exact: true })).toBeHidden();
  await open(first);
  await expect(first.getByRole('textbox', { name: label, exact: true })).toHaveValue(texts.second);
}

test('two tabs that edit one post, lesson or event show both texts', async ({ browser, stack }) => {
  const ana = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ana Ruiz', path: null });
  const tabs: [Page, Page] = [ana.page, await ana.context.newPage()];
  await createPost(stack, ana, 'Why does the median resist outliers?');
  const data = { title: 'Statistics', description: 'Ten lessons.', contentType: 'course', category: null, price: 0 };
  const course = await send<{ id: string }>(stack, ana, { path: '/api/courses', data: { ...data, forSale: false } });
  const path = `/api/courses/${course.id}`;
  const section = await send<{ id: string }>(stack, ana, { path: `${path}/sections`, data: { title: 'Basics' } });
  const lesson = { sectionId: section.id, title: 'Means', kind: 'text', text: 'What a mean is.', isPreview: false };
  await send(stack, ana, { path: `${path}/lessons`, data: lesson });
  const date = new Date(Date.now() + 86_400_000).toISOString();
  const meeting = {
    title: 'Study table',
    description: 'Bring a question.',
    date,
    location: 'Room 2',
    isVirtual: false,
  };
  const event = await send<{ id: string }>(stack, ana, { path: '/api/events', data: meeting });

  await editInBoth(tabs, 'Your post', async (page) => {
    await page.goto(`${stack.url}/home`);
    await page.getByRole('button', { name: 'More about this post' }).first().click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    return { label: 'Text', save: 'Save changes' };
  });
  await editInBoth(tabs, 'This lesson', async (page) => {
    await page.goto(`${stack.url}/library?edit=${course.id}&step=content`);
    await page.getByRole('button', { name: 'More about Means' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    return { label: 'Text', save: 'Save' };
  });
  await editInBoth(tabs, 'Your event', async (page) => {
    await page.goto(`${stack.url}/home?event=${event.id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    return { label: 'Title', save: 'Save' };
  });
});
