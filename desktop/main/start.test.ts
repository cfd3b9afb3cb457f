import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProfile, startMain } from '../testing/composition.ts';

const DEBUG_SWITCHES = [
  'remote-debugging-port',
  'remote-debugging-address',
  'remote-debugging-pipe',
  'remote-debugging-io-pipes',
  'remote-allow-origins',
  'disable-web-security',
  'log-net-log',
  'net-log-capture-mode',
  'ssl-key-log-file',
];

let profile: ReturnType<typeof createProfile>;

beforeEach(() => {
  profile = createProfile();
});
afterEach(() => profile.remove());

it.each([
  ['is ignored by an installed app', true, []],
  ['stays in an app from the sources', false, DEBUG_SWITCHES],
])('an argument for debugging %s', async (_name, isPackaged, expected) => {
  const { electron, opened } = await startMain(profile.folder, {
    isPackaged,
    prepare: ({ app }) => DEBUG_SWITCHES.forEach((name) => app.commandLine.appendSwitch(name)),
  });
  // Chromium reads the command line when the app is ready.
  expect([...electron.app.switches.keys()]).toEqual(expected);
  await opened();
  electron.app.exit();
});
