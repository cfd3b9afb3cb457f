import type { Random } from '../random.ts';
import type { MemberClient } from './client.ts';
import type { Ledger } from './ledger.ts';

/** A post that writers refer to. */
export interface KnownPost {
  id: string;
  ownerId: string;
  /** Its owner has started to delete it, so that other writes to it may be refused. */
  isEnding: boolean;
}

/** A published item with its lessons. */
export interface KnownItem {
  id: string;
  ownerId: string;
  lessonIds: readonly string[];
}

/** The records that all writers use. */
export interface SharedRecords {
  posts: KnownPost[];
  /** Events with fewer seats than members. */
  eventIds: readonly string[];
  /** Free items whose learners are all members, free items that one can leave, and items that are sold. */
  classes: readonly KnownItem[];
  items: readonly KnownItem[];
  sold: readonly KnownItem[];
  /** Running advertisements. */
  advertisements: readonly { id: string; ownerId: string }[];
}

/** One member who writes. */
export interface Writer {
  client: MemberClient;
  chance: Random;
  shared: SharedRecords;
  ledger: Ledger;
  /** A member without a device, whose answers this writer gives; some writers have one. */
  neighbour: MemberClient | null;
  /** Members without a device, to whom requests are sent. */
  addressees: readonly MemberClient[];
  own: OwnRecords;
}

/** Records of one writer, which no other one changes. */
interface OwnRecords {
  posts: KnownPost[];
  comments: { id: string; post: KnownPost }[];
  eventIds: string[];
  /** Items that the writer has, without the classes. */
  items: Map<string, KnownItem>;
  /** State of the connection with each addressee. */
  connections: Map<
    string,
    { id: string; status: 'pending' | 'accepted' | 'rejected' | 'withdrawn'; requesterId: string }
  >;
  /** Files that can be attached to a post. */
  imageIds: string[];
  turn: number;
}

/** Carries out one write, or none when the writer lacks what it needs. */
export type Action = (writer: Writer) => Promise<void>;

/** Returns a text that no other write has. */
export function tagOf({ client, own }: Writer, what: string): string {
  own.turn += 1;
  return `${what} ${own.turn} of ${client.name}`;
}

/** Returns a random item; undefined from an empty list. */
export function pickFrom<T>(chance: Random, items: readonly T[]): T | undefined {
  return items.length > 0 ? chance.pick(items) : undefined;
}
