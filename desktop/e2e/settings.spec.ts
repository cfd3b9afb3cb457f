import { expect, test } from './fixtures.ts';
import { createPerson, openDevice, PASSWORD } from './people.ts';

const NEXT = 'another long password';

test('a user signs another device out at once, and changes the password', async ({ browser, stack }) => {
  const maya = await createPerson(browser, stack, { role: 'student', fullName: 'Maya Vance', path: null });
  const elsewhere = await openDevice(browser, stack, maya);
  await elsewhere.goto(`${stack.url}/home`);

  // The list of devices is read when the page opens. Sections that load above the one of the link do not move it.
  const { page } = maya;
  await page.goto(`${stack.url}/settings#devices`);
  const topOf = async () => (await page.getByRole('heading', { name: 'Devices' }).boundingBox())?.y;
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toBeVisible();
  await expect.poll(topOf).toBeLessThan(120);
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await elsewhere.waitForURL('**/auth**');
  await expect(page.getByRole('button', { name: /^Sign out Chrome/ })).toHaveCount(0);

  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password').fill(NEXT);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This password is incorrect')).toBeVisible();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await elsewhere.context().close();
});
