import { expect, test } from '@playwright/test';
import { findFaults } from './axe.ts';
import { registerPerson } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

test('an advertisement is placed, approved, seen, explained, hidden and paused', async ({ browser }) => {
  test.setTimeout(120_000);
  const teacher = await registerPerson(browser, stack.url, { role: 'teacher', fullName: 'Tilda Host' });
  const student = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Ana Ruiz' });
  const slot = student.page.getByRole('complementary', { name: 'Advertisement' });
  await expect(slot).toBeHidden();

  await teacher.page.getByRole('button', { name: 'Your advertisements' }).first().click();
  await teacher.page.getByRole('button', { name: 'New advertisement' }).click();
  const form = teacher.page.getByRole('dialog', { name: 'New advertisement' });
  await form.getByLabel('Title').fill('Summer school');
  await form.getByLabel('Text').fill('Two weeks, forty places.');
  await form.getByLabel('Link').fill('http://school.example');
  await form.getByRole('button', { name: 'Send for review' }).click();
  await expect(form.getByRole('alert')).toContainText('https://');
  await form.getByLabel('Link').fill('https://school.example/summer');
  await expect(form.getByRole('region', { name: 'Preview' }).getByText('school.example')).toBeVisible();
  expect(await findFaults(teacher.page)).toEqual([]);
  await form.getByRole('button', { name: 'Send for review' }).click();
  const row = teacher.page.getByRole('article', { name: 'Summer school' });
  await expect(row.getByText('In review')).toBeVisible();

  await stack.sql(`update advertisements set state = 'active'`);
  await student.page.reload();
  await expect(slot.getByText('Advertisement · by Tilda Host')).toBeVisible();
  await expect(slot.getByRole('link', { name: /school\.example/ })).toHaveAttribute('href', 'https://school.example/summer');
  await expect.poll(() => stack.sql('select impressions from ad_stats_daily')).toEqual([{ impressions: 1 }]);
  expect(await findFaults(student.page)).toEqual([]);
  await slot.getByRole('button', { name: 'More about this advertisement' }).click();
  await student.page.getByRole('menuitem', { name: 'Why do I see this?' }).click();
  await expect(student.page.getByRole('dialog').getByText('to everyone in turn')).toBeVisible();
  await student.page.getByRole('button', { name: 'All advertisements' }).click();
  await expect(student.page.getByRole('list', { name: 'All advertisements' }).getByText('Two weeks, forty places.')).toBeVisible();
  expect(await findFaults(student.page)).toEqual([]);
  await student.page.getByRole('button', { name: 'Done' }).click();

  // Paused and shown again, it goes and comes without a reload.
  await teacher.page.reload();
  await teacher.page.getByRole('button', { name: 'Your advertisements' }).first().click();
  await row.getByRole('button', { name: 'Pause' }).click();
  await expect(slot).toBeHidden();
  await row.getByRole('button', { name: 'Resume' }).click();
  await expect(slot).toBeVisible();
  await row.getByRole('button', { name: 'By day' }).click();
  await expect(row.getByRole('columnheader', { name: 'Shown' })).toBeVisible();
  expect(await findFaults(teacher.page)).toEqual([]);
  await slot.getByRole('button', { name: 'More about this advertisement' }).click();
  await student.page.getByRole('menuitem', { name: 'Do not show it again' }).click();
  await expect(slot).toBeHidden();
});
