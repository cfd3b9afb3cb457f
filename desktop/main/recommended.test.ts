import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProfile, startMain, type RunningMain } from '../testing/composition.ts';
import { setPolicy } from '../testing/policy.ts';

const ANA = '00000000-0000-4000-8000-00000000000a';
const RECOMMENDED = { autoStart: true, closeBehaviour: 'quit', notificationPreview: 'none', camera: 'block' };

let profile: ReturnType<typeof createProfile>;
let main: RunningMain | undefined;

beforeEach(() => {
  profile = createProfile({ serverUrl: 'http://127.0.0.1:9', closeBehaviour: 'tray', startAtLogin: false });
});
afterEach(() => {
  main?.electron.app.exit();
  profile.remove();
  for (const name of ['data', 'policy']) rmSync(`${profile.folder}-${name}`, { recursive: true, force: true });
});

const loginItem = (): boolean => existsSync(join(`${profile.folder}-data`, 'autostart', 'lyceum.desktop'));

async function start(recommended: Record<string, string | boolean>): Promise<RunningMain> {
  main?.electron.app.exit();
  const policyDir = `${profile.folder}-policy`;
  setPolicy('linux', policyDir, { managed: {}, recommended });
  main = await startMain(profile.folder, {
    config: { policyDir },
    // The folder of the user's other programs, which is not in the profile.
    prepare: ({ app }) => app.setPath('appData', `${profile.folder}-data`),
  });
  await main.opened();
  return main;
}

it('recommended values are those of a member who has chosen none, and each choice replaces one for good', async () => {
  const first = await start(RECOMMENDED);
  const recommended = { isManaged: false, isRecommended: true };
  expect(await first.call('getDesktopSettings')).toMatchObject({
    startAtLogin: { value: true, ...recommended },
    closeBehaviour: { value: 'quit', ...recommended },
    notificationPreview: { value: 'none', ...recommended },
  });
  expect(loginItem()).toBe(true);
  // The values of the app itself, which were chosen.
  await first.call('editDesktopSettings', { startAtLogin: false, closeBehaviour: 'tray', notificationPreview: 'full' });
  expect(loginItem()).toBe(false);

  const again = await start(RECOMMENDED);
  const own = { isManaged: false, isRecommended: false };
  expect(await again.call('getDesktopSettings')).toMatchObject({
    startAtLogin: { value: false, ...own },
    closeBehaviour: { value: 'tray', ...own },
    notificationPreview: { value: 'full', ...own },
  });
  expect(loginItem()).toBe(false);
});

it('the start at login ends with its recommendation', async () => {
  await start(RECOMMENDED);
  expect(loginItem()).toBe(true);
  await start({});
  expect(loginItem()).toBe(false);
});

it('safe mode leaves the start at login as it is', async () => {
  const { call } = await start({});
  await call('editDesktopSettings', { startAtLogin: true });
  main?.electron.app.exit();
  main = await startMain(profile.folder, {
    argv: ['--safe-mode'],
    prepare: ({ app }) => app.setPath('appData', `${profile.folder}-data`),
  });
  await main.opened();
  expect(loginItem()).toBe(true);
});

it('a camera that is not recommended is not used until the member removes the recommendation', async () => {
  const { call } = await start(RECOMMENDED);
  await call('connectLive', ANA);
  expect((await call('getCaptureAccess')).camera).toMatchObject({ rule: 'ask', choice: 'never', isRecommended: true });
  expect(await call('requestCapture', { kinds: ['camera'], callId: null })).toEqual({ camera: 'recommendation' });
  await call('forgetCaptureChoice', 'camera');
  expect((await call('getCaptureAccess')).camera).toMatchObject({ rule: 'ask', choice: null, isRecommended: false });
  const stored = JSON.parse(readFileSync(join(profile.folder, 'settings.json'), 'utf8')) as { captureChoices: object };
  expect(Object.values(stored.captureChoices)).toEqual([{ camera: 'ask', microphone: null }]);
});
