import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { allEndpoints } from '#shared/api/index.ts';
import { DAY_MS } from '#shared/time.ts';
import { ExportJob } from './domains/account/export-job.entity.ts';
import { EXPORT_JOB } from './domains/account/exports.service.ts';
import { FORGOTTEN_PASSWORD_JOB } from './domains/auth/recovery.service.ts';
import { transact } from './db/transact.ts';
import { issueToken } from './domains/auth/auth.tokens.ts';
import { Enrollment } from './domains/courses/enrollment.entity.ts';
import { NOTIFICATION_EMAIL_JOB } from './domains/notifications/notifications.email.ts';
import { PUSH_JOB } from './domains/notifications/push-subscriptions.service.ts';
import { EMAIL_JOB } from './gateways/email.ts';
import {
  buildAdvertisement,
  buildComment,
  buildConnection,
  buildCourse,
  buildEvent,
  buildMessage,
  buildNotification,
  buildPost,
  buildSession,
  buildUser,
  buildVerification,
} from './testing/builders.ts';
import { itemRetries, type Write, type WriteCase } from './testing/item-retries.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient } from './testing/test-client.ts';

/**
 * Every write survives a lost response, generated: the response to each endpoint that writes is lost after the commit,
 * and the client repeats the request with the same Idempotency-Key. The second response equals the first, and no row of
 * any table differs from what one request leaves. A write without a case fails.
 */

let app: TestApp;
let ana: TestClient;
let ben: TestClient;
beforeAll(async () => {
  app = await createTestApp({ payments: { provider: 'test' } });
  // A job that runs by a schedule changes rows whenever its minute comes.
  await app.pool.query('delete from pgboss.schedule');
  ana = await signedUp();
  ben = await signedUp('teacher');
  await ana.token();
  await ben.token();
});
afterAll(() => app.close());

async function signedUp(role: 'student' | 'teacher' | 'institution' = 'student'): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp(role);
  await client.token();
  return client;
}

const idOf = (client: TestClient): string => client.user?.id ?? '';
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const own = async (path: (id: string) => string, body?: object): Promise<Write> => {
  const { id } = await buildPost(app.em(), { userId: idOf(ana) });
  return { client: ana, path: path(id), ...(body && { body }) };
};
const commentOf = async (client: TestClient, isQuestion = false): Promise<string> => {
  const post = await buildPost(app.em(), { userId: idOf(ana), isQuestion });
  return (await buildComment(app.em(), { postId: post.id, userId: idOf(client) })).id;
};
/** A post in the class of an item of a client, by its author. */
const postOfClass = async (client: TestClient): Promise<string> => {
  const { id: courseId } = await buildCourse(app.em(), { userId: idOf(client) });
  return (await buildPost(app.em(), { userId: idOf(client), audience: 'course', courseId })).id;
};
const eventPath = async (suffix = ''): Promise<string> =>
  `/api/events/${(await buildEvent(app.em(), { userId: idOf(ana) })).id}${suffix}`;
const adPath = async (suffix = ''): Promise<string> =>
  `/api/advertisements/${(await buildAdvertisement(app.em(), { userId: idOf(ben) })).id}${suffix}`;
/** A pending request of ben to ana. */
const requested = async (): Promise<string> => {
  await app.em().execute('delete from connections');
  const fields = { userId: idOf(ben), connectedUserId: idOf(ana), status: 'pending' as const };
  return (await buildConnection(app.em(), fields)).id;
};
const notified = async (suffix = ''): Promise<string> => {
  const post = await buildPost(app.em(), { userId: idOf(ana) });
  const fields = { userId: idOf(ana), sourceType: 'post', sourceId: post.id };
  return `/api/notifications/${(await buildNotification(app.em(), fields)).id}${suffix}`;
};
/** A new member whose first message to ana is a request. */
const messageRequest = async (answer: 'accept' | 'decline'): Promise<Write> => {
  const stranger = await buildUser(app.em());
  const { conversationId } = await buildMessage(app.em(), { senderId: stranger.id, receiverId: idOf(ana) });
  await app
    .em()
    .execute(`update conversations set state = 'pending', requested_by = ? where id = ?`, [
      stranger.id,
      String(conversationId),
    ]);
  return { client: ana, path: `/api/messages/${stranger.id}/${answer}` };
};
const messageTo = async (path: (id: string) => string, body?: object): Promise<Write> => {
  const { id } = await buildMessage(app.em(), { senderId: idOf(ana), receiverId: idOf(ben) });
  return { client: ana, path: path(id), ...(body && { body }) };
};
const conversation = async (suffix: string, body: object): Promise<Write> => {
  await buildMessage(app.em(), { senderId: idOf(ben), receiverId: idOf(ana) });
  return { client: ana, path: `/api/messages/${idOf(ben)}${suffix}`, body };
};
const claim = async (institution = ben): Promise<string> => {
  const entry = { kind: 'education' as const, place: 'Northfield', what: 'BSc', start: '2020-09', end: null };
  return (await buildVerification(app.em(), { userId: idOf(ana), institutionId: idOf(institution), entry })).id;
};
const image = (): FormData => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'pixel.png');
  return form;
};
const imageOf = async (purpose: string, client = ana): Promise<{ fileId: string }> => {
  const { body } = await client.post(`/api/uploads?purpose=${purpose}`, { form: image() });
  return { fileId: String(body['fileId']) };
};
const link = async (purpose: 'reset' | 'restore' | 'verify'): Promise<string> => {
  const { id, email } = await buildUser(app.em());
  return transact(app.em(), (tx) => issueToken(tx, { userId: id, purpose, email }));
};
const profileEdit = async (body: object): Promise<Write> => {
  const { body: profile } = await ana.get('/api/users/me');
  return { client: ana, body, headers: { 'if-match': `"${String(profile['version'])}"` } };
};
const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
const setUp = async (client: TestClient): Promise<string> => {
  const { body } = await client.post('/api/two-factor/setup', { body: { password: client.password } });
  return String(body['secret']);
};
/** A new member whose address is confirmed. */
const confirmed = async (): Promise<TestClient> => {
  const client = await signedUp();
  await app.confirmEmail(client);
  return client;
};
/** A new member with two-factor sign-in and their recovery codes. */
const withTwoFactor = async (): Promise<{ client: TestClient; codes: string[] }> => {
  const client = await confirmed();
  const { body } = await client.post('/api/two-factor/enable', { body: { code: codeOf(await setUp(client)) } });
  return { client, codes: body['recoveryCodes'] as unknown as string[] };
};
const enter = async (client: TestClient): Promise<TestClient> => {
  const visitor = app.visitor();
  await visitor.post('/api/login', { body: { username: client.user?.username, password: client.password } });
  visitor.forgetToken();
  await visitor.token();
  return visitor;
};
const searched = async (): Promise<string> => String((await ana.get('/api/search?q=algebra')).body['searchId']);
const uploadSession = async (): Promise<string> => {
  const body = { purpose: 'message-file', name: 'notes.txt', size: 10 };
  return String((await ana.post('/api/uploads/sessions', { body })).body['url']);
};
const partner = async (): Promise<string> => {
  await ana.put('/api/students/listing', { body: { isListed: true } });
  const course = await buildCourse(app.em());
  await app.em().insert(Enrollment, { id: uuidv7(), userId: idOf(ana), courseId: course.id });
  return `/api/students/partners/${course.id}`;
};
const browser = () => ({
  endpoint: `http://127.0.0.1:9/${uuidv7()}`,
  keys: { p256dh: randomBytes(65).toString('base64url'), auth: randomBytes(16).toString('base64url') },
});
let names = 0;
const registration = () => {
  names += 1;
  const password = 'a long test password';
  const username = `retry${names}x${process.pid}`;
  const known = { username, email: `${username}@example.org`, fullName: 'Retry', role: 'student' };
  return { ...known, password, confirmPassword: password };
};

const CASES: Record<string, WriteCase> = {
  ...itemRetries({
    em: () => app.em(),
    ana: () => ana,
    ben: () => ben,
    uploadCover: async () => (await imageOf('course-image', ben)).fileId,
  }),

  register: async () => {
    const client = app.visitor();
    await client.token();
    return { client, body: registration() };
  },
  login: async () => {
    const client = app.visitor();
    await client.token();
    return { client, body: { username: ana.user?.username, password: ana.password } };
  },
  loginTwoFactor: async () => {
    const { client, codes } = await withTwoFactor();
    return { client: await enter(client), body: { code: codes[0] } };
  },
  keepAccount: async () => {
    const client = await signedUp();
    await client.delete('/api/account', { body: { password: client.password } });
    return { client: await enter(client) };
  },
  logout: async () => ({ client: await signedUp() }),
  deleteAccount: async () => {
    const client = await signedUp();
    return { client, body: { password: client.password } };
  },
  changePassword: async () => {
    const client = await signedUp();
    return { client, body: { currentPassword: client.password, newPassword: 'another long test password' } };
  },
  revokeOtherSessions: async () => ({ client: await signedUp() }),
  revokeSession: async () => {
    const { session } = await buildSession(app.em(), { userId: idOf(ana) });
    return { client: ana, path: `/api/sessions/${session.id}` };
  },
  setUpTwoFactor: async () => {
    const client = await confirmed();
    return { client, body: { password: client.password } };
  },
  enableTwoFactor: async () => {
    const client = await confirmed();
    return { client, body: { code: codeOf(await setUp(client)) } };
  },
  disableTwoFactor: async () => {
    const { client, codes } = await withTwoFactor();
    return { client, body: { password: client.password, code: codes[0] } };
  },
  renewRecoveryCodes: async () => {
    const { client, codes } = await withTwoFactor();
    return { client, body: { password: client.password, code: codes[0] } };
  },
  editAccount: () => ({ client: ana, body: { username: `ana${process.pid}x` } }),
  forgotPassword: async () => {
    const client = app.visitor();
    await client.token();
    return { client, body: { email: ana.user?.email } };
  },
  resetPassword: async () => {
    const client = app.visitor();
    await client.token();
    return { client, body: { token: await link('reset'), password: 'another long test password' } };
  },
  restoreAccount: async () => {
    const client = app.visitor();
    await client.token();
    return { client, body: { token: await link('restore'), password: 'another long test password' } };
  },
  verifyEmail: async () => {
    const client = app.visitor();
    await client.token();
    return { client, body: { token: await link('verify') } };
  },
  resendVerification: async () => ({ client: await signedUp() }),
  changeEmail: () => ({ client: ana, body: { newEmail: `new${process.pid}@example.org`, password: ana.password } }),
  cancelEmailChange: () => ({ client: ana }),
  createExport: () => ({ client: ana, body: { password: ana.password } }),
  confirmExport: async () => {
    const id = uuidv7();
    await app.em().insert(ExportJob, { id, userId: idOf(ana), status: 'ready' });
    return { client: ana, path: `/api/account/export/${id}/confirm`, body: { password: ana.password } };
  },
  editPreferences: () => ({ client: ana, body: { theme: 'dark' } }),
  editPrivacy: () => ({ client: ana, body: { presence: false } }),

  createPost: () => ({ client: ana, body: { content: 'once' } }),
  editPost: () => own((id) => `/api/posts/${id}`, { content: 'changed once' }),
  removePost: () => own((id) => `/api/posts/${id}`),
  likePost: () => own((id) => `/api/posts/${id}/like`),
  unlikePost: async () => {
    const write = await own((id) => `/api/posts/${id}/like`);
    await ana.put(write.path ?? '');
    return write;
  },
  pinPost: async () => ({ client: ben, path: `/api/posts/${await postOfClass(ben)}/pin` }),
  unpinPost: async () => {
    const path = `/api/posts/${await postOfClass(ben)}/pin`;
    await ben.put(path);
    return { client: ben, path };
  },
  sharePost: () => own((id) => `/api/posts/${id}/share`, { comment: 'once' }),
  setFeedSettings: () => ({ client: ana, body: { hiddenReasons: ['popular'] } }),
  createComment: async () => {
    const { id } = await buildPost(app.em(), { userId: idOf(ana) });
    return { client: ben, body: { postId: id, content: 'once' } };
  },
  editComment: async () => ({
    client: ana,
    path: `/api/comments/${await commentOf(ana)}`,
    body: { content: 'changed' },
  }),
  removeComment: async () => ({ client: ana, path: `/api/comments/${await commentOf(ana)}` }),
  chooseAnswer: async () => ({ client: ana, path: `/api/comments/${await commentOf(ben, true)}/answer` }),
  unchooseAnswer: async () => {
    const path = `/api/comments/${await commentOf(ben, true)}/answer`;
    await ana.put(path);
    return { client: ana, path };
  },
  saveItem: () => own((id) => `/api/saved/post/${id}`),
  unsaveItem: () => own((id) => `/api/saved/post/${id}`),
  setDraft: () => ({ client: ana, path: '/api/drafts/post', body: { body: 'to be continued' } }),
  removeDraft: () => ({ client: ana, path: '/api/drafts/post' }),
  setMarker: () => ({ client: ana, path: '/api/markers/feed', body: { lastSeenId: uuidv7() } }),
  createReport: async () => {
    const { id } = await buildPost(app.em(), { userId: idOf(ben) });
    return { client: ana, body: { targetType: 'post', targetId: id, reason: 'spam' } };
  },

  editProfile: () => profileEdit({ bio: 'Once' }),
  setProfileImage: async () => ({ client: ana, body: await imageOf('profile-image') }),
  removeProfileImage: () => ({ client: ana }),
  setCoverImage: async () => ({ client: ana, body: await imageOf('cover-image') }),
  removeCoverImage: () => ({ client: ana }),
  blockUser: async () => ({ client: ana, path: `/api/users/${(await buildUser(app.em())).id}/block` }),
  unblockUser: async () => {
    const path = `/api/users/${(await buildUser(app.em())).id}/block`;
    await ana.put(path);
    return { client: ana, path };
  },
  createVerification: async () => {
    const institution = await signedUp('institution');
    const entry = {
      institution: 'Northfield',
      degree: 'BSc',
      field: 'Physics',
      start: '2020-09',
      end: null,
      description: '',
    };
    const { client, ...edit } = await profileEdit({ educationData: [entry] });
    const { body } = await client.patch('/api/profile', edit);
    const entryId = String((body['educationData'] as unknown as { id: string }[])[0]?.id);
    return { client: ana, body: { entryId, institutionId: idOf(institution) } };
  },
  decideVerification: async () => {
    const client = await signedUp('institution');
    return { client, path: `/api/verifications/${await claim(client)}`, body: { status: 'confirmed' } };
  },
  removeVerification: async () => ({ client: ana, path: `/api/verifications/${await claim()}` }),

  createConnection: async () => ({ client: ana, body: { connectedUserId: (await buildUser(app.em())).id } }),
  answerConnection: async () => ({
    client: ana,
    path: `/api/connections/${await requested()}`,
    body: { status: 'accepted' },
  }),
  ignoreConnection: async () => ({ client: ana, path: `/api/connections/${await requested()}/ignore` }),
  removeConnection: async () => ({ client: ben, path: `/api/connections/${await requested()}` }),
  dismissSuggestion: () => ({ client: ana, path: `/api/connections/suggestions/${idOf(ben)}/dismiss` }),
  restoreSuggestion: () => ({ client: ana, path: `/api/connections/suggestions/${idOf(ben)}/dismiss` }),

  sendMessage: async () => {
    await requested();
    await app.em().execute(`update connections set status = 'accepted'`);
    return { client: ana, body: { receiverId: idOf(ben), clientId: uuidv7(), content: 'once' } };
  },
  editMessage: () => messageTo((id) => `/api/messages/item/${id}`, { content: 'changed' }),
  removeMessage: () => messageTo((id) => `/api/messages/item/${id}?for=all`),
  readMessages: () => conversation('/read', { upToSeq: 1 }),
  editConversation: () => conversation('/state', { muted: true }),
  acceptRequest: () => messageRequest('accept'),
  declineRequest: () => messageRequest('decline'),

  editNotificationPreferences: () => ({ client: ana, body: { digest: 'daily' } }),
  editNotification: async () => ({ client: ana, path: await notified(), body: { read: true } }),
  readAll: async () => {
    await notified();
    return { client: ana, body: {} };
  },
  removeNotification: async () => ({ client: ana, path: await notified() }),
  restoreNotification: async () => {
    const path = await notified();
    await ana.delete(path);
    return { client: ana, path };
  },
  muteSource: async () => ({ client: ana, path: await notified('/mute') }),
  unmuteSource: async () => {
    const path = await notified('/mute');
    await ana.put(path);
    return { client: ana, path };
  },
  unmute: async () => {
    const { id } = await buildPost(app.em(), { userId: idOf(ana) });
    return { client: ana, path: `/api/notifications/mutes?sourceType=post&sourceId=${id}` };
  },
  sendTest: () => ({ client: ana, body: { channel: 'inApp' } }),
  subscribePush: () => ({ client: ana, body: browser() }),
  unsubscribePush: async () => {
    const { body } = await ana.post('/api/push-subscriptions', { body: browser() });
    return { client: ana, path: `/api/push-subscriptions/${String(body['id'])}` };
  },

  createAdvertisement: () => ({
    client: ben,
    body: { title: 'Once', description: 'Only once', section: 1, linkUrl: 'https://example.org/', isDraft: true },
  }),
  editAdvertisement: async () => ({ client: ben, path: await adPath(), body: { title: 'changed' } }),
  removeAdvertisement: async () => ({ client: ben, path: await adPath() }),
  pauseAdvertisement: async () => ({ client: ben, path: await adPath('/pause') }),
  resumeAdvertisement: async () => ({ client: ben, path: await adPath('/resume') }),
  countImpression: async () => ({ client: ana, path: await adPath('/impression') }),
  countClick: async () => ({ client: ana, path: await adPath('/click') }),
  hideAdvertisement: async () => ({ client: ana, path: await adPath('/hide') }),
  createNote: () => ({ client: ana, body: { day: '2025-01-02', text: 'Once' } }),
  removeNote: async () => {
    const { body } = await ana.post('/api/analytics/notes', { body: { day: '2025-01-03', text: 'Gone' } });
    return { client: ana, path: `/api/analytics/notes/${String(body['subjectId'])}` };
  },
  countView: () => ({ client: ana, body: { type: 'profile', id: idOf(ben) } }),

  createEvent: () => ({
    client: ana,
    body: { title: 'Once', description: '', date: inDays(2), location: 'Library', isVirtual: false },
  }),
  editEvent: async () => ({ client: ana, path: await eventPath(), body: { title: 'changed' } }),
  cancelEvent: async () => ({ client: ana, path: await eventPath() }),
  answerEvent: async () => ({ client: ben, path: await eventPath('/rsvp'), body: { status: 'going' } }),
  leaveEvent: async () => {
    const path = await eventPath('/rsvp');
    await ben.put(path, { body: { status: 'going' } });
    return { client: ben, path };
  },
  renewCalendarFeed: () => ({ client: ana }),
  removeCalendarFeed: () => ({ client: ana }),

  editListing: () => ({ client: ana, body: { isListed: true } }),
  setPartnerFlag: async () => ({
    client: ana,
    path: await partner(),
    body: { until: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10) },
  }),
  removePartnerFlag: async () => ({ client: ana, path: await partner() }),

  removeSearches: () => ({ client: ana }),
  removeSearch: async () => ({ client: ana, path: `/api/search/history/${await searched()}` }),
  noteClick: async () => ({
    client: ana,
    path: `/api/search/${await searched()}/click`,
    body: { entityType: 'course', entityId: uuidv7(), position: 0 },
  }),
  rateArticle: () => ({ client: ana, path: '/api/help/articles/roles/feedback', body: { isHelpful: true } }),
  noteSearch: () => ({ client: ana, body: { query: 'warp drive' } }),
  createSupportRequest: () => ({ client: ana, body: { topic: 'idea', text: 'A warp drive.' } }),

  upload: () => ({ client: ana, path: '/api/uploads?purpose=post-image', form: image() }),
  createUploadSession: () => ({ client: ana, body: { purpose: 'message-file', name: 'notes.txt', size: 1 } }),
  removeUploadSession: async () => ({ client: ana, path: await uploadSession() }),
};

/** Tables that change otherwise: by the key itself, by time, and by the job that completes the search index. */
const VOLATILE = [
  'idempotency_keys',
  'presence_nodes',
  'presence',
  'sessions',
  'outbox',
  'search_index',
  'search_words',
];
/** A repeated sign-in checks the password again, and both are in the audit log. */
const CHECKED_AGAIN: Record<string, readonly string[]> = { login: ['audit_log'] };

async function listTables(): Promise<string[]> {
  const { rows } = await app.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Jobs that a request queues. One that failed runs again later, and may then write rows. */
const JOBS = [EMAIL_JOB, EXPORT_JOB, FORGOTTEN_PASSWORD_JOB, NOTIFICATION_EMAIL_JOB, PUSH_JOB];
const UNFINISHED = `select (select count(*) from outbox) + (select count(*) from pgboss.job
    where name = any($1) and state not in ('completed', 'failed', 'cancelled')) as open`;

/** Returns a hash of the rows of each table once all work has been done, and the numbers of queued jobs. */
async function fingerprint(except: readonly string[]): Promise<Record<string, string>> {
  await expect
    .poll(async () => Number((await app.pool.query(UNFINISHED, [JOBS])).rows[0].open), {
      interval: 5,
    })
    .toBe(0);
  const tables = (await listTables()).filter((name) => !except.includes(name));
  const { rows } = await app.pool.query<{ name: string; hash: string }>(
    [
      ...tables.map(
        (name) => `select '${name}' as name, md5(string_agg(t::text, '' order by t::text)) as hash from ${name} t`,
      ),
      `select 'jobs', string_agg(name || n, ',' order by name) from (
        select name, count(*) as n from pgboss.job where name = any($1) group by name) j`,
    ].join(' union all '),
    [JOBS],
  );
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

/** A part of an upload names its offset: its repeat is refused, and the client asks for the offset (tus 1.0). */
const BY_OFFSET = 'continueUpload';
const writes = Object.entries(allEndpoints as Record<string, Endpoint>).filter(
  ([name, { method }]) => method !== 'GET' && name !== BY_OFFSET,
);

describe.each(writes)('%s', (name, endpoint) => {
  it('survives a lost response', async () => {
    expect(CASES).toHaveProperty(name);
    const { client, path = endpoint.path, ...request } = (await CASES[name]?.()) ?? { client: ana };
    const except = [...VOLATILE, ...(CHECKED_AGAIN[name] ?? [])];
    const key = uuidv7();
    const first = await client.send(endpoint.method, path, { ...request, key, isLost: true });
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    const rows = await fingerprint(except);
    const second = await client.send(endpoint.method, path, { ...request, key });
    expect(second.body).toEqual(first.body);
    // A message that was sent before is 200.
    expect(second.status).toBe(name === 'sendMessage' ? 200 : first.status);
    const repeated = await fingerprint(except);
    expect(Object.keys(rows).filter((table) => repeated[table] !== rows[table])).toEqual([]);
  });
});
