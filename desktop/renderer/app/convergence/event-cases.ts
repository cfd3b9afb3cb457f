import {
  useAnswerEvent,
  useEditEvent,
  useRemoveCalendarFeed,
  useRenewCalendarFeed,
} from '../../features/events/api/mutations.ts';
import { calendarFeedQuery, eventQuery, eventsQuery } from '../../features/events/api/queries.ts';
import {
  useAnswerConnection,
  useAnswerSeat,
  useEditNotification,
  useEditPreferences,
  useRemoveNotification,
  useSetMuted,
} from '../../features/notifications/api/mutations.ts';
import {
  notificationPreferencesQuery,
  notificationsQuery,
  unreadQuery,
} from '../../features/notifications/api/queries.ts';
import { useNotificationPreferences } from '../../features/notifications/hooks/use-notification-preferences.ts';
import { ME, type Routes } from './simulation.ts';
import {
  type State,
  type Item,
  type Context,
  type NounCase,
  AT,
  BEN,
  list,
  record,
  idOf,
  find,
  publicOf,
  countersOf,
  viewerOf,
  cached,
} from './noun-case.ts';

const event = (): Item => ({
  id: 'e1',
  userId: BEN.id,
  title: 'Talk',
  description: '',
  date: '2027-11-22T10:00:00.000Z',
  endsAt: null,
  timezone: 'UTC',
  location: 'Hall',
  isVirtual: false,
  hasJoinUrl: false,
  audience: { type: 'everyone', id: null, name: null },
  capacity: null,
  state: 'scheduled',
  createdAt: AT,
  editedAt: null,
  going: 0,
  interested: 0,
  waitlisted: 0,
  held: 0,
  host: BEN,
  viewer: { isHost: false, status: null, position: null, heldUntil: null, joinUrl: null, joinOpensAt: null },
});
function rsvp({ state, now, publish }: Context, status: string | null): object {
  const item = record(state, 'event');
  item['going'] = status === 'going' ? 1 : 0;
  viewerOf(item)['status'] = status;
  publish('event-updated', {
    ...countersOf(item, ['going', 'interested', 'waitlisted', 'held', 'editedAt']),
    isYours: true,
    countedAt: now(),
  });
  return { status, position: null, heldUntil: null, going: item['going'], interested: 0, waitlisted: 0, held: 0 };
}
const eventRoutes: Routes<State> = {
  'GET /api/events': ({ state }) => [state['event']],
  'GET /api/events/feed': ({ state }) => state['feed'],
  'GET /api/events/*': ({ state }) => ({ ...record(state, 'event'), conflicts: [] }),
  'PUT /api/events/*/rsvp': (context) => rsvp(context, String(context.body['status'])),
  'DELETE /api/events/*/rsvp': (context) => rsvp(context, null),
  'PATCH /api/events/*': ({ state, body, now, publish }) => {
    const item = Object.assign(record(state, 'event'), body, { editedAt: now() });
    publish('event-updated', publicOf(item));
    return item;
  },
  'PUT /api/events/feed': ({ state, now }) => {
    state['feed'] = { createdAt: now(), url: null };
    return { ...record(state, 'feed'), url: 'https://lyceum.example/feed' };
  },
  'DELETE /api/events/feed': ({ state }) => void (state['feed'] = { createdAt: null, url: null }),
};
const events = (part: Pick<NounCase, 'name' | 'covers' | 'actions'> & Partial<NounCase>): NounCase => ({
  noun: 'events',
  state: () => ({ event: event(), feed: { createdAt: null, url: null } }),
  routes: eventRoutes,
  queries: () => [eventsQuery({ when: 'upcoming' }), eventQuery('e1'), calendarFeedQuery],
  useMutations: () => ({
    answer: useAnswerEvent('e1'),
    edit: useEditEvent(),
    renew: useRenewCalendarFeed(),
    drop: useRemoveCalendarFeed(),
  }),
  ...part,
});

const ALL = { filter: 'all', category: '', priority: '' } as const;
const notification = (id: string): Item => ({
  id,
  type: 'connection-requested',
  read: false,
  done: false,
  snoozedUntil: null,
  createdAt: AT,
  count: 1,
  actors: [BEN],
  actorCount: 1,
  params: {},
  isMuted: false,
  canAnswer: true,
  sourceId: 'x1',
});
function unreadOf(state: State): object {
  return { total: list(state, 'notifications').filter((item) => item['read'] === false).length, byCategory: {} };
}
/** Changes a notification and publishes the number of unread ones. */
function changeNotification({ state, publish }: Context, change: object, id = 'n1'): Item {
  const item = Object.assign(find(state, 'notifications', id), change);
  publish('notification', { view: null, unread: unreadOf(state), isAlert: false });
  return item;
}
const notificationRoutes: Routes<State> = {
  'GET /api/notifications': ({ state }) => list(state, 'notifications').filter((item) => item['done'] === false),
  'GET /api/notifications/unread-count': ({ state }) => unreadOf(state),
  'GET /api/notifications/preferences': ({ state }) => state['preferences'],
  'PUT /api/notifications/preferences': ({ state, body }) => {
    const { types, ...rest } = body as { types?: object };
    Object.assign(record(state, 'preferences'), rest);
    Object.assign(record(state, 'preferences')['types'] as object, types);
    return state['preferences'];
  },
  'PATCH /api/notifications/*': (context) => changeNotification(context, context.body, idOf(context.path, 3)),
  'DELETE /api/notifications/*': (context) => {
    changeNotification(context, { done: true }, idOf(context.path, 3));
  },
  'PUT /api/notifications/*/mute': (context) => void changeNotification(context, { isMuted: true }),
  'DELETE /api/notifications/*/mute': (context) => void changeNotification(context, { isMuted: false }),
  'PATCH /api/connections/*': (context) => {
    changeNotification(context, { canAnswer: false, read: true });
    context.publish('connection-updated', { id: 'x1', userId: BEN.id, connectedUserId: ME.id });
    return { id: 'x1', status: 'accepted' };
  },
  'PUT /api/events/*/rsvp': (context) => {
    changeNotification(context, { canAnswer: false, read: true });
    return { status: 'going' };
  },
};
const notifications = (part: Pick<NounCase, 'name' | 'covers' | 'actions'> & Partial<NounCase>): NounCase => ({
  noun: 'notifications',
  state: () => ({
    notifications: [notification('n1'), notification('n2')],
    preferences: { types: { 'post-liked': { push: true } }, digest: 'off', digestHour: 8, muted: [] },
  }),
  routes: notificationRoutes,
  queries: () => [notificationsQuery(ALL), unreadQuery, notificationPreferencesQuery],
  useMutations: () => ({
    edit: useEditNotification(),
    remove: useRemoveNotification(),
    mute: useSetMuted(),
    connection: useAnswerConnection(),
    seat: useAnswerSeat(),
    preferences: { mutate: useNotificationPreferences().change },
    save: useEditPreferences(),
  }),
  ...part,
});

/** The cases of events and notifications. */
export const EVENT_CASES: readonly NounCase[] = [
  events({
    name: 'answers',
    covers: ['useAnswerEvent'],
    actions: [(run) => run.mutate('answer', 'going'), (run) => run.mutate('answer', 'leave')],
  }),
  events({
    name: 'edited events',
    covers: ['useEditEvent'],
    actions: [
      (run) => run.mutate('edit', { id: 'e1', version: '1', body: { title: 'One' } }),
      (run) => run.mutate('edit', { id: 'e1', version: '1', body: { title: 'Two' } }),
    ],
  }),
  events({
    name: 'calendar addresses',
    covers: ['useRenewCalendarFeed', 'useRemoveCalendarFeed'],
    actions: [(run) => run.mutate('renew'), (run) => run.mutate('drop')],
  }),
  notifications({
    name: 'changed notifications',
    covers: ['useEditNotification', 'useSetMuted'],
    actions: [
      (run) => run.mutate('edit', { view: notification('n1'), change: { read: true } }),
      (run) => run.mutate('mute', { view: notification('n1'), isMuted: true }),
    ],
  }),
  notifications({
    name: 'notifications marked as done',
    covers: ['useEditNotification', 'useRemoveNotification'],
    actions: [
      (run) => run.mutate('remove', notification('n2')),
      (run) => run.mutate('edit', { view: notification('n1'), change: { done: true } }),
    ],
    isShown: (client) => !cached(client, notificationsQuery(ALL)).includes('"n1"'),
  }),
  notifications({
    name: 'answered notifications',
    covers: ['useAnswerConnection', 'useAnswerSeat'],
    actions: [(run) => run.mutate('connection', { view: notification('n1'), status: 'accepted' })],
    isShown: (client) => cached(client, notificationsQuery(ALL)).includes('"canAnswer":false'),
  }),
  notifications({
    name: 'confirmed seats',
    covers: ['useAnswerSeat'],
    actions: [(run) => run.mutate('seat', { view: notification('n1'), status: 'accepted' })],
  }),
  notifications({
    name: 'notification settings',
    covers: ['useNotificationPreferences', 'useEditPreferences'],
    actions: [
      (run) => run.mutate('preferences', { digest: 'daily' }),
      (run) => run.mutate('preferences', { digestHour: 9 }),
    ],
  }),
];
