import { beforeEach, expect, it } from 'vitest';
import { createOutsideLinks, OUTSIDE_LIMITS, type LeaveQuestion } from './outside-links.ts';

let now: number;
let asked: LeaveQuestion[];
let opened: string[];
let answer: Promise<boolean>;
let openOutside: (url: string) => Promise<void>;

beforeEach(() => {
  now = 1_000_000;
  asked = [];
  opened = [];
  answer = Promise.resolve(true);
  openOutside = createOutsideLinks({
    serverUrl: () => 'https://lyceum.example.org',
    ask: (question) => (asked.push(question), answer),
    open: async (url) => void opened.push(url),
    now: () => now,
  });
});

it('asks with the whole host before another website opens', async () => {
  const host = `login.school.example.${'account-security.'.repeat(4)}evil.example`;
  await openOutside(`https://${host}/${'a'.repeat(2_000)}`);
  expect(asked[0]?.message).toBe(`You are leaving Lyceum for ${host}`);
  expect(asked[0]?.detail.length).toBeLessThan(500);
  expect(opened).toHaveLength(1);
});

it('opens nothing when the member declines', async () => {
  answer = Promise.resolve(false);
  await openOutside('https://example.org/');
  expect([asked.length, opened]).toEqual([1, []]);
});

it('warns of letters that look like others', async () => {
  // The first letter is Cyrillic.
  await openOutside('https://аpple.com/');
  expect(asked[0]?.message).toContain('xn--pple-43d.com');
  expect(asked[0]?.detail).toContain('look like other letters');
});

it('asks with the address before an email is written', async () => {
  await openOutside('mailto:maya@example.org?subject=x');
  expect(asked).toEqual([{ message: 'Open your email program?', detail: 'maya@example.org', action: 'Write email' }]);
});

it.each(['https://lyceum.example.org/help', 'https://lyceum.example.org/'])('opens %s of the server', async (url) => {
  await openOutside(url);
  expect([asked, opened]).toEqual([[], [url]]);
});

it.each(['http://lyceum.example.org/', 'https://lyceum.example.org:8443/', 'https://lyceum.example.org.evil.example/'])(
  'asks for %s, which is not the server',
  async (url) => {
    await openOutside(url);
    expect(asked).toHaveLength(1);
  },
);

it.each(['file:///etc/passwd', 'javascript:alert(1)', 'https://user@example.org/', 'app://lyceum/home', 'nonsense'])(
  'neither asks nor opens for %s',
  async (url) => {
    await openOutside(url);
    expect([asked, opened]).toEqual([[], []]);
  },
);

it('asks one question at a time', async () => {
  let decide: (isOpened: boolean) => void = () => {};
  answer = new Promise((resolve) => (decide = resolve));
  const first = openOutside('https://example.org/1');
  now += 10_000;
  await openOutside('https://example.org/2');
  decide(true);
  await first;
  expect([asked.length, opened]).toEqual([1, ['https://example.org/1']]);
});

it('pauses for a second after each answer, and stops after twenty in a minute', async () => {
  await openOutside('https://lyceum.example.org/1');
  now += OUTSIDE_LIMITS.everyMs - 1;
  await openOutside('https://lyceum.example.org/2');
  expect(opened).toHaveLength(1);
  for (let count = 1; count < OUTSIDE_LIMITS.perMinute + 5; count += 1) {
    now += OUTSIDE_LIMITS.everyMs;
    await openOutside('https://example.org/');
  }
  expect([opened.length, asked.length]).toEqual([OUTSIDE_LIMITS.perMinute, OUTSIDE_LIMITS.perMinute - 1]);
  now += 60_000;
  await openOutside('https://example.org/');
  expect(opened).toHaveLength(OUTSIDE_LIMITS.perMinute + 1);
});

it('asks again after an address could not be opened', async () => {
  answer = Promise.reject(new Error('no window'));
  await expect(openOutside('https://example.org/')).rejects.toThrow('no window');
  now += OUTSIDE_LIMITS.everyMs;
  answer = Promise.resolve(true);
  await openOutside('https://example.org/');
  expect(opened).toEqual(['https://example.org/']);
});
