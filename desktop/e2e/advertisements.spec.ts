import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { createPerson } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

/** Opens the own advertisements by keyboard: what loads above the button would move it away from the pointer. */
const openOwn = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Your advertisements' }).first().press('Enter');

test('an advertisement is created, approved, shown, explained, hidden and paused', async ({ browser }) => {
  test.setTimeout(300_000);
  const teacher = await createPerson(browser, stack, { role: 'teacher', fullName: 'Tilda Host' });
  const student = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz' });
  const slot = student.page.getByRole('complementary', { name: 'Advertisement' });
  await expect(slot).toBeHidden();

  await openOwn(teacher.page);
  await teacher.page.getByRole('button', { name: 'New advertisement' }).click();
  const form = teacher.page.getByRole('dialog', { name: 'New advertisement' });
  await form.getByLabel('Title').fill('Summer school');
  await form.getByLabel('Text').fill('Two weeks, forty places.');
  await form.getByLabel('Link').fill('http://school.example');
  await form.getByRole('button', { name: 'Send for review' }).click();
  await expect(form.getByRole('alert')).toContainText('https://');
  await form.getByLabel('Link').fill('https://school.example/summer');
  await expect(form.getByRole('region', { name: 'Preview' }).getByText('school.example')).toHaveCount(2);
  const picture = {
    name: 'lake.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 320, height: 180, channels: 3, background: '#3366cc' } })
      .png()
      .toBuffer(),
  };
  await form.getByLabel('Image file').setInputFiles({ ...picture, mimeType: 'text/plain' });
  await expect(form.getByText('Choose a JPEG, PNG, WebP, GIF or AVIF image.')).toBeVisible();
  await form.getByLabel('Image file').setInputFiles(picture);
  await form.getByLabel('Image description').fill('A lake');
  await expect(
    form
      .getByRole('region', { name: 'Preview' })
      .getByRole('figure', { name: 'Light' })
      .getByRole('img', { name: 'A lake' }),
  ).toBeVisible();
  expect(await findFaults(teacher.page)).toEqual([]);
  await form.getByRole('button', { name: 'Save as draft' }).click();
  const row = teacher.page.getByRole('article', { name: 'Summer school' });
  await expect(row.getByText('Draft')).toBeVisible();
  await row.getByRole('button', { name: 'Edit' }).click();
  await teacher.page.getByRole('button', { name: 'Send for review' }).click();
  await expect(row.getByText('In review')).toBeVisible();

  await stack.sql(`update advertisements set state = 'active'`);
  await student.page.reload();
  await expect(slot.getByText('Advertisement · by Tilda Host')).toBeVisible();
  await expect(slot.getByRole('img', { name: 'A lake' })).toHaveJSProperty('naturalWidth', 320);
  await expect(slot.getByRole('link', { name: /school\.example/ })).toHaveAttribute(
    'href',
    'https://school.example/summer',
  );
  await expect.poll(() => stack.sql('select impressions from ad_stats_daily')).toEqual([{ impressions: 1 }]);
  expect(await findFaults(student.page)).toEqual([]);
  await slot.getByRole('button', { name: 'More about this advertisement' }).click();
  await student.page.getByRole('menuitem', { name: 'Why am I seeing this?' }).click();
  await expect(student.page.getByRole('dialog').getByText('to everyone in turn')).toBeVisible();
  await student.page.getByRole('button', { name: 'All advertisements' }).click();
  await expect(
    student.page.getByRole('list', { name: 'All advertisements' }).getByText('Two weeks, forty places.'),
  ).toBeVisible();
  expect(await findFaults(student.page)).toEqual([]);
  await student.page.getByRole('button', { name: 'Done' }).click();

  // Paused and shown again, it goes and comes without a reload.
  await teacher.page.reload();
  await openOwn(teacher.page);
  await row.getByRole('button', { name: 'Pause' }).click();
  await expect(slot).toBeHidden();
  await row.getByRole('button', { name: 'Resume' }).click();
  await expect(slot).toBeVisible();
  await row.getByRole('button', { name: 'By day' }).click();
  await expect(row.getByRole('columnheader', { name: 'Shown' })).toBeVisible();
  expect(await findFaults(teacher.page)).toEqual([]);
  await slot.getByRole('button', { name: 'More about this advertisement' }).click();
  await student.page.getByRole('menuitem', { name: 'Hide this advertisement' }).click();
  await expect(slot).toBeHidden();
});

test('every twelfth item of the feed is an advertisement, which shifts nothing and disappears when it is reported', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const teacher = await createPerson(browser, stack, { role: 'teacher', fullName: 'Uma Host' });
  const student = await createPerson(browser, stack, { role: 'student', fullName: 'Ben Adu', path: null });
  const { page } = student;
  await stack.sql(
    `insert into posts (id, user_id, content, created_at) select gen_random_uuid(), u.id, 'Post number ' || n,
      now() - n * interval '1 minute' from users u, generate_series(1, 45) n where u.username = $1`,
    [teacher.username],
  );
  // One in the feed, and one beside it.
  await stack.sql(
    `insert into advertisements (id, user_id, title, description, link_url, section, state)
      select gen_random_uuid(), u.id, 'Lake course', 'Two weeks.', 'https://school.example/', section, 'active'
        from users u, unnest('{1,2}'::int[]) section where u.username = $1`,
    [teacher.username],
  );
  await page.goto(`${stack.url}/home`);
  const feed = page.getByRole('feed');
  const ad = feed.getByRole('complementary', { name: 'Advertisement' });
  await expect(ad).toHaveCount(1);
  await ad.scrollIntoViewIfNeeded();
  await expect(ad.getByText('Advertisement · by Uma Host')).toBeVisible();
  // It follows eleven posts, is not counted in their positions, and the keys skip it.
  const order = await feed
    .locator('article')
    .evaluateAll((articles) =>
      articles
        .slice(9, 14)
        .map((article) => article.getAttribute('aria-posinset') ?? article.getAttribute('aria-label')),
    );
  expect(order).toEqual(['10', '11', 'Advertisement', '12', '13']);
  expect(await findFaults(page)).toEqual([]);
  await feed.locator('article[aria-posinset="11"]').focus();
  await page.keyboard.press('PageDown');
  await expect(feed.locator('article[aria-posinset="12"]')).toBeFocused();

  // Paused while it is on screen, it stays until it is off the screen; nothing moves under the reader's eyes.
  const neighbour = feed.locator('article[data-post]', { hasText: 'Post number 12' }).first();
  await neighbour.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(ad).toBeInViewport();
  const before = await neighbour.boundingBox();
  // A newer request may cancel one that is under way; its body can then not be read.
  const refetched = page.waitForResponse(
    async (response) =>
      /advertisements\?section=2/.test(response.url()) && (await response.text().catch(() => 'cancelled')) === '[]',
  );
  await openOwn(teacher.page);
  const row = teacher.page.getByRole('article', { name: 'Lake course' }).filter({ hasText: 'In the feed' });
  await row.getByRole('button', { name: 'Pause' }).click();
  await refetched;
  await expect(row.getByText('Paused')).toBeVisible();
  expect(await neighbour.boundingBox()).toEqual(before);
  await expect(ad).toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(ad).toHaveCount(0);

  // Shown again, it comes back to its place, also when posts have come above.
  await row.getByRole('button', { name: 'Resume' }).click();
  await expect(ad).toHaveCount(1);
  await teacher.page.keyboard.press('Escape');
  await teacher.page.getByLabel('What would you like to share?').fill('A new one');
  await teacher.page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByRole('button', { name: '1 new post' }).click();
  await expect(feed.locator('article').nth(12)).toHaveAccessibleName('Advertisement');

  await ad.getByRole('button', { name: 'More about this advertisement' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByRole('radio', { name: 'False information' }).check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(ad).toHaveCount(0);
  expect(await stack.sql(`select reason from reports where target_type = 'advertisement'`)).toEqual([
    { reason: 'false' },
  ]);
});

test('a host promotes an event in two clicks', async ({ browser }) => {
  test.setTimeout(300_000);
  const teacher = await createPerson(browser, stack, { role: 'teacher', fullName: 'Vera Host', path: null });
  const student = await createPerson(browser, stack, { role: 'student', fullName: 'Cleo Ruiz', path: null });
  const [event] = await stack.sql<{ id: string }>(
    `insert into events (id, user_id, title, description, date, location) select gen_random_uuid(), id, 'Open day',
      'See the labs.', now() + interval '3 days', 'Great Hall' from users where username = $1 returning id`,
    [teacher.username],
  );
  await teacher.page.goto(`${stack.url}/home?event=${event?.id ?? ''}`);
  await teacher.page.getByRole('button', { name: 'Promote' }).click();
  await expect(teacher.page.getByRole('dialog', { name: 'Promote this event' }).getByLabel('Title')).toHaveValue(
    'Open day',
  );
  expect(await findFaults(teacher.page)).toEqual([]);
  await teacher.page.getByRole('button', { name: 'Send for review' }).click();
  await expect(teacher.page.getByText('Sent for review', { exact: true })).toBeVisible();

  await stack.sql(`update advertisements set state = 'active' where event_id = $1`, [event?.id]);
  await student.page.goto(`${stack.url}/home`);
  await student.page.getByRole('button', { name: 'See all events' }).click();
  const slot = student.page
    .getByRole('dialog', { name: 'Events' })
    .getByRole('complementary', { name: 'Advertisement' });
  await slot.getByRole('link', { name: 'See the event' }).click();
  await expect(student.page.getByRole('dialog', { name: 'Open day' }).getByText('Great Hall')).toBeVisible();
});
