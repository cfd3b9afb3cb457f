import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { openLive, recordToasts } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { createPerson } from './people.ts';

const POST_TEXT = 'Photosynthesis in one picture: where does the oxygen come from?';
const article = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });

async function writePost(page: Page, text: string, image?: Buffer): Promise<void> {
  await page.getByLabel('What would you like to share?').fill(text);
  if (image) {
    await page.getByLabel('Image file').setInputFiles({ name: 'leaf.png', mimeType: 'image/png', buffer: image });
    await page.getByLabel('Image description').fill('A leaf in the sun, drawn in green');
  }
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(article(page, text)).toBeVisible();
}

test('a teacher posts, a student sees it at once, comments and likes, and both survive a killed server', async ({
  browser,
  ownStack: stack,
}) => {
  test.setTimeout(300_000);
  const teacher = await createPerson(browser, stack, { role: 'teacher', fullName: 'Daniel Okafor', path: null });
  const student = await createPerson(browser, stack, { role: 'student', fullName: 'Maya Lindqvist', path: null });
  const pushed: string[] = [];
  student.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => pushed.push(String(payload))));
  await openLive(student.page, `${stack.url}/home`);
  await openLive(teacher.page, `${stack.url}/home`);
  await writePost(teacher.page, 'Welcome to the biology corner.');
  await expect(article(student.page, 'Welcome to the biology corner.')).toBeVisible();

  const image = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#2f7d4f' } })
    .png()
    .toBuffer();
  pushed.length = 0;
  await writePost(teacher.page, POST_TEXT, image);
  await student.page.getByRole('button', { name: '1 new post' }).click();
  // It was pushed, and not found by a later request.
  expect(pushed.some((frame) => frame.includes('"post-created"'))).toBe(true);
  const seen = article(student.page, POST_TEXT);
  await expect(seen.getByRole('img', { name: 'A leaf in the sun, drawn in green' })).toBeVisible();
  await expect
    .poll(() =>
      seen.getByRole('img', { name: 'A leaf in the sun' }).evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBe(640);

  await seen.getByRole('button', { name: /^Like/ }).click();
  await expect(article(teacher.page, POST_TEXT).getByRole('button', { name: 'Like, 1 so far' })).toBeVisible();
  const toasts = await recordToasts(teacher.page);
  await seen.getByRole('button', { name: /^Comments/ }).click();
  await seen.getByLabel('Write a comment').fill('From the water, not from the carbon dioxide.');
  await seen.getByLabel('Write a comment').press('Control+Enter');
  await expect(article(teacher.page, POST_TEXT).getByRole('button', { name: 'Comments, 1 so far' })).toBeVisible();
  await expect.poll(toasts).toContainEqual(expect.stringContaining('Maya Lindqvist commented on your post'));

  // The server is killed while the student writes. The client retries for some seconds; after a slower restart, the
  // comment is still on the page and is sent again by a click.
  await stack.kill9();
  await seen.getByLabel('Write a comment').fill('And here is why, with a drawing.');
  await seen.getByLabel('Write a comment').press('Control+Enter');
  await stack.restart();
  const comments = seen.getByRole('region', { name: 'Comments' });
  await expect(comments.getByText('And here is why, with a drawing.')).toHaveCount(1);
  const tryAgain = comments.getByRole('button', { name: 'Try again' });
  await expect
    .poll(async () => {
      // It disappears when the client has sent the comment by itself.
      await tryAgain.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
      return countComments();
    })
    .toBe(2);

  // The live link comes back by itself, and what was written before the kill is all there, once.
  await writePost(teacher.page, 'Back again after the power cut.');
  await expect(
    student.page
      .getByRole('button', { name: /new post/ })
      .or(article(student.page, 'Back again after the power cut.'))
      .first(),
  ).toBeVisible();
  await student.page.reload();
  await expect(article(student.page, POST_TEXT).getByRole('button', { name: 'Comments, 2 so far' })).toBeVisible();
  await expect(article(student.page, POST_TEXT).getByRole('button', { name: 'Like, 1 so far' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // The handlers of domain events run after the responses, and again after the kill.
  await expect
    .poll(() =>
      stack.sql(
        `select (select count(*)::int from posts) as posts, (select count(*)::int from post_likes) as likes,
          (select count(*)::int from files) as files, (select count(*)::int from outbox) as outbox`,
      ),
    )
    .toEqual([{ posts: 3, likes: 1, files: 1, outbox: 0 }]);

  async function countComments(): Promise<number> {
    const [row] = await stack.sql<{ count: number }>('select count(*)::int as count from comments');
    return row?.count ?? 0;
  }
});

test('a creator lands in Library and sees Access Restricted', async ({ browser, stack }) => {
  const { page } = await createPerson(browser, stack, { role: 'creator', fullName: 'Amara Reyes' });
  await expect(page).toHaveURL(/\/library$/);
  await page.goto(`${stack.url}/home`);
  await expect(page).toHaveURL(/\/library$/);
  await expect(page.getByText('Access Restricted')).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await page.goto(`${stack.url}/chat`);
  await expect(page.getByRole('heading', { level: 1, name: 'Access Restricted' })).toBeVisible();
  await expect(page.getByText('As a creator, you only have access to the Library section.')).toBeVisible();
  await page
    .getByRole('link', { name: 'Go to Library' })
    .or(page.getByRole('button', { name: 'Go to Library' }))
    .click();
  await expect(page).toHaveURL(/\/library$/);
});
