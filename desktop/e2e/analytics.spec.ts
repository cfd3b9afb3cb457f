import { readFileSync } from 'node:fs';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { createPerson } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

test('a teacher reads the numbers, moves through the graph by keyboard and saves them as CSV', async ({ browser }) => {
  const teacher = await createPerson(browser, stack, { role: 'teacher', fullName: 'Tilda Host' });
  const { page } = teacher;
  // A final day is not counted again by the job, which may run at any moment.
  await stack.sql(
    `insert into metric_runs (day, is_final)
      select (now() at time zone 'utc')::date - d.ago, true from generate_series(1, 21) d (ago)
      on conflict (day) do update set is_final = true`,
  );
  await stack.sql(
    `insert into metrics_daily (owner_id, metric, day, subject_id, count)
      select u.id, m.metric, (now() at time zone 'utc')::date - d.ago, u.id, m.base + d.ago
      from users u, generate_series(1, 21) d (ago),
        (values ('item-views', 3), ('enrollments', 1), ('revenue:USD', 1250)) m (metric, base)
      where u.full_name = 'Tilda Host'`,
  );
  await page.getByRole('link', { name: 'Analytics', exact: true }).click();
  const views = page.getByRole('button', { name: /^Item views 294/ });
  await expect(views).toHaveAttribute('aria-pressed', 'true');
  const slider = page.getByRole('slider', { name: /^Item views per day/ });
  await expect(page.locator('.recharts-area-curve')).toBeVisible();
  // The cards leave room for the graph, which is in the first screen.
  await expect(slider).toBeInViewport({ ratio: 1 });
  await slider.focus();
  await expect(slider).toHaveAttribute('aria-valuetext', /\(not over\): 0$/);
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', /: 4$/);
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', '1');
  expect(await findFaults(page)).toEqual([]);
  const more = page.getByRole('button', { name: 'More numbers' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^New learners / })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('slider', { name: /^New learners per day/ })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('button', { name: /^New learners / })).toHaveAttribute('aria-pressed', 'true');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const [headings = [], ...rows] = readFileSync(await (await downloading).path(), 'utf8')
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const sumOf = (heading: string) => rows.reduce((sum, row) => sum + Number(row[headings.indexOf(heading)]), 0);
  expect(rows.map(([day]) => day).at(-1)).toBe('Now');
  expect(rows).toHaveLength(28 + 1);
  expect(sumOf('Item views')).toBe(294);
  await expect(
    page.getByRole('button', { name: `Enrollments ${String(sumOf('Enrollments'))}`, exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Revenue / })).toContainText(sumOf('Revenue (USD)').toFixed(2));

  // The headings stay at the top of the table, and go below the bar of the page with it.
  await page.setViewportSize({ width: 1280, height: 320 });
  const heading = page.getByRole('columnheader', { name: 'Day (UTC)' });
  const isOnTop = () =>
    heading.evaluate((cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect();
      return cell.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await heading.scrollIntoViewIfNeeded();
  expect(await isOnTop()).toBe(true);
  await heading.evaluate((cell) => cell.closest('[role="region"]')?.scrollIntoView({ block: 'start' }));
  expect(await heading.evaluate((cell) => cell.getBoundingClientRect().y)).toBeLessThan(10);
  expect(await isOnTop()).toBe(false);
});
