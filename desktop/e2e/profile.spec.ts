import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { registerPerson } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ') ?? ''}`);
}

test('someone writes their profile, another member finds it, connects and later blocks them', async ({ browser }) => {
  const ana = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Ana Ruiz' });
  const ben = await registerPerson(browser, stack.url, { role: 'teacher', fullName: 'Ben Adu' });
  const [anaPage, benPage] = [ana.page, ben.page];

  await anaPage.goto(`${stack.url}/profile`);
  await expect(anaPage.getByRole('heading', { level: 1, name: 'Ana Ruiz' })).toBeVisible();
  await anaPage.getByRole('button', { name: 'Edit profile' }).first().click();
  await anaPage.getByLabel('About you').fill('I count beetles.');
  await anaPage.getByRole('button', { name: 'Add education' }).click();
  await anaPage.getByRole('dialog').getByLabel('Institution').last().fill('Uppsala University');
  await anaPage.getByLabel('From').fill('2020-09');
  await anaPage.getByRole('checkbox', { name: 'Goes on today' }).click();
  await anaPage.getByLabel('To', { exact: true }).fill('2019-06');
  await anaPage.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(anaPage.getByText('The end comes after the start')).toBeVisible();
  expect(await faultsOf(anaPage)).toEqual([]);
  await anaPage.getByLabel('To', { exact: true }).fill('2023-06');
  await anaPage.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(anaPage.getByText('I count beetles.')).toBeVisible();
  await expect(anaPage.getByText('Uppsala University')).toBeVisible();

  const [row] = await stack.sql<{ id: string }>(`select id from users where full_name = 'Ana Ruiz'`);
  await benPage.goto(`${stack.url}/profile/${row?.id ?? ''}`);
  await expect(benPage.getByText('I count beetles.')).toBeVisible();
  await benPage.getByRole('button', { name: 'Connect', exact: true }).click();
  await benPage.getByRole('button', { name: 'Send request' }).click();
  await expect(benPage.getByRole('button', { name: 'Pending, withdraw' })).toBeVisible();
  await anaPage.goto(`${stack.url}/connections`);
  await anaPage.getByRole('button', { name: 'Accept Ben Adu' }).click();
  await expect(benPage.getByRole('link', { name: 'Message' })).toBeVisible();
  expect(await faultsOf(benPage)).toEqual([]);

  await benPage.getByRole('button', { name: 'More about Ana Ruiz' }).click();
  await benPage.getByRole('menuitem', { name: 'Block' }).click();
  await benPage.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await benPage.waitForURL('**/connections/all');
  await benPage.goto(`${stack.url}/profile/${row?.id ?? ''}`);
  await expect(benPage.getByRole('heading', { name: 'Nobody is shown here' })).toBeVisible();
});

test('two windows edit one profile: both versions are shown and what was written is kept', async ({ browser }) => {
  const cara = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Cara Lind' });
  const second = await cara.context.newPage();
  for (const page of [cara.page, second]) {
    await page.goto(`${stack.url}/profile`);
    await page.getByRole('button', { name: 'Edit profile' }).first().click();
  }
  await second.getByLabel('About you').fill('Written in the second window.');
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(second.getByText('Written in the second window.')).toBeVisible();
  await cara.page.getByLabel('About you').fill('Written in the first window.');
  await cara.page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = cara.page.getByRole('dialog', { name: 'Your profile was changed somewhere else' });
  await expect(dialog.getByText('Written in the first window.')).toBeVisible();
  await expect(dialog.getByText('Written in the second window.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Go on editing' }).click();
  await expect(cara.page.getByLabel('About you')).toHaveValue('Written in the first window.');
  await cara.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(cara.page.getByText('Written in the first window.')).toBeVisible();
});
