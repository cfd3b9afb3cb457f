/** A message that a device was told to send. Its words are its tag, so that it is known under any id. */
export interface SentMessage {
  tag: string;
  device: string;
  senderId: string;
  receiverId: string;
  /** Counts what this device sends to this receiver. */
  turn: number;
  /** What the server acknowledged it as; null before. */
  ack: { id: string; conversationId: string; conversationSeq: number } | null;
}

/** What one device heard of its person's stream, in the order it was handed on. */
export type HeardEvent =
  | {
      seq: number;
      name: 'new-message';
      messageId: string;
      tag: string;
      conversationId: string;
      conversationSeq: number;
    }
  | { seq: number; name: 'message-read'; readerId: string; conversationId: string; upToSeq: number }
  | { seq: number; name: 'other'; kind: string };

/** A read mark that the server acknowledged. */
export interface AcknowledgedRead {
  userId: string;
  peerId: string;
  upToSeq: number;
}

/** All that was seen from outside while a run lasted. */
export class Journal {
  readonly sent = new Map<string, SentMessage>();
  readonly heard = new Map<string, HeardEvent[]>();
  readonly reads: AcknowledgedRead[] = [];
  /** Sync answers that differed from what their device had heard. */
  readonly contradictions: string[] = [];
  /** Messages that the server refused for good, with its reason. */
  readonly refusals = new Map<string, string>();
  acknowledged = 0;
  /** When the last acknowledgement came, on the clock of `performance.now()`. */
  lastAckAtMs = 0;
  resets = 0;
  private readonly turns = new Map<string, number>();

  /** Notes a message to be sent and answers its tag. */
  send({ device, senderId, receiverId }: Pick<SentMessage, 'device' | 'senderId' | 'receiverId'>): string {
    const line = `${device}>${receiverId}`;
    const turn = (this.turns.get(line) ?? 0) + 1;
    this.turns.set(line, turn);
    const tag = `${line}#${turn}`;
    this.sent.set(tag, { tag, device, senderId, receiverId, turn, ack: null });
    return tag;
  }

  acknowledge(tag: string, ack: NonNullable<SentMessage['ack']>): void {
    const sent = this.sent.get(tag);
    if (!sent) throw new Error(`Nobody sent ${tag}.`);
    if (sent.ack === null) this.acknowledged += 1;
    sent.ack ??= ack;
    this.lastAckAtMs = performance.now();
  }

  hear(device: string, event: HeardEvent): void {
    const events = this.heard.get(device);
    if (events) events.push(event);
    else this.heard.set(device, [event]);
  }
}
