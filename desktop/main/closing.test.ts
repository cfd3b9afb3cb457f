import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProfile, startMain } from '../testing/composition.ts';

const CALL = {
  callId: '00000000-0000-4000-8000-0000000000c1',
  peer: { id: '00000000-0000-4000-8000-00000000000b', name: 'Ben Okri', photo: null },
  callType: 'voice',
  phase: 'active',
  isAnswering: false,
  isMuted: false,
} as const;

let profile: ReturnType<typeof createProfile>;

beforeEach(() => {
  profile = createProfile({ serverUrl: 'http://127.0.0.1:9', closeBehaviour: 'quit' });
});
afterEach(() => profile.remove());

it('asks before it closes the window in a call, also when the settings cannot be written', async () => {
  const { electron, call, opened, warnings } = await startMain(profile.folder);
  await opened();
  const { app, BrowserWindow, dialog } = electron;
  const [window] = BrowserWindow.getAllWindows();
  await call('connectLive', '00000000-0000-4000-8000-00000000000a');
  await call('reportCall', { isLive: true, call: CALL });
  // As when the disk is full.
  rmSync(join(profile.folder, 'settings.json'));
  mkdirSync(join(profile.folder, 'settings.json'));
  // The third button: the member cancels.
  dialog.response = 2;
  window?.close();
  expect(dialog.asked.map(({ message }) => message)).toEqual(['You are in a call.']);
  expect(window?.isDestroyed()).toBe(false);
  expect(warnings).toContainEqual(expect.stringContaining('The settings could not be stored'));
  app.exit();
});
