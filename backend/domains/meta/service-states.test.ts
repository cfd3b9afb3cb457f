import { expect, it } from 'vitest';
import type { ServiceState } from '#shared/api/meta.ts';
import { createServiceStates } from './service-states.ts';

it('names each service, and calls one unavailable that rejects or does not respond', async () => {
  const states = createServiceStates({
    files: async () => 'ok',
    outbox: async () => 'late',
    scanner: () => Promise.reject(new Error('connect ECONNREFUSED /run/clamav/clamd.ctl')),
    email: () => new Promise<ServiceState>(() => undefined),
    redis: undefined,
  });
  expect(await states()).toEqual({ files: 'ok', outbox: 'late', scanner: 'unavailable', email: 'unavailable' });
});

it('checks once for many calls, again after half a minute, and lets no later call wait', async () => {
  let nowMs = 0;
  const checks: ((state: ServiceState) => void)[] = [];
  const check = () => new Promise<ServiceState>((resolve) => checks.push(resolve));
  const states = createServiceStates({ files: check }, () => nowMs);
  const first = Promise.all([states(), states()]);
  checks[0]?.('ok');
  expect(await first).toEqual([{ files: 'ok' }, { files: 'ok' }]);
  nowMs = 29_999;
  await states();
  expect(checks).toHaveLength(1);
  nowMs = 30_000;
  expect([await states(), await states()]).toEqual([{ files: 'ok' }, { files: 'ok' }]);
  expect(checks).toHaveLength(2);
  checks[1]?.('unavailable');
  await expect.poll(states).toEqual({ files: 'unavailable' });
  expect(checks).toHaveLength(2);
});
