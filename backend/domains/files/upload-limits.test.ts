import { BlockList } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import { checkAddress, countImageWork, countReceived, type Uploader } from './upload-limits.ts';

afterEach(() => vi.restoreAllMocks());

const trusted = new BlockList();
trusted.addAddress('198.51.100.1');
const limits = createRateLimits(1, undefined, { trusted });
const uploader = (member: string, address = '203.0.113.1'): Uploader => ({
  limits,
  claim: { source: address, member },
  address,
});

it('stops a member whose images have taken too long, whether they were accepted, and no one else', async () => {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const work = (member: string, tookMs: number, outcome = Promise.resolve('done')) =>
    countImageWork(uploader(member), () => {
      nowMs += tookMs;
      return outcome;
    });
  const half = RATE_LIMITS.imageWorkMs.points / 2;
  expect(await work('one', half)).toBe('done');
  await expect(work('one', half + 1, Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
  await expect(work('one', 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(await work('other', 1)).toBe('done');
});

it('stops an address from which too much was received today, but no trusted network', async () => {
  const { points } = RATE_LIMITS.uploadBytesAddress;
  for (const member of ['one', 'two']) {
    await checkAddress(uploader(member));
    await countReceived(uploader(member), points / 2 + 1);
  }
  await expect(checkAddress(uploader('three'))).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  await checkAddress(uploader('one', '203.0.113.2'));
  await countReceived(uploader('one', '198.51.100.1'), points + 1);
  await checkAddress(uploader('two', '198.51.100.1'));
});
