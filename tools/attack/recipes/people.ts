import { randomUUID } from 'node:crypto';
import { MEMBERS, READERS, SIGNED_IN } from '../identities.ts';
import { SEARCH_WORD } from '../records.ts';
import { about, all, NO_ID, own, withForeignFields, type Call, type Recipe, type Target } from './call.ts';

/** A conversation of the caller with the victim, who is named by the id of the user or of the conversation. */
const conversation =
  (call: Call, byConversation: Call = {}): Recipe =>
  ({ ids }) => [
    { ...call, params: { userId: ids.user } },
    { ...call, open: [], ...byConversation, params: { userId: ids.conversation } },
  ];

function message(victim: Target, fields: object): object {
  return { receiverId: victim.ids.user, clientId: randomUUID(), content: 'x', ...fields };
}

const SENT = ['messages', 'message_index', 'conversations', 'conversation_state'];

/** Recipes of profiles, connections, messages and notifications. */
export const PEOPLE_RECIPES: Readonly<Record<string, Recipe>> = {
  listUsers: all(
    own(MEMBERS, {}, { query: { q: 'Victim' } }, { query: { role: 'student' } }, { query: { q: SEARCH_WORD } }),
    ({ username, email, ids }) => [
      { query: { q: username.slice(0, 5) }, open: MEMBERS },
      { query: { q: email.slice(0, 5) }, open: MEMBERS },
      { query: { institution: 'College' }, open: MEMBERS },
      { query: { userId: ids.user } },
    ],
  ),
  getOwnProfile: all(own(SIGNED_IN, {}, { query: { as: 'everyone' } }), ({ ids }) => [
    { query: { id: ids.user } },
    { query: { as: ids.user } },
  ]),
  getProfile: about('user', { open: READERS }),
  listUserCourses: about('user', { open: READERS }),
  listUserEvents: about('user', { open: READERS }),
  listUserConnections: about('user'),
  listUserPeople: about('user', { open: READERS }),
  listKnownLearners: all(about('course'), about('item', { open: MEMBERS })),
  getCommon: about('user', { open: READERS }),
  editProfile: ({ ids }) => [
    { body: { bio: 'x', userId: ids.user }, headers: { 'if-match': '"1"' } },
    { body: { bio: 'x' }, headers: { 'if-match': `"${ids.user}"` } },
    { body: { educationData: [{ id: ids.entry, institution: 'A', degree: 'B' }] }, headers: { 'if-match': '*' } },
  ],
  setProfileImage: ({ ids }) => [ids.profileImage, ids.postImage].map((fileId) => ({ body: { fileId } })),
  removeProfileImage: all(own(SIGNED_IN), withForeignFields({})),
  setCoverImage: ({ ids }) => [ids.coverImage, ids.messageFile].map((fileId) => ({ body: { fileId } })),
  removeCoverImage: all(own(SIGNED_IN), withForeignFields({})),
  listStudents: all(
    own(MEMBERS, {}, { query: { q: 'Victim' } }, { query: { sort: 'name' } }, { query: { institution: 'College' } }),
    ({ ids }) => [{ query: { courseId: ids.course }, open: MEMBERS }],
  ),
  getStudentFacets: own(MEMBERS, {}, { query: { q: 'Victim' } }),
  exportStudents: own(MEMBERS, {}, { query: { q: 'Victim' } }),
  createVerification: ({ ids }) => [
    { body: { entryId: ids.entry, institutionId: ids.user } },
    { body: { entryId: ids.entry, institutionId: NO_ID } },
  ],
  listVerifications: all(own(MEMBERS, {}, { query: { status: 'confirmed' } }), ({ ids }) => [
    { query: { institutionId: ids.user } },
  ]),
  decideVerification: ({ ids }) =>
    ['confirmed', 'declined'].map((status) => ({ params: { id: ids.claim }, body: { status } })),
  removeVerification: about('claim'),
  listBlocks: all(own(SIGNED_IN), ({ ids }) => [{ query: { userId: ids.user } }]),
  // Whoever may see a member may block them. The peer would end the connections that the others attack.
  blockUser: about('user', { open: SIGNED_IN, except: ['peer'], changes: ['blocks+'] }),
  unblockUser: about('user', { open: SIGNED_IN, except: ['peer'], changes: ['blocks'] }),
  createReport: ({ ids }) => [
    { body: { targetType: 'post', targetId: ids.post, reason: 'spam' }, open: READERS },
    { body: { targetType: 'message', targetId: ids.message, reason: 'spam' } },
    { body: { targetType: 'user', targetId: ids.user, reason: 'spam', reporterId: ids.user } },
  ],

  listConnections: all(
    own(MEMBERS, {}, { query: { status: 'received' } }, { query: { status: 'sent' } }, { query: { q: 'zq' } }),
    ({ ids }) => [{ query: { userId: ids.user } }],
  ),
  countConnections: own(MEMBERS),
  answerConnection: ({ ids }) =>
    [ids.request, ids.connection].flatMap((id) =>
      ['accepted', 'rejected'].map((status) => ({ params: { id }, body: { status } })),
    ),
  ignoreConnection: all(about('request'), about('connection')),
  removeConnection: all(about('request'), about('connection')),
  createConnection: ({ ids }) => [
    { body: { connectedUserId: ids.user, status: 'accepted' } },
    { body: { connectedUserId: ids.user, userId: ids.user } },
    {
      body: { connectedUserId: ids.user, note: 'x' },
      open: ['stranger', 'institution'],
      changes: ['connections+'],
    },
  ],
  listSuggestions: own(MEMBERS),
  dismissSuggestion: about('user', { open: READERS, changes: ['suggestion_dismissals'] }),
  restoreSuggestion: about('user', { open: READERS, changes: ['suggestion_dismissals'] }),
  listMutual: about('user', { open: READERS }),

  listConversations: all(
    own(SIGNED_IN, {}, { query: { filter: 'requests' } }, { query: { filter: 'archived' } }),
    ({ ids }) => [{ query: { userId: ids.user } }],
  ),
  countUnreadMessages: own(SIGNED_IN),
  searchMessages: all(own(SIGNED_IN, { query: { q: SEARCH_WORD } }), ({ ids }) => [
    { query: { q: SEARCH_WORD, with: ids.user }, open: SIGNED_IN },
    { query: { q: SEARCH_WORD, has: 'file' }, open: SIGNED_IN },
    { query: { q: SEARCH_WORD, userId: ids.user } },
  ]),
  listMessages: conversation({ open: READERS }),
  listSharedFiles: conversation({ query: { kind: 'documents' }, open: READERS }),
  getConversation: conversation({ open: READERS }),
  sendMessage: (victim, other) => [
    { body: message(victim, { replyToId: victim.ids.message }) },
    { body: message(victim, { fileId: victim.ids.messageFile }) },
    { body: message(victim, { fileId: victim.ids.postImage }) },
    { body: message(victim, { replyToId: other.ids.peerMessage }) },
    { body: message(victim, { senderId: other.ids.user }) },
    { body: message(victim, { conversationId: victim.ids.conversation }) },
    { body: message(victim, { about: { type: 'course', id: victim.ids.course } }) },
    { body: message(victim, {}), open: READERS, changes: SENT },
  ],
  // Whoever has sent a message to the victim has a conversation with them.
  readMessages: conversation({ body: { upToSeq: 1 }, open: READERS }),
  editConversation: conversation({ body: { muted: false }, open: READERS }),
  acceptRequest: conversation({}),
  declineRequest: conversation({}),
  editMessage: all(about('message', { body: { content: 'x' } }), about('peerMessage', { body: { content: 'x' } })),
  removeMessage: all(
    about('message', { query: { for: 'all' } }),
    about('message', { query: { for: 'me' } }),
    about('peerMessage', { query: { for: 'all' } }),
    // The peer may hide a message of the own conversation.
    about('peerMessage', { query: { for: 'me' }, open: ['peer'] }),
  ),
  listCalls: all(own(MEMBERS), ({ ids }) => [{ query: { userId: ids.user } }]),
  getCallEligibility: ({ ids }) => [{ params: { userId: ids.user }, open: MEMBERS }],
  getIceServers: own(MEMBERS),
  listPresence: ({ ids }, other) => [{ query: { ids: `${ids.user},${other.ids.user}` }, open: MEMBERS }],

  listNotifications: all(own(SIGNED_IN, {}, { query: { filter: 'done' } }, { query: { groupKey: 'x' } }), ({ ids }) => [
    { query: { groupKey: ids.notification }, open: SIGNED_IN },
    { query: { userId: ids.user } },
  ]),
  countUnread: own(SIGNED_IN),
  getNotificationPreferences: own(SIGNED_IN),
  editNotificationPreferences: all(own(SIGNED_IN, { body: { digest: 'daily' } }), withForeignFields({ digest: 'off' })),
  editNotification: about('notification', { body: { read: true } }),
  readAll: ({ ids }) => [{ body: { upToId: ids.notification }, open: SIGNED_IN }, { body: { userId: ids.user } }],
  removeNotification: all(about('notification'), about('notification', { query: { isGroup: 'true' } })),
  restoreNotification: about('notification'),
  muteSource: about('notification'),
  unmuteSource: about('notification'),
  unmute: ({ ids }) => [{ query: { sourceType: 'post', sourceId: ids.post }, open: SIGNED_IN }],
  sendTest: all(own(SIGNED_IN, { body: { channel: 'inApp' } }), withForeignFields({ channel: 'inApp' })),
  getPushKey: own(SIGNED_IN),
  subscribePush: ({ ids }) => [
    { body: { endpoint: 'https://attacker.example/x', keys: { p256dh: 'a', auth: 'b' } } },
    { body: { endpoint: 'http://169.254.169.254/latest', keys: { p256dh: 'a', auth: 'b' } } },
    { body: { endpoint: 'http://127.0.0.1:9/x', keys: { p256dh: 'a', auth: 'b' }, userId: ids.user } },
  ],
  unsubscribePush: about('push'),
};
