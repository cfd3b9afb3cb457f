import { expect, it, vi } from 'vitest';
import type { UpdateState } from '#shared/bridge/updates.ts';
import { createUpdateRun, type UpdaterPort } from './update-run.ts';
import { IDLE_MS, type UpdatePolicy } from './updates.ts';

const FEED = 'https://lyceum.school.example/updates/';

function start({ installation = 'per-user' as 'per-user' | 'per-machine' } = {}) {
  const conditions = { policy: 'automatic' as UpdatePolicy, isBusy: false, hasVisibleWindow: true, idleMs: 0 };
  const states: UpdateState[] = [];
  const updater = {
    download: vi.fn<UpdaterPort['download']>(async () => '1.2.4'),
    setInstallOnQuit: vi.fn<UpdaterPort['setInstallOnQuit']>(),
    install: vi.fn<UpdaterPort['install']>(),
  };
  const openUpdater = vi.fn(async () => updater);
  const onError = vi.fn();
  const run = createUpdateRun({
    installation,
    hasKeys: true,
    policy: () => conditions.policy,
    moment: () => conditions,
    openUpdater,
    onState: (state) => states.push(state),
    onError,
  });
  return { run, conditions, states, updater, openUpdater, onError };
}

it('downloads a release of the feed and installs it when the app is not in use', async () => {
  const { run, conditions, states, updater } = start();
  expect(run.state).toEqual({ kind: 'blocked', reason: 'NO_FEED' });
  run.setFeed(FEED);
  await expect.poll(() => run.state).toEqual({ kind: 'ready', version: '1.2.4' });
  expect(states).toEqual([{ kind: 'checking' }, { kind: 'ready', version: '1.2.4' }]);
  expect(updater.setInstallOnQuit).toHaveBeenLastCalledWith(true);

  run.installWhenUnused();
  conditions.isBusy = true;
  conditions.idleMs = IDLE_MS;
  run.installWhenUnused();
  expect(updater.install).not.toHaveBeenCalled();
  conditions.isBusy = false;
  run.installWhenUnused();
  expect(updater.install).toHaveBeenCalledOnce();
});

it('does not check the same feed again by itself, and one check at a time', async () => {
  const { run, updater } = start();
  run.setFeed(FEED);
  run.setFeed(FEED);
  await Promise.all([run.check(), run.check()]);
  expect(updater.download).toHaveBeenCalledOnce();
  await run.check();
  expect(updater.download).toHaveBeenCalledTimes(2);
});

it('a release that is withdrawn is not installed when the app quits', async () => {
  const { run, updater } = start();
  run.setFeed(FEED);
  await expect.poll(() => run.state.kind).toBe('ready');
  updater.download.mockResolvedValue(null);
  expect(await run.check()).toEqual({ kind: 'current' });
  expect(updater.setInstallOnQuit).toHaveBeenLastCalledWith(false);
  run.install();
  expect(updater.install).not.toHaveBeenCalled();
});

it('a pause by policy keeps a downloaded release from being installed', async () => {
  const { run, conditions, updater } = start();
  run.setFeed(FEED);
  await expect.poll(() => run.state.kind).toBe('ready');
  conditions.policy = 'paused';
  conditions.hasVisibleWindow = false;
  run.installWhenUnused();
  run.install();
  expect(updater.install).not.toHaveBeenCalled();
  expect(await run.check()).toEqual({ kind: 'blocked', reason: 'PAUSED' });
  expect(updater.setInstallOnQuit).toHaveBeenLastCalledWith(false);
});

it('another feed during the download is used instead', async () => {
  const { run, updater } = start();
  updater.download.mockImplementationOnce(async () => {
    run.setFeed(`${FEED}other/`);
    return '9.9.9';
  });
  run.setFeed(FEED);
  await expect.poll(() => run.state).toEqual({ kind: 'ready', version: '1.2.4' });
  expect(updater.download.mock.calls).toEqual([[FEED], [`${FEED}other/`]]);
});

it('a pause during the download is respected', async () => {
  const { run, conditions, updater } = start();
  let finish: (version: string) => void = () => {};
  updater.download.mockImplementationOnce(() => new Promise((resolve) => (finish = resolve)));
  run.setFeed(FEED);
  await expect.poll(() => updater.download.mock.calls.length).toBe(1);
  conditions.policy = 'paused';
  finish('1.2.4');
  await expect.poll(() => run.state).toEqual({ kind: 'blocked', reason: 'PAUSED' });
});

it('a failure is reported, and the next check can succeed', async () => {
  const { run, updater, onError } = start();
  updater.download.mockRejectedValueOnce(new Error('The signature is wrong.'));
  run.setFeed(FEED);
  await expect.poll(() => run.state).toEqual({ kind: 'failed' });
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('The signature is wrong.'));
  expect(updater.setInstallOnQuit).toHaveBeenLastCalledWith(false);
  expect(await run.check()).toEqual({ kind: 'ready', version: '1.2.4' });
});

it('an installation of the whole computer never opens the updater', async () => {
  const { run, openUpdater } = start({ installation: 'per-machine' });
  run.setFeed(FEED);
  expect(await run.check()).toEqual({ kind: 'blocked', reason: 'MANAGED' });
  run.install();
  run.installWhenUnused();
  expect(openUpdater).not.toHaveBeenCalled();
});
