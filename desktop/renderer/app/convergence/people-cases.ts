import {
  useAnswerRequest,
  useDismissSuggestion,
  useRemoveConnection,
  useRequestConnection,
} from '../../features/connections/api/mutations.ts';
import { connectionsQuery, suggestionsQuery } from '../../features/connections/api/queries.ts';
import {
  useEditConversation,
  useEditMessage,
  useReadMessages,
  useRemoveMessage,
} from '../../features/messages/api/mutations.ts';
import { conversationQuery, threadQuery } from '../../features/messages/api/queries.ts';
import { messageSessionOf } from '../../features/messages/session/own-session.ts';
import { ME, type Routes } from './simulation.ts';
import {
  type State,
  type Item,
  type NounCase,
  AT,
  BEN,
  list,
  record,
  idOf,
  find,
  remove,
  cached,
} from './noun-case.ts';

const RECEIVED = { status: 'received' } as const;
const connectionRoutes: Routes<State> = {
  'GET /api/connections': ({ state }) => state['received'],
  'GET /api/connections/suggestions': ({ state }) => state['suggestions'],
  'POST /api/connections': ({ state, publish }) => {
    state['suggestions'] = [];
    publish('connection-created', { id: 'x9', userId: ME.id, connectedUserId: BEN.id });
    return { id: 'x9', status: 'pending' };
  },
  'PATCH /api/connections/*': ({ state, path, body, publish }) => {
    remove(state, 'received', idOf(path, 3));
    publish('connection-updated', { id: idOf(path, 3), userId: BEN.id, connectedUserId: ME.id });
    return { id: idOf(path, 3), status: body['status'] };
  },
  'DELETE /api/connections/*': ({ state, path, publish }) => {
    remove(state, 'received', idOf(path, 3));
    publish('connection-deleted', { id: idOf(path, 3), userId: BEN.id, connectedUserId: ME.id });
  },
  'PUT /api/connections/suggestions/*/dismiss': ({ state }) => void (state['suggestions'] = []),
};
const connections = (part: Pick<NounCase, 'name' | 'covers' | 'actions'> & Partial<NounCase>): NounCase => ({
  noun: 'connections',
  state: () => ({
    received: ['x1', 'x2'].map((id) => ({ id, status: 'pending', direction: 'received', user: BEN, createdAt: AT })),
    suggestions: [{ user: BEN, mutualCount: 0, reasons: [] }],
  }),
  routes: connectionRoutes,
  queries: () => [connectionsQuery(RECEIVED), suggestionsQuery],
  useMutations: () => ({
    request: useRequestConnection({ action: null }),
    answer: useAnswerRequest(),
    remove: useRemoveConnection({ action: null }),
    dismiss: useDismissSuggestion(),
  }),
  ...part,
});

const message = (seq: number, sender = ME): Item => ({
  id: `m${String(seq)}`,
  clientId: `client-${String(seq)}`,
  conversationId: 'k1',
  conversationSeq: seq,
  senderId: sender.id,
  receiverId: sender === ME ? BEN.id : ME.id,
  kind: 'text',
  content: 'Hello',
  read: false,
  fileUrl: null,
  fileName: null,
  fileType: null,
  fileSize: null,
  fileWidth: null,
  fileHeight: null,
  replyTo: null,
  about: null,
  call: null,
  createdAt: AT,
  editedAt: null,
  deletedAt: null,
});
const messageRoutes: Routes<State> = {
  'GET /api/messages': () => [],
  'GET /api/messages/unread-count': () => ({ total: 0, requests: 0 }),
  'GET /api/messages/*/state': ({ state }) => state['conversation'],
  'GET /api/messages/*': ({ state }) => list(state, 'messages').toReversed(),
  'PATCH /api/messages/*/state': ({ state, body }) => Object.assign(record(state, 'conversation'), body),
  'PUT /api/messages/*/read': ({ state, publish }) => {
    find(state, 'messages', 'm1')['read'] = true;
    record(state, 'conversation')['unreadCount'] = 0;
    publish('message-read', { readerId: ME.id, conversationId: 'k1', upToSeq: 1, seq: undefined });
  },
  'POST /api/messages': ({ state, body, now, publish }) => {
    const seq = list(state, 'messages').length + 1;
    const created = { ...message(seq), clientId: body['clientId'], content: body['content'], createdAt: now() };
    list(state, 'messages').push(created);
    publish('new-message', created);
    return created;
  },
  'PATCH /api/messages/item/*': ({ state, path, body, now, publish }) => {
    const item = find(state, 'messages', idOf(path, 4));
    // The push of its sending can be on its way still.
    publish('new-message', item);
    Object.assign(item, body, { editedAt: now() });
    publish('message-updated', item);
    return item;
  },
  'DELETE /api/messages/item/*': ({ state, path }) => remove(state, 'messages', idOf(path, 4)),
};
const messages = (part: Pick<NounCase, 'name' | 'covers' | 'actions'> & Partial<NounCase>): NounCase => ({
  noun: 'messages',
  state: () => ({
    messages: [message(1, BEN), message(2)],
    conversation: { id: 'k1', user: BEN, lastMessage: null, unreadCount: 1, muted: false, pinned: false },
  }),
  routes: messageRoutes,
  queries: () => [threadQuery(BEN.id), conversationQuery(BEN.id)],
  useMutations: () => ({
    edit: useEditMessage(BEN.id),
    remove: useRemoveMessage(BEN.id),
    state: useEditConversation(BEN.id),
    read: useReadMessages(BEN.id),
  }),
  ...part,
});

/** The cases of connections and messages. */
export const PEOPLE_CASES: readonly NounCase[] = [
  connections({
    name: 'answered requests',
    covers: ['useAnswerRequest', 'useRemoveConnection'],
    actions: [(run) => run.mutate('answer', { id: 'x1', answer: 'accept' }), (run) => run.mutate('remove', 'x2')],
  }),
  connections({
    name: 'accepted requests',
    covers: ['useAnswerRequest'],
    actions: [(run) => run.mutate('answer', { id: 'x1', answer: 'accept' })],
    isShown: (client) => !cached(client, connectionsQuery(RECEIVED)).includes('"x1"'),
  }),
  connections({
    name: 'requests',
    covers: ['useRequestConnection'],
    actions: [(run) => run.mutate('request', { user: BEN })],
  }),
  connections({
    name: 'dismissed suggestions',
    covers: ['useDismissSuggestion'],
    actions: [(run) => run.mutate('dismiss', { user: BEN, mutualCount: 0, reasons: [] })],
  }),
  messages({
    name: 'sent messages',
    covers: [],
    actions: [
      () =>
        messageSessionOf(ME.id, () => undefined).sendQueue.add({
          input: { receiverId: BEN.id, clientId: crypto.randomUUID(), content: 'One' },
          quote: null,
          createdAt: AT,
        }),
    ],
  }),
  messages({
    name: 'edited messages',
    covers: ['useEditMessage'],
    actions: [
      (run) => run.mutate('edit', { id: 'm2', content: 'One' }),
      (run) => run.mutate('edit', { id: 'm2', content: 'Two' }),
    ],
  }),
  messages({
    name: 'deleted messages',
    covers: ['useRemoveMessage'],
    actions: [(run) => run.mutate('remove', { message: message(2), from: 'me' })],
  }),
  messages({
    name: 'conversations',
    covers: ['useEditConversation'],
    actions: [(run) => run.mutate('state', { muted: true }), (run) => run.mutate('state', { pinned: true })],
  }),
];
