import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { allEndpoints } from '#shared/api/index.ts';
import { DAY_MS } from '#shared/time.ts';
import { Enrollment } from './domains/courses/enrollment.entity.ts';
import { ExportJob } from './domains/account/export-job.entity.ts';
import {
  buildAdvertisement,
  buildBlock,
  buildComment,
  buildConnection,
  buildCourse,
  buildEvent,
  buildMessage,
  buildNotification,
  buildPost,
  buildPurchase,
  buildSession,
  buildUser,
  buildVerification,
} from './testing/builders.ts';
import { everyoneReads, makeItemCases, type Call, type Case, type Cells } from './testing/item-permissions.ts';
import { routes } from './routes.ts';
import { watchWrites } from './testing/statements.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient } from './testing/test-client.ts';
/**
 * The permission matrix, generated: every endpoint × everyone. What `who` decides is derived from the endpoint tables;
 * what the record decides is listed below, and an endpoint about a record that is missing there fails.
 */
const ACTORS = ['anonymous', 'student', 'teacher', 'institution', 'creator', 'owner', 'otherParty', 'blocked'] as const;
type Actor = (typeof ACTORS)[number];
const takeWrites = watchWrites();
let app: TestApp;
const clients = new Map<Actor, TestClient>();
const clientOf = (actor: Actor) => clients.get(actor) as TestClient;
const idOf = (actor: Actor) => clients.get(actor)?.user?.id ?? '';

beforeAll(async () => {
  app = await createTestApp({ payments: { provider: 'test' } });
  for (const actor of ACTORS) {
    const client = app.visitor();
    clients.set(actor, client);
    const role = actor === 'owner' || actor === 'blocked' ? 'student' : actor === 'otherParty' ? 'teacher' : actor;
    if (role !== 'anonymous') await client.signUp(role);
  }
  for (const blockerId of [idOf('owner'), idOf('otherParty')]) {
    await buildBlock(app.em(), { blockerId, blockedId: idOf('blocked') });
  }
});
afterAll(() => app.close());

const PERIOD = 'from=2025-01-01&to=2025-01-02';
const ownPost = async () => (await buildPost(app.em(), { userId: idOf('owner') })).id;
const post = (path: (id: string) => string, body?: unknown) => async () => ({
  path: path(await ownPost()),
  ...(body !== undefined && { body }),
});
const comment = (body?: unknown) => async () => {
  const around = await buildPost(app.em(), { userId: idOf('otherParty') });
  const own = await buildComment(app.em(), { postId: around.id, userId: idOf('owner') });
  return { path: `/api/comments/${own.id}`, ...(body !== undefined && { body }) };
};
const answer = () => async () => {
  const question = await buildPost(app.em(), { userId: idOf('otherParty'), isQuestion: true });
  const own = await buildComment(app.em(), { postId: question.id, userId: idOf('owner') });
  return { path: `/api/comments/${own.id}/answer` };
};
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const imagePost = async () => {
  const form = new FormData();
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
  const upload = await clients.get('owner')?.post('/api/uploads?purpose=post-image', { form });
  await clients.get('owner')?.post('/api/posts', { body: { content: 'with image', fileId: upload?.body['fileId'] } });
  return { path: String(upload?.body['url']) };
};
/** An upload of the owner that has begun. */
const uploadSession = () => async () => {
  const session = await clients
    .get('owner')
    ?.post('/api/uploads/sessions', { body: { purpose: 'message-file', name: 'notes.txt', size: 10 } });
  // The version of tus is checked before the user.
  return { path: String(session?.body['url']), headers: { 'Tus-Resumable': '1.0.0' } };
};
let names = 0;

/** A request of the owner to the other party, created for each cell, because an answer ends it. */
const request = (path: (id: string) => string, body?: unknown) => async () => {
  await app.em().execute('delete from connections where user_id = ?', [idOf('owner')]);
  const { id } = await buildConnection(app.em(), {
    userId: idOf('owner'),
    connectedUserId: idOf('otherParty'),
    status: 'pending',
  });
  return { path: path(id), ...(body !== undefined && { body }) };
};
const person = (path: (id: string) => string) => () => ({ path: path(idOf('owner')) });

/** A claim of the owner that names the other party. */
const claim = (body?: unknown) => async () => {
  const entry = { kind: 'education' as const, place: 'Northfield', what: 'BSc', start: '2020-09', end: null };
  const { id } = await buildVerification(app.em(), { userId: idOf('owner'), institutionId: idOf('otherParty'), entry });
  return { path: `/api/verifications/${id}`, ...(body !== undefined && { body }) };
};

/** A course that the owner, who is listed, learns with. */
const partnerFlag = async () => {
  await clients.get('owner')?.put('/api/students/listing', { body: { isListed: true } });
  const course = await buildCourse(app.em());
  await app.em().insert(Enrollment, { id: uuidv7(), userId: idOf('owner'), courseId: course.id });
  return { path: `/api/students/partners/${course.id}`, body: { until: inDays(1).slice(0, 10) } };
};

/** A notification of the owner, about an own post. */
const notification = (path: (id: string) => string, body?: unknown) => async () => {
  const { id } = await buildNotification(app.em(), {
    userId: idOf('owner'),
    sourceType: 'post',
    sourceId: await ownPost(),
  });
  return { path: path(id), ...(body !== undefined && { body }) };
};
/** A shown advertisement of the other party. */
const ad = (path: (id: string) => string, body?: unknown) => async () => {
  const { id } = await buildAdvertisement(app.em(), { userId: idOf('otherParty') });
  return { path: path(id), ...(body !== undefined && { body }) };
};
/** An event of the owner. */
const event = (path: (id: string) => string, body?: unknown) => async () => {
  const { id } = await buildEvent(app.em(), { userId: idOf('owner') });
  return { path: path(id), ...(body !== undefined && { body }) };
};
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
/** A message from the owner to the other party. */
const message = (path: (id: string) => string, body?: unknown) => async () => {
  const { id } = await buildMessage(app.em(), { senderId: idOf('owner'), receiverId: idOf('otherParty') });
  return { path: path(id), ...(body !== undefined && { body }) };
};
/** The conversation of the actor with a new user who wrote first does not exist for anyone else. */
const conversation = (path: (id: string) => string, body?: unknown) => async () => {
  await buildMessage(app.em(), { senderId: idOf('owner'), receiverId: idOf('otherParty') });
  return { path: path(idOf('otherParty')), ...(body !== undefined && { body }) };
};
const ownOnly = (status: number): Cells => ({ owner: status, otherParty: 404, stranger: 404, blocked: 404 });

const ownExport = (path: (id: string) => string, body?: unknown) => async () => {
  const em = app.em();
  const job = em.create(ExportJob, { userId: idOf('owner'), status: 'failed' });
  await em.flush();
  return { path: path(job.id), ...(body !== undefined && { body }) };
};

/** A search of the owner's. */
const pastSearch = (path: (id: string) => string, body?: unknown) => async () => {
  const answer = await clients.get('owner')?.get('/api/search?q=algebra');
  return { path: path(String(answer?.body['searchId'])), ...(body !== undefined && { body }) };
};

/** A purchase of the owner from the other party; paid unless it is `pending`. */
const purchase =
  (path: (id: string) => string, body?: unknown, isPending = false) =>
  async () => {
    const { id } = await buildPurchase(app.em(), {
      buyerId: idOf('owner'),
      sellerId: idOf('otherParty'),
      ...(isPending && { status: 'pending', paidAt: null, receiptNumber: null }),
    });
    return { path: path(id), ...(body !== undefined && { body }) };
  };

const CASES: Record<string, Case> = {
  ...makeItemCases({ em: () => app.em(), owner: () => clientOf('owner'), otherPartyId: () => idOf('otherParty') }),
  listPurchases: {},
  listSales: {},
  exportSales: {},
  listSaleSums: {},
  exportSaleSums: {},
  listLearningRecord: {},
  exportLearningRecord: {},
  // The other party sells the item.
  purchaseCourse: {
    arrange: async () => ({
      path: `/api/courses/${(await buildCourse(app.em(), { userId: idOf('otherParty') })).id}/purchase`,
      body: { expectedPrice: 1_500, expectedCurrency: 'USD' },
    }),
    cells: { owner: 201, otherParty: 409, stranger: 201, blocked: 404 },
  },
  getPurchase: { arrange: purchase((id) => `/api/purchases/${id}`), cells: ownOnly(200) },
  getReceipt: { arrange: purchase((id) => `/api/purchases/${id}/receipt`), cells: ownOnly(200) },
  finishTestPayment: {
    arrange: purchase((id) => `/api/purchases/${id}/test-payment`, { outcome: 'paid' }, true),
    cells: ownOnly(200),
  },
  getSale: {
    arrange: purchase((id) => `/api/sales/${id}`),
    cells: { owner: 404, otherParty: 200, stranger: 404, blocked: 404 },
  },
  requestRefund: { arrange: purchase((id) => `/api/purchases/${id}/refund`, {}), cells: ownOnly(200) },
  decideRefund: {
    arrange: purchase((id) => `/api/sales/${id}/refund`, { decision: 'refund' }),
    cells: { owner: 404, otherParty: 200, stranger: 404, blocked: 404 },
  },
  listConversations: {},
  countUnreadMessages: {},
  searchMessages: { arrange: () => ({ path: '/api/messages/search?q=hello' }) },
  listCalls: {},
  // It says that they may not, whatever the reason.
  getCallEligibility: {
    arrange: person((id) => `/api/calls/eligibility/${id}`),
    cells: { owner: 200, otherParty: 200, stranger: 200, blocked: 200 },
  },
  getIceServers: {},
  listPresence: { arrange: person((id) => `/api/presence?ids=${id}`) },
  listMissed: { arrange: () => ({ path: '/api/sync?since=0' }) },
  // A member may open an empty conversation with any visible one, but not with themself; creators open none.
  listMessages: {
    arrange: person((id) => `/api/messages/${id}`),
    cells: { owner: 404, otherParty: 200, stranger: 200, blocked: 404, creator: 404 },
  },
  listSharedFiles: {
    arrange: person((id) => `/api/messages/${id}/files?kind=images`),
    cells: { owner: 404, otherParty: 200, stranger: 200, blocked: 404, creator: 404 },
  },
  getConversation: {
    arrange: person((id) => `/api/messages/${id}/state`),
    cells: { owner: 404, otherParty: 200, stranger: 200, blocked: 404, creator: 404 },
  },
  sendMessage: {
    arrange: async () => {
      await app.em().execute('delete from connections where user_id = ?', [idOf('owner')]);
      await buildConnection(app.em(), {
        userId: idOf('owner'),
        connectedUserId: idOf('otherParty'),
        status: 'accepted',
      });
      return { path: '/api/messages', body: { receiverId: idOf('owner'), clientId: uuidv7(), content: 'hello' } };
    },
    // The owner is a student: a user who is not connected sends a request first.
    cells: { owner: 404, otherParty: 201, stranger: 403, blocked: 404, creator: 404 },
  },
  readMessages: {
    arrange: conversation((id) => `/api/messages/${id}/read`, { upToSeq: 1 }),
    cells: { owner: 200, otherParty: 404, stranger: 404, blocked: 404 },
  },
  editConversation: {
    arrange: conversation((id) => `/api/messages/${id}/state`, { muted: true }),
    cells: { owner: 200, otherParty: 404, stranger: 404, blocked: 404 },
  },
  // There is no request in this conversation.
  acceptRequest: {
    arrange: conversation((id) => `/api/messages/${id}/accept`),
    cells: { owner: 409, otherParty: 404, stranger: 404, blocked: 404 },
  },
  declineRequest: {
    arrange: conversation((id) => `/api/messages/${id}/decline`),
    cells: { owner: 409, otherParty: 404, stranger: 404, blocked: 404 },
  },
  editMessage: {
    arrange: message((id) => `/api/messages/item/${id}`, { content: 'changed' }),
    cells: { owner: 200, otherParty: 403, stranger: 404, blocked: 404 },
  },
  removeMessage: {
    arrange: message((id) => `/api/messages/item/${id}?for=all`),
    cells: { owner: 204, otherParty: 403, stranger: 404, blocked: 404 },
  },
  getLive: {},
  getReady: {},
  getMeta: {},
  getCsrfToken: {},
  getCurrentUser: {},
  getPreferences: {},
  getPrivacy: {},
  listPublicCourses: {},
  listAudiences: {},
  listPosts: {},
  listStudents: {},
  getStudentFacets: {},
  getListing: {},
  exportStudents: { arrange: () => ({ path: '/api/students/export.csv' }) },
  editListing: { arrange: () => ({ path: '/api/students/listing', body: {} }) },
  setPartnerFlag: { arrange: () => partnerFlag(), cells: { owner: 200, otherParty: 404, stranger: 404, blocked: 404 } },
  rateArticle: {
    arrange: () => ({ path: '/api/help/articles/roles/feedback', body: { isHelpful: true } }),
    cells: { owner: 204, otherParty: 204, stranger: 204, blocked: 204 },
  },
  noteSearch: { arrange: () => ({ path: '/api/help/searches', body: { query: 'warp drive' } }) },
  createSupportRequest: { arrange: () => ({ path: '/api/support', body: { topic: 'idea', text: 'A warp drive.' } }) },
  removePartnerFlag: {
    arrange: () => ({ path: `/api/students/partners/${uuidv7()}` }),
    cells: { owner: 204, otherParty: 204, stranger: 204, blocked: 204 },
  },
  // Signing out ends the actor's session, so the matrix only checks it without one; auth.routes.test.ts tests the
  // rest.
  logout: { arrange: () => ({ path: '/api/logout', body: { unknown: true } }) },
  checkUsername: { arrange: () => ({ path: '/api/username-available?u=someone' }) },
  login: { arrange: () => ({ path: '/api/login', body: {} }) },
  register: { arrange: () => ({ path: '/api/register', body: {} }) },
  getAccount: {},
  resendVerification: {},
  cancelEmailChange: {},
  editAccount: { arrange: () => ({ path: '/api/account', body: {} }) },
  forgotPassword: {
    arrange: () => ({ path: '/api/password/forgot', body: { email: `nobody${(names += 1)}@example.test` } }),
  },
  resetPassword: {
    arrange: () => ({ path: '/api/password/reset', body: { token: 'x'.repeat(43), password: 'a long test password' } }),
  },
  restoreAccount: {
    arrange: () => ({
      path: '/api/account/restore',
      body: { token: 'x'.repeat(43), password: 'a long test password' },
    }),
  },
  verifyEmail: { arrange: () => ({ path: '/api/email/verify', body: { token: 'x'.repeat(43) } }) },
  changeEmail: { arrange: () => ({ path: '/api/email/change', body: {} }) },
  createExport: { arrange: () => ({ path: '/api/account/export', body: {} }) },
  getExport: {
    arrange: ownExport((id) => `/api/account/export/${id}`),
    cells: { owner: 200, otherParty: 404, stranger: 404, blocked: 404 },
  },
  confirmExport: {
    arrange: ownExport((id) => `/api/account/export/${id}/confirm`, { password: 'a long test password' }),
    cells: { owner: 200, otherParty: 404, stranger: 404, blocked: 404 },
  },
  // Its archive was never built; exports.test.ts downloads one.
  downloadExport: {
    arrange: ownExport((id) => `/api/account/export/${id}/file`),
    cells: { owner: 404, otherParty: 404, stranger: 404, blocked: 404 },
  },
  deleteAccount: { arrange: () => ({ path: '/api/account', body: {} }) },
  setUpTwoFactor: { arrange: () => ({ path: '/api/two-factor/setup', body: {} }) },
  enableTwoFactor: { arrange: () => ({ path: '/api/two-factor/enable', body: {} }) },
  disableTwoFactor: { arrange: () => ({ path: '/api/two-factor/disable', body: {} }) },
  renewRecoveryCodes: { arrange: () => ({ path: '/api/two-factor/recovery-codes', body: {} }) },
  loginTwoFactor: { arrange: () => ({ path: '/api/login/two-factor', body: {} }) },
  // Without a pending sign-in it is rejected like any wrong sign-in, so the body is arbitrary.
  keepAccount: { arrange: () => ({ path: '/api/login/keep-account', body: { unknown: true } }) },
  editPreferences: { arrange: () => ({ path: '/api/preferences', body: { theme: 'dark' } }) },
  editPrivacy: { arrange: () => ({ path: '/api/privacy', body: { presence: false } }) },
  createPost: { arrange: () => ({ path: '/api/posts', body: { content: `post ${(names += 1)}` } }) },
  getPost: { arrange: post((id) => `/api/posts/${id}`), cells: everyoneReads(200) },
  editPost: {
    arrange: post((id) => `/api/posts/${id}`, { content: 'changed' }),
    cells: { owner: 200, otherParty: 403, stranger: 403, blocked: 404 },
  },
  removePost: {
    arrange: post((id) => `/api/posts/${id}`),
    cells: { owner: 204, otherParty: 403, stranger: 403, blocked: 404 },
  },
  likePost: { arrange: post((id) => `/api/posts/${id}/like`), cells: everyoneReads(200) },
  unlikePost: { arrange: post((id) => `/api/posts/${id}/like`), cells: everyoneReads(200) },
  pinPost: {
    arrange: post((id) => `/api/posts/${id}/pin`),
    cells: { owner: 403, otherParty: 403, stranger: 403, blocked: 404 },
  },
  unpinPost: {
    arrange: post((id) => `/api/posts/${id}/pin`),
    cells: { owner: 403, otherParty: 403, stranger: 403, blocked: 404 },
  },
  listLikes: { arrange: post((id) => `/api/posts/${id}/likes`), cells: everyoneReads(200) },
  sharePost: { arrange: post((id) => `/api/posts/${id}/share`, {}), cells: everyoneReads(201) },
  listComments: { arrange: post((id) => `/api/comments?postId=${id}`), cells: everyoneReads(200) },
  createComment: {
    arrange: async () => ({ path: '/api/comments', body: { postId: await ownPost(), content: 'hello' } }),
    cells: everyoneReads(201),
  },
  editComment: {
    arrange: comment({ content: 'changed' }),
    cells: { owner: 200, otherParty: 403, stranger: 403, blocked: 404 },
  },
  removeComment: { arrange: comment(), cells: { owner: 204, otherParty: 204, stranger: 403, blocked: 404 } },
  // The author of the question (the other party) chooses; for every other user it is another user's question.
  chooseAnswer: { arrange: answer(), cells: { owner: 403, otherParty: 204, stranger: 403, blocked: 404 } },
  unchooseAnswer: { arrange: answer(), cells: { owner: 403, otherParty: 204, stranger: 403, blocked: 404 } },
  getPostHistory: { arrange: post((id) => `/api/posts/${id}/history`), cells: everyoneReads(200) },
  getFeedSettings: {},
  setFeedSettings: { arrange: () => ({ path: '/api/feed-settings', body: { hiddenReasons: [] } }) },
  getDraft: { arrange: () => ({ path: '/api/drafts/post' }) },
  setDraft: { arrange: () => ({ path: '/api/drafts/post', body: { body: 'to be continued' } }) },
  removeDraft: { arrange: () => ({ path: '/api/drafts/post' }) },
  getMarker: { arrange: () => ({ path: '/api/markers/feed' }) },
  setMarker: { arrange: () => ({ path: '/api/markers/feed', body: { lastSeenId: uuidv7() } }) },
  saveItem: { arrange: post((id) => `/api/saved/post/${id}`), cells: { ...everyoneReads(204), creator: 404 } },
  unsaveItem: {
    arrange: post((id) => `/api/saved/post/${id}`),
    cells: { owner: 204, otherParty: 204, stranger: 204, blocked: 204 },
  },
  getOwnProfile: {},
  listBlocks: {},
  listUsers: {},
  removeProfileImage: {},
  removeCoverImage: {},
  listVerifications: {},
  setProfileImage: { arrange: () => ({ path: '/api/profile/image', body: { fileId: uuidv7() } }) },
  setCoverImage: { arrange: () => ({ path: '/api/profile/cover', body: { fileId: uuidv7() } }) },
  listUserPosts: { arrange: person((id) => `/api/users/${id}/posts`), cells: everyoneReads(200) },
  listUserCourses: { arrange: person((id) => `/api/users/${id}/courses`), cells: everyoneReads(200) },
  listUserEvents: { arrange: person((id) => `/api/users/${id}/events`), cells: everyoneReads(200) },
  // A student's connections are open to connections alone.
  listUserConnections: {
    arrange: person((id) => `/api/users/${id}/connections`),
    cells: { owner: 200, otherParty: 404, stranger: 404, blocked: 404 },
  },
  listUserPeople: { arrange: person((id) => `/api/users/${id}/people`), cells: everyoneReads(200) },
  getCommon: { arrange: person((id) => `/api/users/${id}/mutual`), cells: everyoneReads(200) },
  createVerification: {
    arrange: () => ({ path: '/api/verifications', body: { entryId: uuidv7(), institutionId: uuidv7() } }),
  },
  decideVerification: {
    arrange: claim({ status: 'declined' }),
    cells: { owner: 404, otherParty: 200, stranger: 404, blocked: 404 },
  },
  removeVerification: { arrange: claim(), cells: { owner: 204, otherParty: 404, stranger: 404, blocked: 404 } },
  getProfile: { arrange: person((id) => `/api/users/${id}`), cells: everyoneReads(200) },
  editProfile: { arrange: () => ({ path: '/api/profile', body: { bio: 'x' } }) },
  // A block would change every later cell, so a new user is blocked each time.
  blockUser: {
    arrange: async () => ({ path: `/api/users/${(await buildUser(app.em())).id}/block` }),
    cells: { ...everyoneReads(204), blocked: 204, creator: 204 },
  },
  unblockUser: {
    arrange: async () => ({ path: `/api/users/${(await buildUser(app.em())).id}/block` }),
    cells: { ...everyoneReads(204), blocked: 204, creator: 204 },
  },
  // What was written is reported: by the one who wrote it, in vain; by everyone who sees it.
  createReport: {
    arrange: async () => ({
      path: '/api/reports',
      body: { targetType: 'post', targetId: await ownPost(), reason: 'spam' },
    }),
    cells: { owner: 400, otherParty: 202, stranger: 202, blocked: 404, creator: 404 },
  },
  listSessions: {},
  // Another's session is not there for anyone; auth.sessions.test.ts ends own ones.
  revokeSession: {
    arrange: async () => ({
      path: `/api/sessions/${(await buildSession(app.em(), { userId: (await buildUser(app.em())).id })).session.id}`,
    }),
    cells: { owner: 404, otherParty: 404, stranger: 404, blocked: 404 },
  },
  revokeOtherSessions: {},
  changePassword: { arrange: () => ({ path: '/api/password/change', body: {} }) },
  listConnections: {},
  countConnections: {},
  listSuggestions: {},
  createConnection: {
    arrange: async () => ({ path: '/api/connections', body: { connectedUserId: (await buildUser(app.em())).id } }),
  },
  answerConnection: {
    arrange: request((id) => `/api/connections/${id}`, { status: 'accepted' }),
    cells: { owner: 403, otherParty: 200, stranger: 404, blocked: 404 },
  },
  ignoreConnection: {
    arrange: request((id) => `/api/connections/${id}/ignore`),
    cells: { owner: 403, otherParty: 204, stranger: 404, blocked: 404 },
  },
  removeConnection: {
    arrange: request((id) => `/api/connections/${id}`),
    cells: { owner: 204, otherParty: 404, stranger: 404, blocked: 404 },
  },
  dismissSuggestion: {
    arrange: person((id) => `/api/connections/suggestions/${id}/dismiss`),
    cells: everyoneReads(204),
  },
  restoreSuggestion: {
    arrange: person((id) => `/api/connections/suggestions/${id}/dismiss`),
    cells: everyoneReads(204),
  },
  listMutual: { arrange: person((id) => `/api/connections/mutual/${id}`), cells: everyoneReads(200) },
  listNotifications: {},
  countUnread: {},
  getNotificationPreferences: {},
  getPushKey: {},
  editNotificationPreferences: {
    arrange: () => ({ path: '/api/notifications/preferences', body: { digest: 'daily' } }),
  },
  editNotification: { arrange: notification((id) => `/api/notifications/${id}`, { read: true }), cells: ownOnly(200) },
  readAll: { arrange: () => ({ path: '/api/notifications/read-all', body: {} }) },
  removeNotification: { arrange: notification((id) => `/api/notifications/${id}`), cells: ownOnly(204) },
  // What was not deleted cannot be restored; notifications.routes.test.ts restores own ones.
  restoreNotification: { arrange: notification((id) => `/api/notifications/${id}`), cells: ownOnly(404) },
  muteSource: { arrange: notification((id) => `/api/notifications/${id}/mute`), cells: ownOnly(204) },
  unmuteSource: { arrange: notification((id) => `/api/notifications/${id}/mute`), cells: ownOnly(404) },
  unmute: { arrange: () => ({ path: `/api/notifications/mutes?sourceType=post&sourceId=${uuidv7()}` }) },
  sendTest: { arrange: () => ({ path: '/api/notifications/test', body: { channel: 'inApp' } }) },
  subscribePush: {
    arrange: () => ({
      path: '/api/push-subscriptions',
      body: { endpoint: 'https://elsewhere.test/x', keys: { p256dh: 'a', auth: 'b' } },
    }),
  },
  // Another's browser is not there for anyone; notifications.push.test.ts removes own ones.
  unsubscribePush: { arrange: () => ({ path: `/api/push-subscriptions/${uuidv7()}` }), cells: ownOnly(404) },
  listOwnAdvertisements: {},
  listRegister: {},
  listAdvertisements: { arrange: () => ({ path: '/api/advertisements?section=1' }) },
  // Which roles may create one is tested in advertisements.routes.test.ts.
  createAdvertisement: { arrange: () => ({ path: '/api/advertisements', body: {} }) },
  editAdvertisement: {
    arrange: ad((id) => `/api/advertisements/${id}`, { title: 'changed' }),
    cells: { owner: 403, otherParty: 200, stranger: 403, blocked: 404 },
  },
  removeAdvertisement: {
    arrange: ad((id) => `/api/advertisements/${id}`),
    cells: { owner: 403, otherParty: 204, stranger: 403, blocked: 404 },
  },
  pauseAdvertisement: {
    arrange: ad((id) => `/api/advertisements/${id}/pause`),
    cells: { owner: 403, otherParty: 200, stranger: 403, blocked: 404 },
  },
  // One that is shown cannot be resumed, but for its owner that changes nothing.
  resumeAdvertisement: {
    arrange: ad((id) => `/api/advertisements/${id}/resume`),
    cells: { owner: 403, otherParty: 200, stranger: 403, blocked: 404 },
  },
  countImpression: { arrange: ad((id) => `/api/advertisements/${id}/impression`), cells: everyoneReads(204) },
  countClick: { arrange: ad((id) => `/api/advertisements/${id}/click`), cells: everyoneReads(204) },
  hideAdvertisement: { arrange: ad((id) => `/api/advertisements/${id}/hide`), cells: everyoneReads(204) },
  whyAdvertisement: { arrange: ad((id) => `/api/advertisements/${id}/why`), cells: everyoneReads(200) },
  listAdDays: {
    arrange: ad((id) => `/api/advertisements/${id}/stats`),
    cells: { owner: 403, otherParty: 200, stranger: 403, blocked: 404 },
  },
  getAnalytics: { arrange: () => ({ path: `/api/analytics?${PERIOD}` }) },
  exportAnalytics: { arrange: () => ({ path: `/api/analytics/export.csv?${PERIOD}` }) },
  getLessonNumbers: {
    arrange: async () => {
      const { id } = await buildCourse(app.em(), { userId: idOf('otherParty') });
      return { path: `/api/analytics/lessons?item=${id}` };
    },
    cells: { owner: 403, otherParty: 200, stranger: 403, blocked: 404 },
  },
  exportLessonNumbers: {
    arrange: async () => {
      const { id } = await buildCourse(app.em(), { userId: idOf('otherParty') });
      return { path: `/api/analytics/lessons.csv?item=${id}` };
    },
    cells: { owner: 403, otherParty: 200, stranger: 403, blocked: 404 },
  },
  exportMemberGroups: {
    arrange: () => ({ path: '/api/analytics/members.csv' }),
    cells: { owner: 403, otherParty: 403, stranger: 403, blocked: 403, institution: 200 },
  },
  createNote: { arrange: () => ({ path: '/api/analytics/notes', body: { day: '2025-01-02', text: 'Exams' } }) },
  removeNote: {
    arrange: () => ({ path: `/api/analytics/notes/${uuidv7()}` }),
    cells: { owner: 204, otherParty: 204, stranger: 204, blocked: 204 },
  },
  countView: {
    arrange: () => ({ path: '/api/analytics/views', body: { type: 'profile', id: idOf('owner') } }),
    cells: { ...everyoneReads(204), creator: 404 },
  },
  listEvents: {},
  getCalendarFeed: {},
  renewCalendarFeed: {},
  removeCalendarFeed: {},
  createEvent: {
    arrange: () => ({
      path: '/api/events',
      body: { title: 'Study table', description: '', date: inDays(2), location: 'Library', isVirtual: false },
    }),
  },
  readCalendarFeed: { arrange: () => ({ path: '/api/events/feed.ics?token=unknown' }) },
  getEvent: { arrange: event((id) => `/api/events/${id}`), cells: everyoneReads(200) },
  getEventCalendar: { arrange: event((id) => `/api/events/${id}.ics`), cells: everyoneReads(200) },
  editEvent: {
    arrange: event((id) => `/api/events/${id}`, { title: 'changed' }),
    cells: { owner: 200, otherParty: 403, stranger: 403, blocked: 404 },
  },
  cancelEvent: {
    arrange: event((id) => `/api/events/${id}`),
    cells: { owner: 204, otherParty: 403, stranger: 403, blocked: 404 },
  },
  answerEvent: { arrange: event((id) => `/api/events/${id}/rsvp`, { status: 'going' }), cells: everyoneReads(200) },
  leaveEvent: { arrange: event((id) => `/api/events/${id}/rsvp`), cells: everyoneReads(200) },
  listAttendees: { arrange: event((id) => `/api/events/${id}/attendees`), cells: everyoneReads(200) },
  listSearches: {},
  removeSearches: {},
  suggest: { arrange: () => ({ path: '/api/search/suggest?q=someone' }) },
  suggestMentions: {},
  search: { arrange: () => ({ path: '/api/search?q=someone' }) },
  removeSearch: { arrange: pastSearch((id) => `/api/search/history/${id}`), cells: ownOnly(204) },
  noteClick: {
    arrange: pastSearch((id) => `/api/search/${id}/click`, { entityType: 'course', entityId: uuidv7(), position: 0 }),
    cells: ownOnly(204),
  },
  upload: { arrange: () => ({ path: '/api/uploads?purpose=post-image', form: new FormData() }) },
  createUploadSession: {
    arrange: () => ({ path: '/api/uploads/sessions', body: { purpose: 'message-file', name: 'notes.txt', size: 1 } }),
  },
  getUploadSession: { arrange: uploadSession(), cells: ownOnly(200) },
  continueUpload: { arrange: uploadSession(), cells: ownOnly(400) },
  removeUploadSession: { arrange: uploadSession(), cells: ownOnly(204) },
  getFileLink: {
    arrange: async () => ({ path: `${(await imagePost()).path}/link` }),
    cells: { ...everyoneReads(200), creator: 404 },
  },
  openFileLink: {
    arrange: async () => ({ path: `${(await imagePost()).path}/open?t=unknown` }),
    cells: { ...everyoneReads(404) },
  },
  getFilePreview: { arrange: async () => ({ path: `${(await imagePost()).path}/preview` }), cells: everyoneReads(404) },
  getFile: { arrange: () => imagePost(), cells: { ...everyoneReads(200), creator: 404 } },
};

function expectedStatus(endpoint: Endpoint, actor: Actor, cells: Cells | undefined): number | 'passes' {
  if (endpoint.who !== 'public' && actor === 'anonymous') return 401;
  if (endpoint.who === 'member' && actor === 'creator') return 403;
  // What creators may do in the classes of their own items is tested in class-permissions.test.ts.
  if (endpoint.who === 'memberOrAuthor' && actor === 'creator') return cells ? 404 : 403;
  if (!cells) return 'passes';
  if ((actor === 'creator' || actor === 'institution') && cells[actor] !== undefined) return cells[actor];
  return actor === 'owner' || actor === 'otherParty' || actor === 'blocked' ? cells[actor] : cells.stranger;
}

it('every route is an endpoint of the matrix', () => {
  const known = new Set(Object.values(allEndpoints));
  expect(routes.filter(({ endpoint }) => !known.has(endpoint)).map(({ endpoint }) => endpoint.path)).toEqual([]);
});

/** The domain events of earlier requests are handled, whose writes belong to no later one. */
const handled = () =>
  expect.poll(async () => (await app.pool.query('select 1 from outbox')).rowCount, { interval: 5 }).toBe(0);

describe.each(Object.entries(allEndpoints))('%s', (name, endpoint) => {
  it('is listed in the matrix', () => {
    expect(CASES).toHaveProperty(name);
    if (endpoint.path.includes(':id')) expect(CASES[name]?.cells).toBeDefined();
  });

  it.each(ACTORS)('as %s', async (actor) => {
    const { arrange, cells } = CASES[name] ?? {};
    const { path, ...request }: Call = arrange ? await arrange() : { path: endpoint.path };
    const client = clients.get(actor);
    if (endpoint.method === 'GET') await handled();
    takeWrites();
    const answer = await client?.send(endpoint.method, path, request);
    // A page of another origin can cause a GET, so one that writes is marked and refused to it.
    if (endpoint.method === 'GET' && endpoint.isCounted !== true) expect(takeWrites()).toEqual([]);
    const expected = expectedStatus(endpoint, actor, cells);
    if (expected === 'passes') {
      expect([401, 403]).not.toContain(answer?.status);
      expect(answer?.status).toBeLessThan(500);
    } else {
      expect(answer?.status).toBe(expected);
    }
  });
});
