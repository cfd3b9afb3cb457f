import sharp from 'sharp';
import { findFaults } from './axe.ts';
import { openLive } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { createPerson, createPost } from './people.ts';

test('a user writes their profile, another member finds it, connects and later blocks them', async ({
  browser,
  stack,
}) => {
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  const [anaPage, benPage] = [ana.page, ben.page];

  await anaPage.goto(`${stack.url}/profile`);
  await expect(anaPage.getByRole('heading', { level: 1, name: 'Ana Ruiz' })).toBeVisible();
  await anaPage.getByRole('button', { name: 'Edit profile' }).first().click();
  await anaPage.getByLabel('About you').fill('I count beetles.');
  await anaPage.getByRole('button', { name: 'Add education' }).click();
  await anaPage.getByRole('dialog').getByLabel('Institution').last().fill('Uppsala University');
  await anaPage.getByLabel('From').fill('2020-09');
  await anaPage.getByRole('checkbox', { name: 'I currently study here' }).click();
  await anaPage.getByLabel('To', { exact: true }).fill('2019-06');
  await anaPage.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(anaPage.getByText('The end must be after the start')).toBeVisible();
  expect(await findFaults(anaPage)).toEqual([]);
  await anaPage.getByLabel('To', { exact: true }).fill('2023-06');
  await anaPage.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(anaPage.getByText('I count beetles.')).toBeVisible();
  await expect(anaPage.getByText('Uppsala University')).toBeVisible();

  await openLive(benPage, `${stack.url}/profile/${ana.id}`);
  await expect(benPage.getByText('I count beetles.')).toBeVisible();
  await benPage.getByRole('button', { name: 'Connect', exact: true }).click();
  await benPage.getByRole('button', { name: 'Send request' }).click();
  await expect(benPage.getByRole('button', { name: 'Pending, withdraw' })).toBeVisible();
  await anaPage.goto(`${stack.url}/connections`);
  await anaPage.getByRole('button', { name: 'Accept Ben Adu' }).click();
  await expect(benPage.getByRole('link', { name: 'Message' })).toBeVisible();
  expect(await findFaults(benPage)).toEqual([]);

  await benPage.getByRole('button', { name: 'More about Ana Ruiz' }).click();
  await benPage.getByRole('menuitem', { name: 'Block' }).click();
  await benPage.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await benPage.waitForURL('**/connections/all');
  await benPage.goto(`${stack.url}/profile/${ana.id}`);
  await expect(benPage.getByRole('heading', { name: 'This profile is unavailable' })).toBeVisible();
});

test('two windows edit one profile: both versions are shown and no text is lost', async ({ browser, stack }) => {
  const cara = await createPerson(browser, stack, { role: 'student', fullName: 'Cara Lind', path: null });
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
  await dialog.getByRole('button', { name: 'Continue editing' }).click();
  await expect(cara.page.getByLabel('About you')).toHaveValue('Written in the first window.');
  await cara.page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(cara.page.getByText('Written in the first window.')).toBeVisible();
});

test('images are cropped and described, parts are limited to an audience, and the profile is previewed as others see it', async ({
  browser,
  stack,
}) => {
  const dana = await createPerson(browser, stack, { role: 'student', fullName: 'Dana Kim', path: null });
  const eli = await createPerson(browser, stack, { role: 'teacher', fullName: 'Eli Sand', path: null });
  const { page } = dana;
  await page.goto(`${stack.url}/profile`);
  await page.getByRole('button', { name: 'Change your photo' }).click();
  await page
    .getByLabel('Profile photo file')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText('Choose a JPEG, PNG or WebP image.')).toBeVisible();
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await page.getByLabel('Profile photo file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await page.getByLabel('Width, in %').fill('40');
  await page.getByLabel('From the left, in %').fill('10');
  await page.getByLabel('Description').fill('Dana by a lake');
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('img', { name: 'Dana by a lake' })).toBeVisible();
  await expect
    .poll(() =>
      stack.sql(`select width, height from files where purpose = 'profile-image' and owner_id = $1`, [dana.id]),
    )
    .toEqual([{ width: 120, height: 120 }]);

  await page.getByRole('button', { name: 'Edit profile' }).first().click();
  await page.getByLabel('About you').fill('Only for people I know.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Page options' }).click();
  await page.getByRole('menuitem', { name: 'Who sees what' }).click();
  await page.getByLabel('About you').selectOption('connections');
  await expect
    .poll(async () =>
      JSON.stringify(await stack.sql('select field_visibility from privacy_settings where user_id = $1', [dana.id])),
    )
    .toContain('connections');
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Page options' }).click();
  await page.getByRole('menuitem', { name: 'View as' }).click();
  await expect(page.getByText('Only for people I know.')).toBeHidden();
  await page.getByLabel('Your profile as shown to').selectOption('connections');
  await expect(page.getByText('Only for people I know.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to your view' }).click();
  await expect(page.getByRole('button', { name: 'Edit profile' }).first()).toBeVisible();

  await eli.page.goto(`${stack.url}/profile/${dana.id}`);
  await expect(eli.page.getByRole('img', { name: 'Dana by a lake' })).toBeVisible();
  await expect(eli.page.getByText('Only for people I know.')).toBeHidden();
});

test('an institution confirms a profile entry, live, and withdraws the confirmation', async ({ browser, stack }) => {
  const house = await createPerson(browser, stack, { role: 'institution', fullName: 'Lakeside College', path: null });
  const fay = await createPerson(browser, stack, { role: 'student', fullName: 'Fay Osei', path: null });
  await house.page.goto(`${stack.url}/profile?tab=confirm`);
  await expect(house.page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
  await fay.page.goto(`${stack.url}/profile`);
  await fay.page.getByRole('button', { name: 'Edit profile' }).first().click();
  await fay.page.getByRole('button', { name: 'Add education' }).click();
  await fay.page.getByRole('dialog').getByLabel('Institution').last().fill('Lakeside');
  await fay.page.getByLabel('From').fill('2022-09');
  await fay.page.getByRole('button', { name: 'Save', exact: true }).click();
  await fay.page.getByRole('button', { name: 'Ask to confirm Lakeside' }).click();
  await fay.page.getByRole('button', { name: 'Ask Lakeside College' }).click();
  await expect(fay.page.getByText('has been asked to confirm this')).toBeVisible();

  await house.page.getByRole('button', { name: 'Confirm Fay Osei' }).click();
  await expect(fay.page.getByText('Confirmed by Lakeside College')).toBeVisible();
  expect(await findFaults(fay.page)).toEqual([]);
  await house.page.getByRole('tab', { name: 'People' }).click();
  const people = house.page.getByRole('list', { name: 'Confirmed people' });
  await expect(people.getByRole('link', { name: 'Fay Osei' }).first()).toBeVisible();
  await expect(people.getByRole('img', { name: 'Confirmed by Lakeside College' })).toBeVisible();
  await house.page.getByRole('tab', { name: 'To confirm' }).click();
  await house.page.getByRole('button', { name: 'Confirmed', exact: true }).click();
  expect(await findFaults(house.page)).toEqual([]);
  await house.page.getByRole('button', { name: 'Revoke for Fay Osei' }).click();
  await expect(fay.page.getByText('revoked its confirmation')).toBeVisible();
});

test('the tabs of a profile list the posts, courses and events of its owner', async ({ browser, stack }) => {
  const gil = await createPerson(browser, stack, { role: 'teacher', fullName: 'Gil Moreau', path: null });
  const hana = await createPerson(browser, stack, { role: 'student', fullName: 'Hana Sato', path: null });
  await createPost(stack, gil, 'A post for my page');
  await stack.sql(
    `insert into courses (id, user_id, title, description, price, content_type, status, published_at)
      values (gen_random_uuid(), '${gil.id}', 'Algebra I', '', 0, 'course', 'published', now())`,
  );
  await stack.sql(
    `insert into events (id, user_id, title, description, date, location)
      values (gen_random_uuid(), '${gil.id}', 'Open lesson', '', now() + interval '3 days', 'Room 5')`,
  );
  await hana.page.goto(`${stack.url}/profile/${gil.id}?tab=posts`);
  const post = hana.page.getByRole('article').filter({ hasText: 'A post for my page' });
  await post.getByRole('button', { name: /^Like/ }).click();
  await expect(post.getByRole('button', { name: /1/ }).first()).toBeVisible();
  expect(await findFaults(hana.page)).toEqual([]);
  await hana.page.getByRole('tab', { name: 'Courses' }).click();
  await expect(hana.page.getByText('Algebra I')).toBeVisible();
  await hana.page.getByRole('tab', { name: 'Events' }).click();
  await expect(hana.page.getByText('Open lesson')).toBeVisible();
  await hana.page.getByRole('tab', { name: 'Connections' }).click();
  await expect(hana.page.getByRole('heading', { name: 'No connections yet' })).toBeVisible();
  expect(await findFaults(hana.page)).toEqual([]);
});
