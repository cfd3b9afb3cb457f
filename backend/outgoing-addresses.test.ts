import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#shared/time.ts';
import { NOTIFICATION_PATHS } from './domains/notifications/notification.view.ts';
import { settingsPath } from './domains/auth/security.service.ts';
import { renderEmail, type EmailTemplates } from './gateways/email-templates.ts';
import { buildCourse } from './testing/builders.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient } from './testing/test-client.ts';
import { uploadBySession } from './testing/tus-client.ts';

/** The source of the page and of the files that it names; the build only adds the addresses of hashed assets. */
const RENDERER = join(import.meta.dirname, '../desktop/renderer');

let app: TestApp;
let author: TestClient;
let webDir = '';
let courseId = '';
let robots: Rule[] = [];

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'web-'));
  for (const file of ['index.html', 'theme.js', 'push-worker.js']) cpSync(join(RENDERER, file), join(webDir, file));
  cpSync(join(RENDERER, '../../resources/icon.svg'), join(webDir, 'icon.svg'));
  app = await createTestApp({ webDir });
  author = app.visitor();
  const { id: userId } = await author.signUp('teacher');
  await app.confirmEmail(author);
  courseId = (await buildCourse(app.em(), { userId, title: 'Algebra' })).id;
  const cover = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#2f7d4f' } })
    .png()
    .toBuffer();
  const { body } = await uploadBySession(author, cover, { name: 'cover.png', purpose: 'course-image' });
  await app.pool.query('update courses set image_file_id = $2 where id = $1', [courseId, body['fileId']]);
  robots = parseRobots(await (await fetch(`${app.url}/robots.txt`)).text());
});
afterAll(async () => {
  await app.close();
  rmSync(webDir, { recursive: true, force: true });
});

interface Rule {
  isAllowed: boolean;
  pattern: string;
}

/** Reads the rules for all programs (RFC 9309, section 2.2). */
function parseRobots(text: string): Rule[] {
  return [...text.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, kind, pattern = '']) => ({
    isAllowed: kind === 'Allow',
    pattern,
  }));
}

/** The longest rule counts, and of equal ones the one that allows (RFC 9309, section 2.2.2). */
function isAllowed(url: string): boolean {
  const { pathname, search } = new URL(url);
  const matching = robots.filter(({ pattern }) =>
    new RegExp(`^${pattern.replaceAll(/[.+?^{}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}`).test(
      pathname + search,
    ),
  );
  const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length));
  return longest === 0 || matching.some((rule) => rule.isAllowed && rule.pattern.length === longest);
}

/** Fetches an address without a session, as a program or a new browser does: status and type of the response. */
async function follow(url: string): Promise<{ status: number; type: string; text: string }> {
  expect(new URL(url).origin, url).toBe(app.url);
  const response = await fetch(url, { redirect: 'error' });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type') ?? '', text };
}

/** A page for people: any browser opens it, and robots do not matter. */
async function expectPage(url: string): Promise<void> {
  const { status, type } = await follow(url);
  expect([url, status, type]).toEqual([url, 200, expect.stringContaining('text/html')]);
}

/** An address that a crawler, a preview or a calendar service fetches, which obeys robots.txt. */
async function expectCrawled(url: string, type: RegExp): Promise<string> {
  expect([url, isAllowed(url)]).toEqual([url, true]);
  const found = await follow(url);
  expect([url, found.status, found.type]).toEqual([url, 200, expect.stringMatching(type)]);
  return found.text;
}

const addressesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([url]) => url.replaceAll('&amp;', '&'))),
];

/** Every address to which a notification leads, for every role; `row` is what the paths read of a notification. */
function notificationPaths(): string[] {
  const row = { actors: [{ author_id: courseId }], class_id: courseId };
  return (['student', 'creator'] as const).flatMap((role) =>
    Object.values(NOTIFICATION_PATHS)
      .map((pathOf) => pathOf(courseId, { ...row, recipient_role: role } as never))
      .concat(settingsPath(role, 'account')),
  );
}

/**
 * One email of each template, with the paths that its sender writes. A new template needs an entry here: without one
 * the types do not match.
 */
const token = '#token=x';
const name = 'Ana';
const path = '/auth';
const EMAILS: { [Template in keyof EmailTemplates]: EmailTemplates[Template] } = {
  'verify-email': { path: `/auth?mode=verify${token}` },
  'reset-password': { name, path: `/auth?mode=reset${token}`, minutes: 60 },
  'email-change-requested': { name, newEmail: 'a@b.test', restorePath: `/auth?mode=restore${token}` },
  'email-changed': { name, newEmail: 'a@b.test', restorePath: `/auth?mode=restore${token}` },
  'account-restored': { name, email: 'a@b.test' },
  'password-changed': { name },
  'two-factor-changed': { name, isOn: true, restorePath: `/auth?mode=restore${token}` },
  'new-device': {
    name,
    device: 'Firefox',
    ip: '::1',
    at: new Date().toISOString(),
    path: settingsPath('student', 'devices'),
  },
  'failed-sign-ins': { name },
  'wrong-codes': { name },
  'account-deletion': { name, until: new Date().toISOString(), path },
  'export-ready': { name, path: settingsPath('creator', 'export') },
  'address-taken': { name, path },
  'support-request': { name, email: 'a@b.test', subject: 'Help', message: 'Please' },
  notification: {
    name,
    title: 'Comment',
    content: 'New comment',
    path: '/home',
    reason: 'Why',
    settingsPath: settingsPath('student', 'notifications'),
  },
  digest: {
    name,
    items: [{ title: 'Comment', content: 'New comment', path: '/home' }],
    more: 2,
    settingsPath: settingsPath('creator', 'notifications'),
  },
};
/** Emails that contain no address, since they ask for nothing. */
const WITHOUT_ADDRESS = new Set(['failed-sign-ins', 'support-request']);

describe('addresses in emails', () => {
  it.each(Object.keys(EMAILS) as (keyof EmailTemplates)[])('of %s open a page without a session', async (template) => {
    const { text, html } = renderEmail(template, EMAILS[template], app.url);
    const found = addressesIn(`${text}\n${html}`);
    expect(found.length > 0).toBe(!WITHOUT_ADDRESS.has(template));
    for (const url of found) await expectPage(url);
  });

  it('of every notification open a page', async () => {
    const paths = notificationPaths();
    expect(paths.length).toBeGreaterThan(20);
    for (const written of paths) {
      const data = { ...EMAILS.notification, path: written };
      const urls = addressesIn(renderEmail('notification', data, app.url).text);
      expect(urls).toContain(app.url + written);
      for (const url of urls) await expectPage(url);
    }
  });

  it('in their headers stop them with one request, as mail programs send it', async () => {
    await author.post('/api/notifications/test', { body: { channel: 'email' } });
    const folder = join(app.dataDir, 'mail');
    const header = await vi.waitFor(() => {
      const emails = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
      const found = emails.map((email) => /List-Unsubscribe: <([^>]+)>/.exec(email.replaceAll(/\r\n\s+/g, ' '))?.[1]);
      const url = found.find((value) => value !== undefined);
      if (url === undefined) throw new Error('There is no email yet.');
      return url;
    });
    await expectPage(header);
    const { status } = await fetch(header, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    expect(status).toBe(200);
  });
});

describe('addresses in calendars', () => {
  it('are fetched by calendar services, and their events open', async () => {
    const date = new Date(Date.now() + DAY_MS).toISOString();
    const event = { title: 'Lab', description: '', date, location: 'Room 5', isVirtual: false };
    const { body } = await author.post('/api/events', { body: event });
    await author.put(`/api/events/${String(body['id'])}/rsvp`, { body: { status: 'going' } });
    const feed = String((await author.put('/api/events/feed')).body['url']);
    const text = await expectCrawled(feed, /^text\/calendar/);
    const urls = addressesIn(text.replaceAll(/\r\n /g, ''));
    expect(urls).toHaveLength(1);
    for (const url of urls) await expectPage(url);
  });
});

describe('addresses in heads, the sitemap and pushes', () => {
  /** What the tags of a head name: files and pages of this server. */
  const namedIn = (html: string): { kind: string; url: string }[] =>
    [...html.matchAll(/<(?:link|meta)\b[^>]*>/g)].flatMap(([tag]) => {
      const kind = /(?:rel|property|name)="([^"]+)"/.exec(tag)?.[1] ?? '';
      const value = (/(?:href|content)="([^"]+)"/.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&');
      const isAddress = tag.startsWith('<link') || /^https?:/.test(value);
      return isAddress ? [{ kind, url: new URL(value, app.url).href }] : [];
    });
  const TYPES: Record<string, RegExp> = {
    icon: /^image\//,
    'apple-touch-icon': /^image\//,
    manifest: /^application\/manifest\+json/,
    'og:image': /^image\//,
    'og:url': /^text\/html/,
    canonical: /^text\/html/,
  };

  it('are fetched by search engines and previews of links', async () => {
    const kinds = new Set<string>();
    for (const page of ['/', `/?item=${courseId}`, `/courses?item=${courseId}`, '/help', '/auth']) {
      const html = await expectCrawled(app.url + page, /^text\/html/);
      for (const { kind, url } of namedIn(html)) {
        expect(TYPES, `${kind} is not in the walk`).toHaveProperty([kind]);
        kinds.add(kind);
        await expectCrawled(url, TYPES[kind] ?? /^$/);
      }
    }
    expect([...kinds].toSorted()).toEqual(['canonical', 'icon', 'og:image', 'og:url']);
  });

  it('of the sitemap are pages that search engines may read', async () => {
    const robotsText = await (await fetch(`${app.url}/robots.txt`)).text();
    const index = /^Sitemap: (.+)$/m.exec(robotsText)?.[1] ?? '';
    const located = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
    const files = located(await expectCrawled(index, /^application\/xml/));
    const pages: string[] = [];
    for (const file of files) pages.push(...located(await expectCrawled(file, /^application\/xml/)));
    expect(pages).toContain(`${app.url}/?item=${courseId}`);
    for (const page of pages) await expectCrawled(page, /^text\/html/);
  });

  it('of web pushes open a page, with their icon', async () => {
    const worker = readFileSync(join(webDir, 'push-worker.js'), 'utf8');
    const icons = [...worker.matchAll(/(?:icon|badge|image): '([^']+)'/g)].map(([, icon = '']) => icon);
    expect(icons.length).toBeGreaterThan(0);
    for (const icon of icons) expect((await follow(app.url + icon)).type).toMatch(/^image\//);
    for (const opened of new Set([...notificationPaths(), '/home'])) await expectPage(app.url + opened);
  });
});
