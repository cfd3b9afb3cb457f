/** A message that a device should send. Its content is its tag, so that it is recognised under any id. */
export interface SentMessage {
  tag: string;
  device: string;
  senderId: string;
  receiverId: string;
  /** Number of this message among those from this device to this receiver. */
  turn: number;
  /** The server's acknowledgement; null until it arrives. */
  ack: { id: string; conversationId: string; conversationSeq: number } | null;
}

/** An event of the user log that a device received. */
export type ReceivedEvent =
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

/** Records what happened outside the servers during a run. */
export class Journal {
  readonly sent = new Map<string, SentMessage>();
  readonly received = new Map<string, ReceivedEvent[]>();
  readonly reads: AcknowledgedRead[] = [];
  /** Sync responses that differed from what their device had received. */
  readonly contradictions: string[] = [];
  /** Messages that the server refused permanently, with the reason. */
  readonly refusals = new Map<string, string>();
  acknowledged = 0;
  /** Time of the last acknowledgement, on the clock of `performance.now()`. */
  lastAckAtMs = 0;
  resets = 0;
  private readonly turns = new Map<string, number>();

  /** Records a message to send and returns its tag. */
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
    if (!sent) throw new Error(`No device sent ${tag}.`);
    if (sent.ack === null) this.acknowledged += 1;
    sent.ack ??= ack;
    this.lastAckAtMs = performance.now();
  }

  receive(device: string, event: ReceivedEvent): void {
    const events = this.received.get(device);
    if (events) events.push(event);
    else this.received.set(device, [event]);
  }
}
