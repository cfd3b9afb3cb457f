import type { SyncResponse } from '#shared/api/sync.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import type { Journal } from './journal.ts';

/** Parameters of a device. */
export interface DeviceSettings {
  name: string;
  /** Address of its own proxy to the nodes. */
  url: string;
  /** Origin that it sends: the web app's. */
  origin: string;
  journal: Journal;
  /** The weakness of the control `new-id`: each attempt to send has a new id. */
  hasNewIds: boolean;
  /** Called for each push as it arrives. */
  onPush?: (name: string, payload: unknown) => void;
  /** Called for each event of the user log, in the order of delivery. */
  onMessage: (message: { senderId: string; receiverId: string; conversationSeq: number }) => void;
}

/** One device of a user, built from the code of the client: API client, send queue, live link and stream sequencer. */
export interface Device {
  readonly name: string;
  readonly userId: string;
  /** Sequence number at the start of its session. */
  readonly startedAt: number;
  /** Sequence number of the last delivered event. */
  readonly cursor: number;
  /** Time of the last `hello`, on the clock of `performance.now()`; undefined while the live link is closed. */
  readonly liveSinceMs: number | undefined;
  /** Messages without an acknowledgement. */
  readonly waiting: number;
  register(account: Account): Promise<void>;
  signIn(account: Account): Promise<void>;
  connect(): void;
  write(receiverId: string): void;
  read(peerId: string, upToSeq: number): Promise<void>;
  sync(since: number): Promise<SyncResponse>;
  /** Sends an intent; UNAVAILABLE without a live link or an acknowledgement. */
  emit(name: string, payload: object): Promise<Ack>;
  /** Crashes, then restarts with what it had stored. */
  crash(): void;
  close(): void;
}

/** The member that a device belongs to. */
export interface Account {
  username: string;
  password: string;
}

/** Creates a device from the client's code, which only the client's tests may import. */
export type CreateDevice = (settings: DeviceSettings) => Device;
