import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchShell } from '../testing/launch.ts';
import { hasSecretService, startSecretService } from '../testing/secret-service.ts';
import { expect, test } from './fixtures.ts';
import { createPerson } from './people.ts';
import { chooseServer, signIn, signOut } from './shell-steps.ts';

test('a restart is still signed in by a real Secret Service, and signing out empties it', async ({
  browser,
  stack,
}) => {
  const isMissing = !hasSecretService();
  // On a developer's machine it may be missing; where LYCEUM_CI is set it may not.
  test.skip(
    isMissing && process.env['LYCEUM_CI'] === undefined,
    'gnome-keyring-daemon and dbus-daemon are not installed',
  );
  expect(isMissing).toBe(false);
  const service = await startSecretService();
  const profile = mkdtempSync(join(tmpdir(), 'lyceum-shell-'));
  const keychain = (await import('keytar')).default;
  const start = () =>
    launchShell({ browser, platform: 'linux', userData: profile, keychain, env: { LYCEUM_SERVER_URL: stack.url } });
  try {
    const person = await createPerson(browser, stack, { role: 'teacher', fullName: 'Real Keyring', path: null });
    const first = await start();
    await chooseServer(await first.page(), stack.url);
    await signIn(await first.page(), person.username);
    await first.quit();
    expect(await keychain.findCredentials('Lyceum')).toHaveLength(1);

    const second = await start();
    const page = await second.page();
    await page.waitForURL('**/home');
    await signOut(page);
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    // The page shows the sign-out before the server has confirmed it. The session of the registration stays.
    await expect.poll(() => stack.sql('select 1 from sessions where user_id = $1', [person.id])).toHaveLength(1);
    // The native module is not safe for a test that reads the keychain while main changes it.
    await second.quit();
    expect(await keychain.findCredentials('Lyceum')).toEqual([]);
  } finally {
    service.stop();
    rmSync(profile, { recursive: true, force: true });
  }
});
