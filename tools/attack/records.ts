import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { PROFILE_FIELDS } from '#shared/api/privacy.ts';
import { DAY_MS } from '#shared/time.ts';
import {
  buildAdvertisement,
  buildConnection,
  buildCourse,
  buildCourseFile,
  buildEnrollment,
  buildLesson,
  buildNotification,
  buildPurchase,
} from '../../backend/testing/builders.ts';
import { questionsVersionOf } from '../../backend/domains/courses/lesson.view.ts';
import { TestClient, type TestRequest, type TestResponse } from '../../backend/testing/test-client.ts';
import { uploadBySession } from '../../backend/testing/tus-client.ts';
import type { Canaries } from './canaries.ts';
import { READERS, type IdentityName } from './identities.ts';

/** Names of a victim's records, by which recipes name their ids. */
export const RECORD_NAMES = [
  'user',
  'post',
  'question',
  'answer',
  'comment',
  'message',
  'peerMessage',
  'conversation',
  'postImage',
  'profileImage',
  'coverImage',
  'advertisementImage',
  'messageFile',
  'upload',
  'search',
  'event',
  'advertisement',
  'reviewedAd',
  'draftAd',
  'notification',
  'push',
  'export',
  'session',
  'connection',
  'request',
  'entry',
  'claim',
  'course',
  'item',
  'lesson',
  'quiz',
  // The version of its questions, without which a hole would only be told that they have changed.
  'questionsVersion',
  'courseFile',
  'review',
  'section',
  'draftLesson',
  'draftFile',
  'courseImage',
  'courseUpload',
  'purchase',
  'sale',
  'classPost',
  'classEvent',
] as const;
/** One of {@link RECORD_NAMES}. */
type RecordName = (typeof RECORD_NAMES)[number];
/** The ids of a victim's records. */
export type RecordIds = Readonly<Record<RecordName, string>>;

/** What leaving records needs: the victim, the members around, and where the canaries are collected. */
interface RecordSettings {
  em: EntityManager;
  pool: pg.Pool;
  client: TestClient;
  canaries: Canaries;
  other: TestClient;
  peer: TestClient;
  blockedId: string;
  /** An institution, and a member who is none of the attackers. */
  school: TestClient;
  third: TestClient;
  /** The accepted connection of both victims. */
  connectionId: string;
}

/** Hides a text in a field of this victim. */
type Hide = (what: string, readers?: readonly IdentityName[]) => string;

const EXPORT_WAIT_MS = 100;
const EXPORT_TRIES = 600;
/** A word of the victims' texts, by which they are searched for; the canaries are beside it. */
export const SEARCH_WORD = 'pelican';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Creates records of every kind with a canary in each text. Returns their ids. */
export async function leaveRecords(settings: RecordSettings): Promise<RecordIds> {
  const { client, canaries } = settings;
  const role = client.user?.role ?? '';
  const hide: Hide = (what, readers) => canaries.hide(`${what} of the ${role}`, readers);
  return {
    user: idOf(client),
    connection: settings.connectionId,
    ...(await leaveProfile(settings, hide)),
    ...(await leavePosts(settings, hide)),
    ...(await leaveMessages(settings, hide)),
    ...(await leaveFiles(settings, hide)),
    ...(await leaveOffers(settings, hide)),
    ...(await leaveDraft(settings, hide)),
    ...(await leaveLearning(settings, hide)),
    ...(await leavePayments(settings, hide)),
    ...(await leaveOwn(settings, hide)),
    ...(await leaveAccount(settings, hide)),
  };
}

function idOf(client: TestClient): string {
  return client.user?.id ?? '';
}

/** Sends a request that must succeed. Returns its body. */
async function must(client: TestClient, line: string, request: TestRequest = {}): Promise<TestResponse['body']> {
  const [method = '', path = ''] = line.split(' ');
  const { status, body } = await client.send(method, path, request);
  if (status >= 300) throw new Error(`${line} of a victim: ${status} ${JSON.stringify(body)}`);
  return body;
}

async function mustId(client: TestClient, line: string, body?: object): Promise<string> {
  return String((await must(client, line, body && { body }))['id']);
}

/** A profile of which no one sees more than the name. */
async function leaveProfile({ client, school, em, third, blockedId }: RecordSettings, hide: Hide) {
  await must(client, 'PATCH /api/privacy', {
    body: { fieldVisibility: Object.fromEntries(PROFILE_FIELDS.map((field) => [field, 'me'])) },
  });
  const months = { start: '2020-09', end: null };
  const profile = await must(client, 'PATCH /api/profile', {
    headers: { 'if-match': `"${String((await must(client, 'GET /api/users/me'))['version'])}"` },
    body: {
      bio: `${SEARCH_WORD} ${hide('the hidden bio')}`,
      educationData: [
        { institution: 'A', degree: `BSc ${hide('the hidden degree')}`, field: 'B', ...months, description: '' },
      ],
      experienceData: [
        { title: `Job ${hide('the hidden job')}`, company: 'C', location: 'D', ...months, description: '' },
      ],
    },
  });
  const entry = String(profile['educationData']?.[0]?.['id']);
  const claim = await mustId(client, 'POST /api/verifications', { entryId: entry, institutionId: idOf(school) });
  const note = `${SEARCH_WORD} ${hide('the note of a request')}`;
  const request = await buildConnection(em, {
    userId: idOf(third),
    connectedUserId: idOf(client),
    status: 'pending',
    note,
  });
  await must(client, `PUT /api/users/${blockedId}/block`);
  return { entry, claim, request: request.id };
}

async function leavePosts({ client, other }: RecordSettings, hide: Hide) {
  const content = (what: string): string => `${SEARCH_WORD} ${hide(what, READERS)}`;
  const post = await mustId(client, 'POST /api/posts', { content: content('the first version of a post') });
  await must(client, `PATCH /api/posts/${post}`, { body: { content: content('a post') } });
  const question = await mustId(client, 'POST /api/posts', { content: content('a question'), isQuestion: true });
  const answer = await mustId(other, 'POST /api/comments', { postId: question, content: content('an answer') });
  const comment = await mustId(client, 'POST /api/comments', { postId: post, content: content('a comment') });
  await must(client, `PUT /api/saved/post/${question}`);
  await must(client, 'PUT /api/markers/feed', { body: { lastSeenId: question } });
  await must(client, 'PUT /api/feed-settings', { body: { hiddenReasons: ['popular'] } });
  return { post, question, answer, comment };
}

async function leaveMessages({ client, other, peer }: RecordSettings, hide: Hide) {
  const send = async (receiver: TestClient, what: string, readers?: readonly IdentityName[]) => {
    const bytes = Buffer.from(`${SEARCH_WORD} ${hide(`the bytes of ${what}`, readers)}\n`);
    const name = `${hide(`the name of ${what}`, readers)}.txt`;
    const { body: file } = await uploadBySession(client, bytes, { name });
    const message = await must(client, 'POST /api/messages', {
      body: {
        receiverId: idOf(receiver),
        clientId: randomUUID(),
        content: `${SEARCH_WORD} ${hide(`the text beside ${what}`, readers)}`,
        fileId: String(file['fileId']),
      },
    });
    await must(receiver, `PUT /api/messages/${idOf(client)}/read`, {
      body: { upToSeq: Number(message['conversationSeq']) },
    });
    return { message, file: String(file['fileId']) };
  };
  const toOther = await send(other, 'a file to the other victim');
  const toPeer = await send(peer, 'a file to the peer', ['peer']);
  return {
    message: String(toOther.message['id']),
    conversation: String(toOther.message['conversationId']),
    messageFile: toOther.file,
    peerMessage: String(toPeer.message['id']),
  };
}

async function leaveFiles({ client }: RecordSettings, hide: Hide) {
  const image = async (purpose: string): Promise<string> => {
    const form = new FormData();
    form.set('file', new Blob([PIXEL], { type: 'image/png' }), `${hide(`the name of an unused ${purpose}`)}.png`);
    return String((await must(client, `POST /api/uploads?purpose=${purpose}`, { form }))['fileId']);
  };
  const upload = { purpose: 'message-file', name: `${hide('the name of an unfinished upload')}.txt`, size: 10 };
  return {
    postImage: await image('post-image'),
    profileImage: await image('profile-image'),
    coverImage: await image('cover-image'),
    advertisementImage: await image('advertisement-image'),
    upload: await mustId(client, 'POST /api/uploads/sessions', upload),
  };
}

/** Something that the victim bought, and something that they sold and whose buyer asks for a refund. */
async function leavePayments({ client, em, school, third }: RecordSettings, hide: Hide) {
  const purchase = await buildPurchase(em, {
    buyerId: idOf(client),
    sellerId: idOf(school),
    title: `${SEARCH_WORD} ${hide('the title of a purchase')}`,
    buyerName: hide('the name on a receipt'),
  });
  const sale = await buildPurchase(em, {
    buyerId: idOf(third),
    sellerId: idOf(client),
    title: `${SEARCH_WORD} ${hide('the title of a sale')}`,
    refundState: 'requested',
    refundReason: hide('the reason of a refund'),
  });
  return { purchase: purchase.id, sale: sale.id };
}

/** An event with a join link, and advertisements in every state that others do not see. */
async function leaveOffers({ client, em }: RecordSettings, hide: Hide) {
  const userId = idOf(client);
  const event = await mustId(client, 'POST /api/events', {
    title: `${SEARCH_WORD} ${hide('an event', READERS)}`,
    description: '',
    date: new Date(Date.now() + 7 * DAY_MS).toISOString(),
    location: '',
    isVirtual: true,
    joinUrl: `https://meet.example/${hide('the join link of an event')}`,
  });
  const title = (what: string, readers?: readonly IdentityName[]): string => `${SEARCH_WORD} ${hide(what, readers)}`;
  const shown = await buildAdvertisement(em, {
    userId,
    section: 1,
    title: title('an advertisement', [...READERS, 'creator']),
  });
  const reviewed = await buildAdvertisement(em, {
    userId,
    state: 'review',
    title: title('an advertisement in review'),
  });
  const draft = await buildAdvertisement(em, { userId, state: 'draft', title: title('the draft of an advertisement') });
  return { event, advertisement: shown.id, reviewedAd: reviewed.id, draftAd: draft.id };
}

/** The draft of an item with a cover, a lesson, a file, and a post and an event of its class. */
async function leaveDraft({ client, em }: RecordSettings, hide: Hide) {
  const upload = async (purpose: string, name: string, bytes: Buffer): Promise<string> => {
    const form = new FormData();
    form.set('file', new Blob([bytes], { type: 'application/octet-stream' }), name);
    return String((await must(client, `POST /api/uploads?purpose=${purpose}`, { form }))['fileId']);
  };
  const courseImage = await upload('course-image', 'cover.png', PIXEL);
  const courseUpload = await upload('course-file', 'draft.txt', Buffer.from(hide('the file of a draft')));
  const fields = { userId: idOf(client), status: 'draft' as const, publishedAt: null, imageFileId: courseImage };
  const title = `${SEARCH_WORD} ${hide('the draft of a course')}`;
  const { id: course } = await buildCourse(em, { ...fields, title, description: hide('the text of a draft') });
  const lesson = await buildLesson(em, { courseId: course, text: hide('a lesson of a draft') });
  const file = await buildCourseFile(em, { courseId: course, fileId: courseUpload });
  const section = String(lesson.sectionId);
  const own = await leaveClass({ client, courseId: course }, hide);
  return { course, section, draftLesson: lesson.id, draftFile: file.id, courseImage, courseUpload, ...own };
}

/** A post and an event that only the learners of an own item see. */
async function leaveClass({ client, courseId }: { client: TestClient; courseId: string }, hide: Hide) {
  const audience = { type: 'course', id: courseId };
  const content = `${SEARCH_WORD} ${hide('a post to a class')}`;
  const classPost = await mustId(client, 'POST /api/posts', { content, audience });
  const classEvent = await mustId(client, 'POST /api/events', {
    title: `${SEARCH_WORD} ${hide('an event of a class')}`,
    description: '',
    date: new Date(Date.now() + 6 * DAY_MS).toISOString(),
    location: 'Room',
    isVirtual: false,
    audience,
  });
  return { classPost, classEvent };
}

/** An item of the institution that the victim has bought, whose lessons and file are closed to everyone else. */
async function leaveLearning({ client, em, school }: RecordSettings, hide: Hide) {
  const { id: courseId } = await buildCourse(em, { userId: idOf(school), title: 'A closed course', price: 500 });
  const lesson = await buildLesson(em, { courseId, text: `${SEARCH_WORD} ${hide('a lesson')}` });
  const question = { text: hide('a question'), options: ['1', '2'], correct: 1, explanation: hide('an explanation') };
  const quiz = await buildLesson(em, { courseId, kind: 'quiz', questions: [question] });
  const bytes = Buffer.from(`${SEARCH_WORD} ${hide('the bytes of a file of an item')}\n`);
  const { body: file } = await uploadBySession(school, bytes, { name: 'exercises.txt', purpose: 'course-file' });
  const courseFile = await buildCourseFile(em, { courseId, fileId: String(file['fileId']) });
  await buildEnrollment(em, {
    courseId,
    userId: idOf(client),
    source: 'purchase',
  });
  await must(client, `GET /api/courses/${courseId}/lessons/${lesson.id}`);
  const review = await must(client, `PUT /api/courses/${courseId}/review`, {
    body: { rating: 4, text: hide('a review', [...READERS, 'creator']) },
  });
  await must(client, `PUT /api/courses/${courseId}/progress`, {
    body: { fileId: courseFile.id, percent: 0.5, position: hide('a position in a file') },
  });
  return {
    item: courseId,
    review: String(review['id']),
    lesson: lesson.id,
    quiz: quiz.id,
    questionsVersion: questionsVersionOf([question]),
    courseFile: courseFile.id,
  };
}

/** What only the victim has: drafts, searches, notifications, reports. */
async function leaveOwn({ client, em, other }: RecordSettings, hide: Hide) {
  await must(client, 'PUT /api/drafts/post', { body: { body: `${SEARCH_WORD} ${hide('a draft')}` } });
  const search = await must(client, `GET /api/search?q=${SEARCH_WORD}+${hide('a search')}`);
  await must(client, 'POST /api/reports', {
    body: { targetType: 'user', targetId: idOf(other), reason: 'spam', note: hide('a report') },
  });
  await must(client, 'POST /api/support', { body: { topic: 'idea', text: hide('a support request') } });
  const notification = await buildNotification(em, {
    userId: idOf(client),
    sourceType: 'user',
    sourceId: idOf(other),
    metadata: { excerpt: `${SEARCH_WORD} ${hide('a notification')}` },
  });
  const push = await mustId(client, 'POST /api/push-subscriptions', {
    endpoint: `http://127.0.0.1:9/${hide('the address of a browser')}`,
    keys: { p256dh: randomBytes(65).toString('base64url'), auth: randomBytes(16).toString('base64url') },
  });
  return { search: String(search['searchId']), notification: notification.id, push };
}

/** The secrets of an account: tokens, a second factor that is being set up, an archive, another device. */
async function leaveAccount({ client, canaries, pool }: RecordSettings, hide: Hide) {
  const { password } = client;
  const role = client.user?.role ?? '';
  const add = (what: string, token: string): void =>
    canaries.add({ what: `${what} of the ${role}`, token, readers: [] });
  const { secret } = await must(client, 'POST /api/two-factor/setup', { body: { password } });
  add('the key of the second factor', String(secret));
  const { url } = await must(client, 'PUT /api/events/feed');
  add('the address of the calendar', new URL(String(url)).searchParams.get('token') ?? '');
  const newEmail = `${hide('the new email address')}@example.org`;
  await must(client, 'POST /api/email/change', { body: { newEmail, password } });
  const device = new TestClient(client.url);
  const agent = `Browser ${hide('the name of a device')}`;
  const login = { username: client.user?.username, password };
  await must(device, 'POST /api/login', { body: login, headers: { 'user-agent': agent } });
  for (const { cookie } of [client, device]) add('the cookie', /sid=([^;]+)/.exec(cookie)?.[1] ?? '');
  const { rows } = await pool.query<{ id: string; password: string }>(
    `select s.id, u.password from sessions s join users u on u.id = s.user_id where u.id = $1
      order by s.created_at desc limit 1`,
    [idOf(client)],
  );
  add('the hash of the password', rows[0]?.password ?? '');
  const archive = await mustId(client, 'POST /api/account/export', { password });
  for (let tries = 0; (await must(client, `GET /api/account/export/${archive}`))['status'] !== ('ready' as never);) {
    tries += 1;
    if (tries > EXPORT_TRIES) throw new Error('the archive of a victim is not ready');
    await wait(EXPORT_WAIT_MS);
  }
  return { export: archive, session: rows[0]?.id ?? '' };
}
