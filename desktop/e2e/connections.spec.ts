import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { openLive, recordToasts } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { createPerson, type Person } from './people.ts';

const rowOf = (page: Page, name: string) => page.getByRole('article', { name });

async function open(person: Person, url: string): Promise<Page> {
  await openLive(person.page, url);
  await person.page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor();
  return person.page;
}

test('two members find each other, request, decline, request back, accept and disconnect, live on both sides', async ({
  browser,
  stack,
}) => {
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  const college = await createPerson(browser, stack, {
    role: 'institution',
    fullName: 'Northfield College',
    path: null,
  });
  await stack.sql(
    `insert into verifications (id, user_id, institution_id, entry_id, entry, status)
      select gen_random_uuid(), u, $2, gen_random_uuid(), '{"kind": "education"}', 'confirmed'
      from unnest($1::uuid[]) u`,
    [[ana.id, ben.id], college.id],
  );

  const benPage = await open(ben, `${stack.url}/connections`);
  await expect(benPage.getByText('No requests', { exact: true })).toBeVisible();
  const anaPage = await open(ana, `${stack.url}/connections/suggestions`);
  await expect(rowOf(anaPage, 'Ben Adu').getByText('Also at Northfield College')).toBeVisible();
  await anaPage.getByRole('button', { name: 'Do not suggest Ben Adu' }).click();
  // A toast stays while the mouse is over it.
  await anaPage.getByRole('button', { name: 'Undo' }).hover();
  await expect(anaPage.getByText('No suggestions')).toBeVisible();
  await anaPage.getByRole('button', { name: 'Undo' }).click();
  await anaPage.getByRole('button', { name: 'Connect with Ben Adu and add a note' }).click();
  const [ofAna, ofBen] = [await recordToasts(anaPage), await recordToasts(benPage)];
  await anaPage.getByRole('textbox', { name: /^Note/ }).fill('We met at the open day.');
  await anaPage.getByRole('button', { name: 'Send request' }).click();

  await expect(rowOf(benPage, 'Ana Ruiz').getByText('We met at the open day.')).toBeVisible();
  await expect.poll(ofBen).toContainEqual(expect.stringContaining('Ana Ruiz wants to connect'));
  expect(await findFaults(benPage)).toEqual([]);

  await rowOf(benPage, 'Ana Ruiz').focus();
  await benPage.keyboard.press('d');
  await expect.poll(ofAna).toContainEqual(expect.stringContaining('Your connection request was declined'));

  // The user who declined may ask back at once, and the other one accepts by keyboard.
  await benPage.goto(`${stack.url}/connections/suggestions`);
  await expect(benPage.getByText('No suggestions')).toBeVisible();
  await openLive(benPage, `${stack.url}/profile/${ana.id}`);
  const ofProfile = await recordToasts(benPage);
  await benPage.getByRole('button', { name: 'Connect', exact: true }).click();
  await benPage.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
  await anaPage
    .getByRole('navigation', { name: 'Connections' })
    .getByRole('link', { name: /Requests/ })
    .click();
  await expect(rowOf(anaPage, 'Ben Adu').getByRole('button', { name: 'Accept Ben Adu' })).toBeVisible();
  await rowOf(anaPage, 'Ben Adu').focus();
  await anaPage.keyboard.press('a');
  await expect.poll(ofProfile).toContainEqual(expect.stringContaining('Connection accepted'));

  await open(ben, `${stack.url}/connections/all`);
  await expect(rowOf(benPage, 'Ana Ruiz')).toBeVisible();
  await benPage.getByLabel('Search your connections').fill('nobody');
  await expect(benPage.getByRole('heading', { name: 'No matching connections' })).toBeVisible();
  await benPage.getByRole('button', { name: 'Clear filters' }).click();
  await open(ana, `${stack.url}/connections/all`);
  await benPage.getByRole('button', { name: 'Remove Ana Ruiz' }).click();
  await benPage.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(anaPage.getByRole('heading', { name: 'No connections yet' })).toBeVisible();
  expect(await stack.sql('select id from connections where user_id = any($1)', [[ana.id, ben.id]])).toEqual([]);
});
