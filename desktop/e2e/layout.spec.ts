import { chromium, type Locator, type Page } from '@playwright/test';
import { BROWSER_ARGS } from './browser.ts';
import { expect, test } from './fixtures.ts';
import { openDemo } from './people.ts';

/** Returns the elements that show a scrollbar; the page itself and the right column of Home scroll on purpose. */
function findScrollbars(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const isScrolled = (overflow: string, inner: number, outer: number): boolean =>
          (overflow === 'auto' || overflow === 'scroll') && outer > 0 && inner > outer;
        return (
          !element.matches('aside, textarea') &&
          (isScrolled(overflowX, element.scrollWidth, element.clientWidth) ||
            isScrolled(overflowY, element.scrollHeight, element.clientHeight))
        );
      })
      .map(({ tagName, className }) => `${tagName} ${className}`),
  );
}

const openPage = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
};

test('no page has a scrollbar inside where its content fits', async ({ demo, launchOptions }) => {
  // By default a headless browser draws no scrollbars.
  const browser = await chromium.launch({
    ...launchOptions,
    args: BROWSER_ARGS,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  const page = await openDemo(browser, demo, 'student');
  const found: Record<string, string[]> = {};
  for (const path of ['/home', '/chat', '/connections', '/profile', '/library', '/auth']) {
    if (path === '/auth') await page.context().clearCookies();
    await openPage(page, demo.url + path);
    const scrollbars = await findScrollbars(page);
    if (scrollbars.length > 0) found[path] = scrollbars;
  }
  expect(found).toEqual({});
  await browser.close();
});

test('the field for a message stays in the window below a banner', async ({ browser, demo }) => {
  const page = await openDemo(browser, demo, 'student');
  await openPage(page, `${demo.url}/chat`);
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click();
  const field = page.getByRole('textbox', { name: /^Message to/ });
  await field.waitFor();
  // As high as the banner that appears when the server is away.
  await page.evaluate(() => {
    const banner = document.createElement('div');
    banner.style.height = '55px';
    document.querySelector('header')?.before(banner);
  });
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(field).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  }
});

test('the field of the search does not move with its results', async ({ browser, demo }) => {
  const page = await openDemo(browser, demo, 'student');
  await openPage(page, `${demo.url}/library`);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog', { name: 'Search' }).locator('input[type="text"]');
  await field.waitFor();
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  const tops = new Set<number>();
  const measure = () =>
    expect(async () => {
      const box = await field.boundingBox();
      if (box === null) throw new Error('The field of the loaded dialog replaces the first one.');
      tops.add(box.y);
    }).toPass();
  await measure();
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await measure();
  await page.keyboard.type('statistics');
  await page.getByRole('option', { name: /^Statistics from/ }).waitFor();
  await measure();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  await measure();
  expect([...tops]).toHaveLength(1);
});

test('what is current, chosen or primary has a mark where the system forces colours', async ({ browser, demo }) => {
  const page = await openDemo(browser, demo, 'student');
  await page.emulateMedia({ forcedColors: 'active' });
  await openPage(page, `${demo.url}/home`);
  const valueOf = (
    element: Locator,
    property: 'backgroundColor' | 'borderBottomColor' | 'borderBottomWidth',
  ): Promise<string> => element.first().evaluate((found, key) => getComputedStyle(found)[key], property);
  const styleOf = (selector: string, property: 'backgroundColor' | 'borderBottomColor'): Promise<string> =>
    valueOf(page.locator(selector), property);
  expect(await styleOf('nav [aria-current="page"]', 'backgroundColor')).not.toBe(
    await styleOf('nav a:not([aria-current])', 'backgroundColor'),
  );
  expect(await styleOf('[role="tab"][aria-selected="true"]', 'borderBottomColor')).not.toBe(
    await styleOf('[role="tab"][aria-selected="false"]', 'borderBottomColor'),
  );
  const canvas = await styleOf('body', 'backgroundColor');
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread$/ });
  expect(await valueOf(bell.locator('span'), 'backgroundColor')).not.toBe(canvas);
  await bell.click();
  const dot = page.getByRole('article').filter({ hasText: 'Unread:' }).locator('p span[aria-hidden]');
  expect(await valueOf(dot, 'backgroundColor')).not.toBe(canvas);
  await openPage(page, `${demo.url}/chat`);
  // A conversation without unread messages, which other flows count.
  await page.getByRole('link', { name: /^Tom[aá]s/ }).click();
  const messages = page.getByRole('log').getByRole('listitem');
  for (const sender of [/^You: /, /^Tom[aá]s.*: /]) {
    const bubble = messages.locator('> div').filter({ hasText: sender });
    expect(await valueOf(bubble, 'borderBottomWidth')).toBe('1px');
  }
  expect(await valueOf(page.getByRole('button', { name: 'Send' }), 'backgroundColor')).not.toBe(canvas);
  await openPage(page, `${demo.url}/settings`);
  expect(await styleOf('[role="radio"][aria-checked="true"]', 'backgroundColor')).not.toBe(
    await styleOf('[role="radio"][aria-checked="false"]', 'backgroundColor'),
  );
});

test('the landing page does not shift while it loads on a phone', async ({ page, demo }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, `${demo.url}/`);
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) total += (entry as PerformanceEntry & { value: number }).value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)));
      }),
  );
  // A good value is at most 0.1 (web.dev, Cumulative Layout Shift).
  expect(shift).toBeLessThan(0.05);
});

test('where motion is reduced, a theme that changes starts no transition', async ({ page, demo }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, `${demo.url}/auth`);
  const properties = await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
    return document.getAnimations().map((animation) => (animation as CSSTransition).transitionProperty);
  });
  expect(properties).toEqual([]);
});

test('a dark theme begins with the first paint', async ({ browser, demo }) => {
  const page = await openDemo(browser, demo, 'student');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  // The app's code never arrives.
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(`${demo.url}/home`, { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
