import { randomUUID } from 'node:crypto';
import type { Member } from './fanout-changes.ts';

/** Ids of records that every member may read. */
export interface DayRecords {
  postIds: string[];
  courseIds: string[];
}

/** What members do on a school day, and how often of 100 actions. A twentieth makes others receive a push. */
const SHARES = {
  feed: 20,
  thread: 12,
  send: 10,
  conversations: 9,
  like: 8,
  comments: 5,
  comment: 4,
  'mark as read': 6,
  notifications: 6,
  counts: 6,
  search: 3,
  'search suggestions': 3,
  'connection suggestions': 2,
  catalogue: 2,
  profile: 2,
  item: 1,
  post: 1,
} as const;

/** Name of an action. */
export type ActionName = keyof typeof SHARES;

/** A request of a member; `clientId` is that of a message. */
export interface Action {
  name: ActionName;
  member: Member;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object | undefined;
  clientId?: string;
}

const WORDS = ['person', 'reader', 'northfield', 'college', 'number'];

/**
 * Returns a function that makes one action after the other, the same in each run: names in their shares, members and
 * records in turn with steps that share no factor with their number. Members are in pairs that write to each other.
 */
export function createActions(members: readonly Member[], { postIds, courseIds }: DayRecords): () => Action {
  const names = Object.entries(SHARES).flatMap(([name, share]) => Array<ActionName>(share).fill(name as ActionName));
  let number = 0;
  const pick = <Item>(list: readonly Item[], step: number): Item => {
    const item = list[(number * step) % list.length];
    if (item === undefined) throw new Error('the bench has no records');
    return item;
  };
  return () => {
    number += 1;
    const name = pick(names, 37);
    const at = (number * 7_919) % members.length;
    const [member, peer] = [members[at], members[at ^ 1]];
    if (!member || !peer) throw new Error('the bench has no members');
    const read = (path: string): Action => ({ name, member, method: 'GET', path });
    const write = (method: 'POST' | 'PUT', path: string, body?: object): Action => ({
      name,
      member,
      method,
      path,
      body,
    });
    const postId = pick(postIds, 101);
    const clientId = randomUUID();
    const actions: Record<ActionName, () => Action> = {
      feed: () => read('/api/posts?scope=network'),
      thread: () => read(`/api/messages/${peer.id}?limit=50`),
      send: () => ({
        ...write('POST', '/api/messages', { receiverId: peer.id, clientId, content: 'See you at ten.' }),
        clientId,
      }),
      conversations: () => read('/api/messages?limit=30'),
      like: () => write('PUT', `/api/posts/${postId}/like`),
      comments: () => read(`/api/comments?postId=${postId}`),
      comment: () => write('POST', '/api/comments', { postId, content: 'Well said.' }),
      'mark as read': () => write('PUT', `/api/messages/${peer.id}/read`, { upToSeq: 1 }),
      notifications: () => read('/api/notifications'),
      counts: () => read('/api/messages/unread-count'),
      search: () => read(`/api/search?q=${pick(WORDS, 3)}`),
      'search suggestions': () => read(`/api/search/suggest?q=${pick(WORDS, 3).slice(0, 4)}`),
      'connection suggestions': () => read('/api/connections/suggestions'),
      catalogue: () => read('/api/courses'),
      profile: () => read(`/api/users/${peer.id}`),
      item: () => read(`/api/courses/${pick(courseIds, 3)}`),
      post: () => write('POST', '/api/posts', { content: 'The library opens at eight tomorrow.' }),
    };
    return actions[name]();
  };
}
