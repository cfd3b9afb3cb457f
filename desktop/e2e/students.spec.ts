import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { createPerson } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

const cardOf = (page: Page, name: string) => page.getByRole('article', { name });

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`${stack.url}/students${query}`);
  await page.getByRole('heading', { level: 1, name: 'Students' }).waitFor();
}

test('a student chooses what to show, and a teacher finds exactly that', async ({ browser }) => {
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  const education = { institution: 'Northfield College', degree: 'BSc', field: 'Biology', start: '2024-09' };
  await stack.sql(
    `update users set institution = 'Northfield College', bio = 'Birds at dawn.', education_data = $2::jsonb where id = $1`,
    [ana.id, JSON.stringify([{ ...education, end: null, description: '' }])],
  );
  await stack.sql(
    `insert into courses (id, user_id, title, description, price, status, published_at) select gen_random_uuid(), id,
      'Cells from scratch', '', 0, 'published', now() from users where role = 'teacher'`,
  );
  await stack.sql(
    `insert into enrollments (id, user_id, course_id) select gen_random_uuid(), u.id, c.id from users u, courses c
      where u.role = 'student'`,
  );

  await open(ben.page);
  await expect(ben.page.getByRole('heading', { name: 'No one is listed yet' })).toBeVisible();
  await open(ana.page);
  await expect(ana.page.getByRole('heading', { name: 'Do you want to be found here?' })).toBeVisible();
  const preview = cardOf(ana.page, 'Ana Ruiz');
  await ana.page.getByRole('checkbox', { name: /^Field of study/ }).click();
  await ana.page.getByRole('checkbox', { name: /^Institution/ }).click();
  await ana.page.getByRole('checkbox', { name: /^Courses/ }).click();
  await expect(preview.getByText('Northfield College · Biology', { exact: true })).toBeVisible();
  await expect(preview.getByText('Birds at dawn.')).toBeHidden();
  expect(await findFaults(ana.page)).toEqual([]);
  await ana.page.getByRole('button', { name: 'Join the directory' }).click();
  await expect(ana.page.getByText('Shown: name, institution, field of study, courses')).toBeVisible();

  await open(ben.page, '?sort=name');
  await ben.page.getByRole('radio', { name: /^Biology/ }).click();
  await expect(ben.page).toHaveURL(/field=Biology/);
  await expect(ben.page.getByRole('status').getByText('1 student')).toBeVisible();
  const found = cardOf(ben.page, 'Ana Ruiz');
  await expect(found.getByText('Northfield College · Biology', { exact: true })).toBeVisible();
  await expect(found.getByText('Cells from scratch')).toBeVisible();
  await expect(found.getByText('Birds at dawn.')).toBeHidden();
  await expect(found.getByText('2024')).toBeHidden();
  expect(await findFaults(ben.page)).toEqual([]);
  await ben.page.getByRole('button', { name: 'Table' }).click();
  await expect(ben.page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(ben.page.getByRole('rowheader', { name: /Ana Ruiz/ })).toBeVisible();
  expect(await findFaults(ben.page)).toEqual([]);

  const [download] = await Promise.all([
    ben.page.waitForEvent('download'),
    ben.page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^students-\d{4}-\d\d-\d\d\.csv$/);
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain(`Ana Ruiz,${ana.username},Northfield College,Biology,,,Cells from scratch,,0,,`);
  expect(csv).not.toMatch(/@|Birds/);

  await ben.page.getByRole('searchbox', { name: 'Search students' }).fill('nobody');
  await expect(ben.page.getByRole('heading', { name: 'No matching students' })).toBeVisible();
  await ben.page.getByRole('button', { name: 'Clear filters' }).first().click();
  await ben.page.getByRole('button', { name: 'Connect with Ana Ruiz' }).click();
  await ben.page.getByRole('button', { name: 'Send request' }).click();
  await expect(ben.page.getByRole('button', { name: 'Pending, withdraw the request to Ana Ruiz' })).toBeVisible();
});

test('a student wants a study partner, is found by the filter, and leaves the directory', async ({ browser }) => {
  await stack.sql('delete from directory_listings');
  const cho = await createPerson(browser, stack, { role: 'student', fullName: 'Cho Lee', path: null });
  const dan = await createPerson(browser, stack, { role: 'student', fullName: 'Dan Roe', path: null });
  await stack.sql(
    `insert into courses (id, user_id, title, description, price, status, published_at) select gen_random_uuid(), id,
      'Rivers and coasts', '', 0, 'published', now() from users where full_name = 'Dan Roe'`,
  );
  await stack.sql(
    `insert into enrollments (id, user_id, course_id) select gen_random_uuid(), u.id, c.id from users u, courses c
      where u.full_name = 'Cho Lee' and c.title = 'Rivers and coasts'`,
  );
  await open(cho.page);
  await cho.page.getByRole('button', { name: 'Join the directory' }).click();
  await cho.page.getByRole('button', { name: 'Look for one' }).click();
  await cho.page.getByRole('button', { name: 'Show on my card' }).click();
  await expect(cho.page.getByRole('button', { name: 'Stop looking in Rivers and coasts' })).toBeVisible();

  await open(dan.page);
  await dan.page.getByRole('button', { name: 'Not now' }).click();
  await expect(dan.page.getByRole('heading', { name: 'You are not in the directory' })).toBeVisible();
  await dan.page.getByRole('checkbox', { name: 'Looking for a study partner' }).click();
  await expect(
    cardOf(dan.page, 'Cho Lee').getByText(/Looks for a study partner in Rivers and coasts, until/),
  ).toBeVisible();

  await cho.page.getByRole('button', { name: 'Leave' }).click();
  await expect(cho.page.getByRole('heading', { name: 'You are not in the directory' })).toBeVisible();
  await open(dan.page);
  await expect(dan.page.getByRole('heading', { name: 'No one is listed yet' })).toBeVisible();
  await expect.poll(() => stack.sql('select 1 from study_partner_flags')).toEqual([]);
});
