import { findFaults } from './axe.ts';
import {
  callWith,
  cardOf,
  expectSilent,
  hear,
  openLive,
  openPair,
  recordToasts,
  removeDevices,
  rowOf,
  see,
  toastOf,
} from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson, openDevice } from './people.ts';

test('two members see and hear each other, and their conversation keeps the call', async ({ browser, stack }) => {
  const { ana, ben } = await openPair(browser, stack);
  const toasts = await Promise.all([ana.page, ben.page].map(recordToasts));
  await ana.page.getByRole('button', { name: 'Video call' }).click();
  const card = cardOf(ben.page);
  await expect(card).toContainText('Incoming Video Call');
  await expect(card).toContainText('Ana Ruiz is calling you');
  await expect(callWith(ana.page, 'Ben Adu')).toContainText('Ringing...');
  expect(await findFaults(ben.page)).toEqual([]);
  await card.getByRole('button', { name: 'Answer', exact: true }).click();
  for (const [page, name] of [
    [ana.page, 'Ben Adu'],
    [ben.page, 'Ana Ruiz'],
  ] as const) {
    await see(page, name);
    await hear(page, name);
    await expect(callWith(page, name).getByRole('timer')).toHaveText(/^\d\d:\d\d$/);
  }
  // The first toast becomes the second one when media arrive, which can be before it is shown.
  for (const [index, name] of ['Ben Adu', 'Ana Ruiz'].entries()) {
    await expect.poll(() => toasts[index]?.()).toContain('Connected / Call connection established');
    const others = ((await toasts[index]?.()) ?? []).filter(
      // On a busy machine images stop for a while.
      (text) => text !== `Call Connected / Connected with ${name}` && !text.startsWith('Connection Issue'),
    );
    expect(new Set(others)).toEqual(new Set(['Connected / Call connection established']));
  }
  const [own, others] = [callWith(ana.page, 'Ben Adu'), callWith(ben.page, 'Ana Ruiz')];
  await own.getByRole('button', { name: 'Mute' }).click();
  await expect(others.getByText('is muted')).toBeVisible();
  await own.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(others.getByText('camera is off')).toBeVisible();
  await own.getByRole('button', { name: 'Unmute' }).click();
  await own.getByRole('button', { name: 'Turn camera on' }).click();
  await expect(others.getByText(/is muted|camera is off/)).toHaveCount(0);
  await see(ben.page, 'Ana Ruiz');
  await others.getByRole('button', { name: 'Hang up' }).click();
  await expect(toastOf(ana.page, 'Ben Adu has ended the call')).toContainText('Call Ended');
  await expect(own).toBeHidden();
  await expect(others).toBeHidden();
  await expect(rowOf(ana.page, /^Video call, \d+:\d\d/)).toBeVisible();
});

test('a call is declined, answered in one of two windows, cancelled, and refused to a third member', async ({
  browser,
  stack,
}) => {
  const { ana, ben } = await openPair(browser, stack);
  const cat = await createPerson(browser, stack, { role: 'student', fullName: 'Cat Lind', path: null });
  await connect(stack, cat, ben);
  await openLive(cat.page, `${stack.url}/profile/${ben.id}`);
  const phone = await openDevice(browser, stack, ben);
  await openLive(phone, `${stack.url}/help`);
  // A dialog that is open hides the page, but not a call.
  await ben.page.getByRole('button', { name: 'Search', exact: true }).waitFor();
  await ben.page.keyboard.press('Control+k');
  await expect(ben.page.getByRole('dialog')).toBeVisible();

  const voice = ana.page.getByRole('button', { name: 'Voice call' });
  await voice.click();
  for (const page of [ben.page, phone]) await expect(cardOf(page)).toContainText('Incoming Voice Call');
  await cardOf(ben.page).getByRole('button', { name: 'Decline' }).click();
  await expect(toastOf(ana.page, 'Ben Adu declined your call')).toContainText('Call Rejected');
  for (const page of [ben.page, phone]) await expectSilent(page);
  await expect(rowOf(ana.page, 'Voice call, declined')).toBeVisible();

  await voice.click();
  await expect(cardOf(ben.page)).toBeVisible();
  await cardOf(phone).getByRole('button', { name: 'Answer' }).click();
  await expectSilent(ben.page);
  for (const [page, name] of [
    [phone, 'Ana Ruiz'],
    [ana.page, 'Ben Adu'],
  ] as const) {
    await expect(callWith(page, name).getByText('Call in progress')).toBeAttached();
    await hear(page, name);
  }
  await expect(callWith(ben.page, 'Ana Ruiz')).toHaveCount(0);
  expect(await findFaults(phone)).toEqual([]);

  await openLive(ben.page, `${stack.url}/chat?with=${ana.id}`);
  await ben.page.getByRole('button', { name: 'Voice call' }).click();
  const another = 'You are in a call on another device.';
  await expect(toastOf(ben.page, another)).toContainText('Cannot initiate call at this time');
  await cat.page.getByRole('button', { name: 'Video call' }).click();
  await expect(toastOf(cat.page, 'Ben Adu is on another call')).toContainText('User Busy');
  await expect(cardOf(ben.page)).toHaveCount(0);
  // The toast of the call that Ben misses may replace it.
  const toasts = await recordToasts(phone);
  await callWith(ana.page, 'Ben Adu').getByRole('button', { name: 'Hang up' }).click();
  await expect.poll(toasts).toContain('Call Ended / The caller has ended the call');

  await voice.click();
  for (const page of [ben.page, phone]) await expect(cardOf(page)).toBeVisible();
  await callWith(ana.page, 'Ben Adu').getByRole('button', { name: 'Cancel call' }).click();
  for (const page of [ben.page, phone]) await expectSilent(page);
  await expect(rowOf(ana.page, 'Voice call, no answer')).toBeVisible();
  await expect(rowOf(ben.page, 'You declined a voice call')).toBeVisible();
  await expect(rowOf(ben.page, 'Missed voice call')).toBeVisible();
});

test('a member without any device joins a call and listens', async ({ browser, stack }) => {
  const { ana, ben } = await openPair(browser, stack);
  await removeDevices(ben.page);
  await openLive(ben.page, `${stack.url}/home`);
  const toasts = await recordToasts(ana.page);
  await ana.page.getByRole('button', { name: 'Video call' }).click();
  await expect(cardOf(ben.page)).toContainText('No microphone');
  await cardOf(ben.page).getByRole('button', { name: 'Answer', exact: true }).click();
  await see(ben.page, 'Ana Ruiz');
  await hear(ben.page, 'Ana Ruiz');
  await expect(callWith(ben.page, 'Ana Ruiz').getByText('No microphone was found. You can listen.')).toBeVisible();
  // The other side is in the call as well, although nothing arrives there.
  const own = callWith(ana.page, 'Ben Adu');
  for (const text of ['Call in progress', 'is muted', 'camera is off'])
    await expect(own.getByText(text)).toBeAttached();
  expect(await toasts()).toEqual(expect.arrayContaining(['Connected / Call connection established']));
  await callWith(ben.page, 'Ana Ruiz').getByRole('button', { name: 'Hang up' }).click();
  await expect(own).toBeHidden();
});
