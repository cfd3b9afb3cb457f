import type { Locator, Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { openLive } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { createPerson, createPost, openDevice, type Person } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

const composer = (page: Page) => page.getByRole('textbox', { name: 'What would you like to share?' });
const postOf = (page: Page, text: string): Locator =>
  page.getByRole('feed', { name: 'Posts' }).getByRole('article').filter({ hasText: text });
const isDraft = (url: string) => url.endsWith('/api/drafts/post');

async function write(page: Page, text: string, { isQuestion = false } = {}): Promise<void> {
  await composer(page).fill(text);
  if (isQuestion) await page.getByRole('button', { name: 'Ask as a question' }).click();
  await page.getByRole('button', { name: isQuestion ? 'Ask' : 'Post', exact: true }).click();
  await expect(postOf(page, text)).toBeVisible();
}

/** Opens Home and stays until what is there counts as seen. */
async function readHome({ page }: Person): Promise<void> {
  const marked = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/markers/feed') && answer.request().method() === 'PUT',
  );
  await page.goto(`${stack.url}/home`);
  await marked;
}

test('a question is posted, marked as new, answered, edited and reported, and its author blocked', async ({
  browser,
}) => {
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz' });
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu' });
  await createPost(stack, ana, 'Notes of the first lecture');
  await readHome(ben);

  await write(ana.page, 'Why does the median resist outliers?', { isQuestion: true });
  // Once it is shown, it counts as seen after 1.5 s; the reload shows it as new.
  await expect(ben.page.getByRole('button', { name: '1 new post' })).toBeVisible();
  await openLive(ben.page, `${stack.url}/home`);
  await expect(postOf(ben.page, 'first lecture').getByText('You’re caught up')).toBeVisible();
  await ben.page.getByRole('tab', { name: 'Unanswered' }).click();
  const question = postOf(ben.page, 'Why does the median');
  await expect(question.getByText('Question', { exact: true })).toBeVisible();
  await question.getByRole('button', { name: /^Comments/ }).click();
  await question.getByRole('textbox').fill('It looks at places, not at sizes.');
  await question.getByRole('button', { name: 'Comment', exact: true }).click();

  const asked = postOf(ana.page, 'Why does the median');
  await asked.getByRole('button', { name: /^Comments/ }).click();
  await asked.getByRole('button', { name: 'More about this comment' }).click();
  await ana.page.getByRole('menuitem', { name: 'Choose as the answer' }).click();
  await expect(asked.getByText('Answer', { exact: true })).toBeVisible();
  await expect(question.getByText('Answered question')).toBeVisible();
  await expect(question.getByText('Answer', { exact: true })).toBeVisible();

  await asked.getByRole('button', { name: 'More about this post' }).click();
  await ana.page.getByRole('menuitem', { name: 'Edit' }).click();
  await ana.page.getByLabel('Text').fill('Why does the median resist outliers so well?');
  await ana.page.getByRole('button', { name: 'Save changes' }).click();
  await question.getByRole('button', { name: /^Edited/ }).click();
  const versions = ben.page.getByRole('dialog', { name: 'Edit history' }).getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expect(versions.last()).toContainText('Why does the median resist outliers?');
  expect(await findFaults(ben.page)).toEqual([]);
  await ben.page.keyboard.press('Escape');

  await question.getByRole('button', { name: 'More about this post' }).click();
  await ben.page.getByRole('menuitem', { name: 'Report' }).click();
  const report = ben.page.getByRole('dialog', { name: 'Report this post' });
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(report.getByText('Choose a reason')).toBeVisible();
  expect(await findFaults(ben.page)).toEqual([]);
  await report.getByRole('radio', { name: 'Spam' }).click();
  await report.getByRole('button', { name: 'Send report' }).click();
  const thanks = ben.page.getByRole('dialog', { name: 'Thank you for your report' });
  await expect(thanks).toBeVisible();
  expect(await findFaults(ben.page)).toEqual([]);
  await thanks.getByRole('button', { name: 'Block' }).click();
  await expect(ben.page.getByText('Ana Ruiz is blocked', { exact: true })).toBeVisible();
  await ben.page.goto(`${stack.url}/home?scope=all`);
  await expect(ben.page.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
  expect(await stack.sql('select reason, status from reports')).toEqual([{ reason: 'spam', status: 'open' }]);

  await ana.page.goto(`${stack.url}/profile/${ben.id}`);
  await expect(ana.page.getByRole('heading', { name: 'This profile is unavailable' })).toBeVisible();
});

test('a draft survives a reload and appears on another device, and reasons can be turned off', async ({ browser }) => {
  const cem = await createPerson(browser, stack, { role: 'student', fullName: 'Cem Kaya', path: null });
  const dora = await createPerson(browser, stack, { role: 'teacher', fullName: 'Dora Lind', path: null });
  await stack.sql(`update users set institution = 'Northfield College' where username = any($1)`, [
    [cem.username, dora.username],
  ]);
  await createPost(stack, dora, 'Office hours move to Friday');

  await cem.page.goto(`${stack.url}/home`);
  const kept = cem.page.waitForResponse((answer) => isDraft(answer.url()) && answer.request().method() === 'PUT');
  await composer(cem.page).fill('Half a thought');
  await kept;
  await cem.page.reload();
  await expect(composer(cem.page)).toHaveValue('Half a thought');

  const elsewhere = await openDevice(browser, stack, cem);
  await elsewhere.goto(`${stack.url}/home`);
  await expect(composer(elsewhere)).toHaveValue('Half a thought');
  const sent = elsewhere.waitForResponse(
    (answer) => isDraft(answer.url()) && answer.request().postData() === '{"body":""}',
  );
  await write(elsewhere, 'Half a thought, and the other half');
  await sent;
  await cem.page.reload();
  await expect(postOf(cem.page, 'the other half')).toBeVisible();
  await expect(composer(cem.page)).toHaveValue('');

  await postOf(cem.page, 'Office hours')
    .getByRole('button', { name: 'At your institution. Why is this here?' })
    .click();
  const reasons = cem.page.getByRole('dialog', { name: 'Why this post is here' });
  await expect(reasons.getByText('You and Dora Lind are at the same institution.')).toBeVisible();
  expect(await findFaults(cem.page)).toEqual([]);
  await reasons.getByRole('switch', { name: 'At your institution' }).click();
  await reasons.getByRole('button', { name: 'Done' }).click();
  await expect(postOf(cem.page, 'Office hours')).toHaveCount(0);
  await elsewhere.reload();
  await expect(postOf(elsewhere, 'the other half')).toBeVisible();
  await expect(postOf(elsewhere, 'Office hours')).toHaveCount(0);

  await cem.page.getByRole('button', { name: 'Sort and filter, now Recent' }).click();
  await cem.page.getByRole('menuitemradio', { name: 'Top' }).click();
  await expect(cem.page).toHaveURL(/sort=top/);
  await cem.page.goto(`${stack.url}/home`);
  await expect(cem.page.getByRole('button', { name: 'Sort and filter, now Top' })).toBeVisible();
});
