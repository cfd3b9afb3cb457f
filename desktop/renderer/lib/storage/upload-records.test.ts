import { afterEach, expect, it, vi } from 'vitest';
import { formatBytes } from '../page/bytes.ts';
import { deviceRecords, fingerprintOf, forgetUploads } from './upload-records.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('removes the records of one user at sign-out, and nothing else', () => {
  const [ana, ben] = [deviceRecords('ana'), deviceRecords('ben')];
  ana.save('a.pdf', 's1');
  ben.save('a.pdf', 's2');
  localStorage.setItem('theme', 'dark');
  forgetUploads('ana');
  expect([ana.find('a.pdf'), ben.find('a.pdf'), localStorage.getItem('theme')]).toEqual([null, 's2', 'dark']);
});

it('works without storage: an upload then starts from the beginning', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('closed');
    },
  });
  const records = deviceRecords('ana');
  records.save('a.pdf', 's1');
  expect(records.find('a.pdf')).toBeNull();
});

it('distinguishes files without reading them', () => {
  const file = (name: string, lastModified: number) => new File(['x'], name, { lastModified });
  expect(fingerprintOf(file('a.pdf', 1), 'message-file')).toBe(fingerprintOf(file('a.pdf', 1), 'message-file'));
  expect(fingerprintOf(file('a.pdf', 1), 'message-file')).not.toBe(fingerprintOf(file('a.pdf', 2), 'message-file'));
});

it.each([
  [0, '0 bytes'],
  [1_023, '1,023 bytes'],
  [12_288, '12 kB'],
  [3.42 * 1024 ** 2, '3.4 MB'],
  [20 * 1024 ** 2, '20 MB'],
  [5 * 1024 ** 3, '5 GB'],
])('%d bytes are formatted as %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
