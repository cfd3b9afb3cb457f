import type { Browser, Locator, Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { makeChords, makePdf } from '../../backend/db/seeds/documents.ts';
import { pageHeaders } from '../main/core/app-files.ts';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson, type Person } from './people.ts';
import type { Stack } from './stack.ts';

interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const LINES = Array.from({ length: 12 }, (_, line) => `Line ${line + 1} of this page.`);
const PDF: GivenFile = {
  name: 'lecture.pdf',
  mimeType: 'application/pdf',
  buffer: makePdf(['Beetles', 'Bees', 'Wasps', 'Ants'].map((heading) => ({ heading, lines: LINES }))),
};
const BROKEN: GivenFile = {
  name: 'broken.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n${'nothing that a reader understands\n'.repeat(50)}`),
};
const SOUND: GivenFile = {
  name: 'chords.wav',
  mimeType: 'audio/wav',
  buffer: makeChords([[220], [330], [440], [550]]),
};

const page = (title: string, body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title>` +
  `<link rel="stylesheet" href="book.css"/><style>p { background: url(https://tracker.example/b) }</style><script>top.wasRun = true</script></head>` +
  `<body onload="top.wasRun = true"><h1>${title}</h1>${body}</body></html>`;
const PARAGRAPHS = Array.from({ length: 60 }, (_, n) => `<p id="p${n}">Paragraph ${n} of a long chapter.</p>`).join('');

const CONTAINER =
  '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">' +
  '<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';
const NAV =
  '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>' +
  '<nav epub:type="toc"><ol><li><a href="one.xhtml">Spring</a></li><li><a href="two.xhtml">Summer</a></li></ol></nav></body></html>';
const LEAF =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="green"/></svg>';

/** Makes a book of two chapters. */
function makeBook(
  name: string,
  { one, two, css, spine = '' }: Record<'one' | 'two' | 'css', string> & { spine?: string },
): GivenFile {
  const files = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': CONTAINER,
    'book/package.opf':
      '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">' +
      '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:x:1</dc:identifier>' +
      '<dc:title>The garden</dc:title><dc:language>en</dc:language></metadata><manifest>' +
      '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>' +
      '<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>' +
      '<item id="two" href="two.xhtml" media-type="application/xhtml+xml"/>' +
      '<item id="style" href="book.css" media-type="text/css"/><item id="leaf" href="leaf.svg" media-type="image/svg+xml"/></manifest>' +
      `<spine${spine}><itemref idref="one"/><itemref idref="two"/></spine></package>`,
    'book/nav.xhtml': NAV,
    'book/book.css': css,
    'book/leaf.svg': LEAF,
    'book/one.xhtml': one,
    'book/two.xhtml': two,
  };
  const bytes = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]));
  return { name, mimeType: 'application/epub+zip', buffer: Buffer.from(zipSync(bytes, { level: 0 })) };
}

/** A book whose chapters try what a hostile one would: scripts, and files of other servers. */
const BOOK = makeBook('garden.epub', {
  css: '@import "https://tracker.example/a.css"; p { text-indent: 7px; color: #eee }',
  one: page(
    'Spring',
    '<p><img src="leaf.svg" alt="A leaf"/><img src="https://tracker.example/pixel.png" alt="Elsewhere"/></p>' +
      '<img src="/api/user" alt="Here"/><iframe src="https://tracker.example/"></iframe>' +
      '<form action="https://tracker.example/"><input name="password"/></form>' +
      '<p><a href="two.xhtml#p40">Read on in summer</a> or <a href="https://plants.example/">visit us</a>.</p>' +
      PARAGRAPHS,
  ),
  two: page('Summer', PARAGRAPHS),
});

const column = (title: string): string =>
  '<html xmlns="http://www.w3.org/1999/xhtml" class="vrtl" xml:lang="ja"><head><link rel="stylesheet" href="book.css"/></head>' +
  `<body><h1>${title}</h1>${PARAGRAPHS}</body></html>`;
/** A book in vertical lines, whose pages are turned to the left. */
const VERTICAL = makeBook('niwa.epub', {
  css: '.vrtl { writing-mode: vertical-rl }',
  one: column('\u6625'),
  two: column('\u590f'),
  spine: ' page-progression-direction="rtl"',
});

/** Two members in a conversation; the first has sent the files. */
async function receive(browser: Browser, stack: Stack, files: GivenFile[]): Promise<Person> {
  const ana = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ana Ruiz', path: null });
  const ben = await createPerson(browser, stack, { role: 'student', fullName: 'Ben Adu', path: null });
  await connect(stack, ana, ben);
  await ana.page.goto(`${stack.url}/chat?with=${ben.id}`);
  await ana.page.getByLabel('Files', { exact: true }).setInputFiles(files);
  await ana.page.getByRole('button', { name: 'Send', exact: true }).click();
  await ben.page.goto(`${stack.url}/chat?with=${ana.id}`);
  for (const { name } of files) await expect(cardOf(ben.page, name)).toBeVisible();
  return ben;
}

/** What the parser of a book reports about code and styles in its text, of which nothing is used. */
const PARSED = /^(?:Applying inline style|Executing inline event handler) violates/;

/** Collects what the content security policy refuses from now on. */
function policyErrorsOf(on: Page): string[] {
  const refused: string[] = [];
  on.on('console', (message) => {
    const text = message.text();
    if (text.includes('Content Security Policy') && !PARSED.test(text)) refused.push(text);
  });
  return refused;
}

const cardOf = (on: Page, name: string): Locator =>
  on.getByRole('log').getByRole('button', { name: new RegExp(`^Open ${name.replace('.', '\\.')}`) });

async function open(on: Page, name: string): Promise<Locator> {
  await cardOf(on, name).focus();
  await on.keyboard.press('Enter');
  const dialog = on.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Closes a file by its key, and waits until the focus is back on its card. */
async function close(on: Page, name: string): Promise<void> {
  await on.keyboard.press('Escape');
  await expect(on.getByRole('dialog', { name })).toBeHidden();
  await expect(cardOf(on, name)).toBeFocused();
}

test('a PDF, a book and a sound from chat open in the reader and are used by keyboard', async ({ browser, stack }) => {
  const { page: on } = await receive(browser, stack, [PDF, BOOK, SOUND]);
  const refused = policyErrorsOf(on);
  const elsewhere: string[] = [];
  on.on(
    'request',
    (request) => !/^(?:blob|data):/.test(request.url()) && elsewhere.push(new URL(request.url()).origin),
  );

  // The PDF: text, pages, zoom, and the page on which it was closed.
  let dialog = await open(on, PDF.name);
  const pages = dialog.getByRole('region', { name: 'Pages of lecture.pdf' });
  await expect(pages).toBeFocused();
  const first = pages.getByRole('group', { name: 'Page 1 of 4' });
  await expect(first.getByText('Beetles')).toBeAttached();
  await expect(first.locator('canvas')).toBeVisible();
  await on.keyboard.press('ArrowRight');
  await expect(dialog.getByLabel('Page', { exact: true })).toHaveValue('2');
  await on.keyboard.press('-');
  await on.keyboard.press('-');
  await expect(dialog.getByLabel('Page', { exact: true })).toHaveValue('2');
  expect(await findFaults(on)).toEqual([]);
  await dialog.getByLabel('Page', { exact: true }).fill('3');
  await on.keyboard.press('Enter');
  await expect(pages.getByText('Wasps')).toBeInViewport();
  await close(on, PDF.name);
  dialog = await open(on, PDF.name);
  await expect(dialog.getByLabel('Page', { exact: true })).toHaveValue('3');
  await close(on, PDF.name);

  // The book: scripts and other servers have no effect; contents, links and chapters work.
  dialog = await open(on, BOOK.name);
  const text = dialog.frameLocator('iframe');
  await expect(text.getByRole('heading', { name: 'Spring' })).toBeVisible();
  await expect(text.getByRole('img', { name: 'A leaf' })).toHaveJSProperty('naturalWidth', 40);
  expect(await text.locator('script, iframe, input, form, style').count()).toBe(0);
  await expect(text.getByText('Paragraph 1 of')).toHaveCSS('text-indent', '7px');
  await expect(text.getByText('Paragraph 1 of')).not.toHaveCSS('color', 'rgb(238, 238, 238)');
  await text.getByRole('link', { name: 'visit us' }).click();
  const question = on.getByRole('dialog', { name: 'You are leaving Lyceum' });
  await expect(question.getByText('plants.example', { exact: true })).toBeVisible();
  await on.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await text.getByRole('link', { name: 'Read on in summer' }).press('Enter');
  await expect(text.getByText('Paragraph 40 of')).toBeInViewport();
  await expect(dialog.getByText('Chapter 2 of 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Contents' }).click();
  expect(await findFaults(on)).toEqual([]);
  await expect(dialog.getByRole('button', { name: 'Summer' })).toBeFocused();
  await on.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Summer' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Contents' }).click();
  await dialog.getByRole('button', { name: 'Spring' }).press('Enter');
  await expect(text.getByRole('heading', { name: 'Spring' })).toBeVisible();
  await on.keyboard.press(' ');
  await expect(text.getByRole('heading', { name: 'Spring' })).not.toBeInViewport();
  await dialog.getByRole('button', { name: 'Larger text' }).click();
  await expect(dialog.getByText('115%')).toBeVisible();
  await text.locator('body').press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cardOf(on, BOOK.name)).toBeFocused();
  dialog = await open(on, BOOK.name);
  await expect(text.getByText('Paragraph 59 of')).toBeAttached();
  await expect(text.getByRole('heading', { name: 'Spring' })).not.toBeInViewport();
  await close(on, BOOK.name);
  expect(await on.evaluate(() => 'wasRun' in globalThis)).toBe(false);

  // The sound.
  dialog = await open(on, SOUND.name);
  const sound = dialog.locator('audio');
  await expect(sound).toBeFocused();
  await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => element.readyState)).toBeGreaterThan(0);
  await on.keyboard.press('ArrowRight');
  await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThanOrEqual(5);
  await on.keyboard.press('m');
  await on.keyboard.press('k');
  await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => element.muted && !element.paused)).toBe(true);
  await dialog.getByLabel('Speed').selectOption('2×');
  await expect(sound).toHaveJSProperty('playbackRate', 2);
  expect(await findFaults(on)).toEqual([]);
  await on.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  expect(refused).toEqual([]);
  expect([...new Set(elsewhere)]).toEqual([new URL(stack.url).origin]);
});

/** Sends the files of the app with the policy of the desktop app, which allows less than that of the server. */
async function useDesktopPolicy(on: Page): Promise<void> {
  const policy = pageHeaders(null)['Content-Security-Policy'] ?? '';
  const isOfApp = ({ pathname }: URL): boolean => !/^\/(?:api|socket\.io)/.test(pathname);
  await on.route(isOfApp, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
  });
}

test('under the policy of the desktop app, on a small screen: a broken PDF, a PDF and a book', async ({
  browser,
  stack,
}) => {
  const { page: on } = await receive(browser, stack, [BROKEN, PDF, BOOK]);
  const refused = policyErrorsOf(on);
  await useDesktopPolicy(on);
  await on.setViewportSize({ width: 390, height: 844 });
  await on.reload();
  const broken = await open(on, BROKEN.name);
  await expect(broken.getByRole('alert').getByText('This file is damaged.')).toBeVisible();
  expect(await findFaults(on)).toEqual([]);
  const download = on.waitForEvent('download');
  await broken.getByRole('link', { name: 'Download broken.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('broken.pdf');
  await close(on, BROKEN.name);

  const pdf = await open(on, PDF.name);
  await expect(pdf.getByText('Beetles')).toBeAttached();
  expect(await on.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findFaults(on)).toEqual([]);
  await close(on, PDF.name);

  const book = await open(on, BOOK.name);
  await expect(book.frameLocator('iframe').getByRole('img', { name: 'A leaf' })).toHaveJSProperty('naturalWidth', 40);
  expect(await findFaults(on)).toEqual([]);
  expect(refused).toEqual([]);
});

test('a book in vertical lines is turned to the left, and goes on where it was closed', async ({ browser, stack }) => {
  const { page: on } = await receive(browser, stack, [VERTICAL]);
  let dialog = await open(on, VERTICAL.name);
  const text = dialog.frameLocator('iframe');
  const scrolled = () => text.locator('html').evaluate((root) => [Math.abs(root.scrollLeft) > 100, root.scrollTop]);
  const shown = (chapter: number) => dialog.getByText(new RegExp(`^Chapter ${chapter} of 2 · [1-9]?[0-9]%$`));
  await expect(text.getByText('Paragraph 0 of')).toBeVisible();
  await expect(dialog.getByText('Chapter 1 of 2 · 0%')).toBeVisible();
  expect(await scrolled()).toEqual([false, 0]);
  await on.keyboard.press('Space');
  await expect.poll(scrolled).toEqual([true, 0]);
  await expect(shown(1)).toBeVisible();
  await on.keyboard.press('ArrowRight');
  await expect.poll(scrolled).toEqual([false, 0]);
  await on.keyboard.press('ArrowLeft');
  await expect.poll(scrolled).toEqual([true, 0]);
  // The arrows of the bar point the way the book goes.
  const [next, previous] = await Promise.all(
    ['Next page', 'Previous page'].map((name) => dialog.getByRole('button', { name }).boundingBox()),
  );
  expect(next?.x).toBeLessThan(previous?.x ?? 0);
  await dialog.getByRole('button', { name: 'Larger text' }).click();
  await expect.poll(scrolled).toEqual([true, 0]);
  await text.locator('body').hover();
  await on.mouse.wheel(0, 100_000);
  await on.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  dialog = await open(on, VERTICAL.name);
  await expect.poll(scrolled).toEqual([true, 0]);
  await expect(shown(1)).toBeVisible();
  // The first may lead to the very end of the chapter.
  for (let turn = 0; turn < 2; turn += 1) await dialog.getByRole('button', { name: 'Next page' }).click();
  await expect(dialog.getByText('Chapter 2 of 2')).toBeVisible();
});
