import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real Secret Service of its own: a session bus and GNOME's keyring, unlocked, in a folder that goes with it. */
export interface SecretService {
  stop(): void;
}

/** True where a Secret Service can be started; `.ci/run` installs what it takes. */
export function hasSecretService(): boolean {
  return (
    process.platform === 'linux' &&
    ['dbus-daemon', 'gnome-keyring-daemon'].every((program) => spawnSync('which', [program]).status === 0)
  );
}

/** Starts one and makes it this process's, so that keytar finds it. */
export async function startSecretService(): Promise<SecretService> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-keyring-'));
  const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, XDG_DATA_HOME: folder };
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = (await once(bus.stdout, 'data')) as [Buffer];
  const busAddress = address.toString().trim();
  // It goes to the background when it serves, and ends with its bus.
  const { status } = spawnSync('gnome-keyring-daemon', ['--daemonize', '--unlock', '--components=secrets'], {
    env: { ...env, DBUS_SESSION_BUS_ADDRESS: busAddress },
    input: 'a password of the test',
    timeout: 10_000,
  });
  if (status !== 0) throw new Error('gnome-keyring-daemon does not start');
  const before = process.env['DBUS_SESSION_BUS_ADDRESS'];
  process.env['DBUS_SESSION_BUS_ADDRESS'] = busAddress;
  return {
    stop() {
      bus.kill('SIGTERM');
      if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
      else process.env['DBUS_SESSION_BUS_ADDRESS'] = before;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
