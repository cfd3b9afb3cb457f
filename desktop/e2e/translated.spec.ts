import type { Page } from '@playwright/test';
import { openLive } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson } from './people.ts';
import { translatePages } from './translation.ts';

const feed = (page: Page) => page.getByRole('feed', { name: 'Posts' });

test('every page works and shows what changes while the browser translates it', async ({ browser, demo: stack }) => {
  const { url } = stack;
  const ana = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ana Ruiz', path: null });
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  await connect(stack, ana, ben);
  const visitor = await browser.newContext();
  const faults = [await translatePages(ana.context), await translatePages(ben.context), await translatePages(visitor)];
  const { page } = ana;

  await test.step('a visitor enters a wrong password', async () => {
    const signIn = await visitor.newPage();
    await signIn.goto(url);
    await signIn.goto(`${url}/auth`);
    await signIn.getByLabel(/Username/).fill(ana.username);
    await signIn.getByLabel('Password', { exact: true }).fill('not the password');
    await signIn.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(signIn.getByText('Invalid username or password').first()).toBeVisible();
    await expect(signIn.locator('font').first()).toBeAttached();
  });

  await test.step('a post is written, liked, commented on and edited', async () => {
    await openLive(ben.page, `${url}/home?scope=all`);
    await page.goto(`${url}/home?scope=all`);
    await page.getByLabel('What would you like to share?').fill('A river has two banks.');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await ben.page.getByRole('button', { name: '1 new post' }).click();
    const seen = feed(ben.page).getByRole('article').filter({ hasText: 'two banks' });
    await seen.getByRole('button', { name: /^Like/ }).click();
    await seen.getByRole('button', { name: /^Comments/ }).click();
    await seen.getByLabel('Write a comment').fill('And a bed.');
    await seen.getByRole('button', { name: 'Comment', exact: true }).click();
    const own = feed(page).getByRole('article').filter({ hasText: 'two banks' });
    await expect(own.getByRole('button', { name: 'Like, 1 so far' })).toContainText('1');
    await expect(own.getByRole('button', { name: 'Comments, 1 so far' })).toContainText('1');
    await own.getByRole('button', { name: 'More about this post' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Text').fill('A river has two banks and a bed.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(feed(ben.page).getByText('two banks and a bed')).toBeVisible();
  });

  await test.step('an event is created, answered and left', async () => {
    const panel = page.getByRole('region', { name: 'Upcoming events' });
    await panel.getByRole('button', { name: 'New event' }).click();
    const form = page.getByRole('dialog', { name: 'New event' });
    await form.getByRole('button', { name: 'Publish' }).click();
    await expect(form.getByRole('alert')).toContainText('Write a title');
    await form.getByLabel('Title').fill('A walk by the river');
    await form.getByLabel('Place').fill('North bank');
    await form.getByLabel('Seats').fill('3');
    await form.getByRole('button', { name: 'Publish' }).click();
    const event = page.getByRole('dialog', { name: 'A walk by the river' });
    await expect(event.getByText('0 of 3 going · 3 seats left')).toBeVisible();
    const [row] = await stack.sql<{ id: string }>(`select id from events where title = 'A walk by the river'`);
    await ben.page.goto(`${url}/home?event=${row?.id}`);
    await ben.page.getByRole('group', { name: 'Your answer' }).getByRole('button', { name: 'Going' }).click();
    await expect(event.getByText('1 of 3 going · 2 seats left')).toBeVisible();
    await ben.page.getByRole('group', { name: 'Your answer' }).getByRole('button', { name: 'Going' }).click();
    await expect(event.getByText('0 of 3 going · 3 seats left')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a message arrives beside the list of conversations', async () => {
    await openLive(ben.page, `${url}/chat`);
    await page.goto(`${url}/chat?with=${ben.id}`);
    for (const text of ['first', 'second']) {
      await page.getByLabel('Message to Ben Adu').fill(`The ${text} of two lines`);
      await page.keyboard.press('Enter');
      await expect(ben.page.getByRole('link', { name: /Ana Ruiz/ })).toContainText(`The ${text} of two lines`);
    }
    await ben.page.getByRole('link', { name: /Ana Ruiz/ }).click();
    await ben.page.getByLabel('Message to Ana Ruiz').fill('Both came.');
    await ben.page.keyboard.press('Enter');
    await expect(page.getByRole('log').getByText('Both came.')).toBeVisible();
  });

  await test.step('the catalogue is searched, and an item enrolled in and left', async () => {
    await page.goto(`${url}/courses`);
    const search = page.getByRole('main').getByRole('searchbox');
    const items = page.getByRole('main').getByRole('article');
    await expect(items.first()).toBeVisible();
    await search.fill('statistics');
    await expect(page.getByRole('heading', { name: /Statistics/ }).first()).toBeVisible();
    await search.fill('no such item at all');
    await expect(items).toHaveCount(0);
    await search.fill('');
    await expect(items.first()).toBeVisible();
    const [course] = await stack.sql<{ id: string }>(
      `select id from courses where price = 0 and status = 'published' and content_type = 'course' limit 1`,
    );
    await page.goto(`${url}/courses?item=${course?.id}`);
    await page.getByRole('button', { name: 'Enroll' }).click();
    await expect(page.getByRole('tablist', { name: 'Parts of this item' })).toBeVisible();
  });

  await test.step('a profile is edited, and settings are searched and changed', async () => {
    await page.goto(`${url}/profile`);
    await page.getByRole('button', { name: 'Edit profile' }).first().click();
    await page.getByLabel('About you').fill('I count beetles.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('I count beetles.')).toBeVisible();
    await page.goto(`${url}/settings`);
    const find = page.getByRole('searchbox', { name: 'Find a setting' });
    await find.fill('theme');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await find.fill('no such setting');
    await expect(page.getByText('No matching settings')).toBeVisible();
    await find.fill('');
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible();
  });

  await test.step('the pages of numbers, people and help change what they show', async () => {
    await page.goto(`${url}/analytics`);
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByRole('button', { name: 'Other days' }).click();
    await expect(page.getByLabel('From')).toBeVisible();
    await page.goto(`${url}/students`);
    await page.getByRole('main').getByRole('searchbox').first().fill('no such name');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(0);
    await page.goto(`${url}/connections/all`);
    await page.getByRole('button', { name: 'Remove Ben Adu' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.goto(`${url}/help`);
    await page.getByRole('searchbox', { name: 'Search the help' }).fill('warp drive');
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search the help' }).fill('csv');
    await expect(page.getByRole('link', { name: 'Find students' })).toBeVisible();
  });

  await test.step('an item is drafted', async () => {
    await page.goto(`${url}/library?new=1`);
    await page.getByText('Sections with lessons that learners work through.').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Save draft and continue' }).click();
    await page.getByLabel('Title').fill('Rivers');
    await page.getByRole('button', { name: 'Save draft and continue' }).click();
    await page.getByRole('button', { name: 'Add a section' }).click();
    await page.getByRole('dialog').getByLabel('Title').fill('Banks');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Save|Add section)$/ })
      .click();
    await expect(page.getByRole('list', { name: 'Lessons of Banks' })).toBeAttached();
    await page.goto(`${url}/library?tab=created`);
    await expect(page.getByText('Rivers').first()).toBeVisible();
  });

  await test.step('the palette and the notifications open over a page', async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).pressSequentially('statis');
    await expect(page.getByRole('group', { name: 'Courses' }).getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  });

  for (const open of [page, ben.page]) await expect(open.getByText('Something went wrong')).toHaveCount(0);
  expect(faults.flat()).toEqual([]);
});
