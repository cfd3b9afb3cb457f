import type { SyncAnswer } from '#shared/api/sync.ts';
import type { Journal } from './journal.ts';

/** What a device is made with. */
export interface DeviceSettings {
  name: string;
  /** Its own way to the nodes. */
  url: string;
  /** The web app's origin, which it says it comes from. */
  origin: string;
  journal: Journal;
  /** The weakness of the control `new-id`: every attempt to send gets a new id. */
  hasNewIds: boolean;
  /** Hears each event of the stream as it is handed on. */
  onMessage: (message: { senderId: string; receiverId: string; conversationSeq: number }) => void;
}

/** One device of a person, made of the client's own code: requests, outbox, live link, and the gate of the stream. */
export interface Device {
  readonly name: string;
  readonly userId: string;
  /** Where its session began in the stream. */
  readonly startedAt: number;
  /** Place of the last event it was handed. */
  readonly cursor: number;
  /** When it was greeted last, on the clock of `performance.now()`; undefined while its live link is not open. */
  readonly liveSinceMs: number | undefined;
  /** Messages that wait to be acknowledged. */
  readonly waiting: number;
  register(account: Account): Promise<void>;
  signIn(account: Account): Promise<void>;
  connect(): void;
  write(receiverId: string): void;
  read(peerId: string, upToSeq: number): Promise<void>;
  sync(since: number): Promise<SyncAnswer>;
  /** Ends as a crash does, and comes back with what it had kept. */
  crash(): void;
  close(): void;
}

/** Who a device belongs to. */
export interface Account {
  username: string;
  password: string;
}

/** Makes a device. It is made of the client's code, which only the client's tests may import. */
export type CreateDevice = (settings: DeviceSettings) => Device;
