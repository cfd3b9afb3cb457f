import { io } from 'socket.io-client';
import { authEndpoints, currentUserEndpoints, type CurrentUser } from '#shared/api/auth.ts';
import type { Endpoint, InputOf, OutputOf } from '#shared/api/endpoint.ts';
import { messageEndpoints, type MessageView, type SendMessageInput } from '#shared/api/messages.ts';
import { syncEndpoints, type SyncResponse } from '#shared/api/sync.ts';
import { RECONNECT_LIMITS } from '#shared/limits.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import { LiveSession, SOCKET_OPTIONS } from '#shared/realtime/live-session.ts';
import type { Account, CreateDevice, Device, DeviceSettings } from '../../tools/faults/device.ts';
import type { ReceivedEvent } from '../../tools/faults/journal.ts';
import { SendQueue, type UnsentMessage, type UnsentStore } from '../renderer/features/messages/session/send-queue.ts';
import { createApiClient, type ApiClient } from '../renderer/lib/http/api-client.ts';
import { pathOf } from '../renderer/lib/http/api.ts';
import { systemClock } from '../renderer/lib/http/clock.ts';
import type { HttpTransport, TransportRequest } from '../renderer/lib/http/http-transport.ts';
import { StreamSequencer, type NumberedPush } from '#shared/realtime/stream-sequencer.ts';

const ASK_AGAIN_MS = 5_000;

/**
 * The client of `npm run faults`: the renderer's API client, send queue, live session and stream sequencer, with a
 * cookie jar instead of a browser.
 */
export const createDevice: CreateDevice = (settings) => new ClientDevice(settings);

class ClientDevice implements Device {
  readonly name: string;
  userId = '';
  startedAt = 0;
  cursor = 0;
  liveSinceMs: number | undefined;
  private readonly settings: DeviceSettings;
  private readonly cookies = new Map<string, string>();
  private readonly api: ApiClient;
  /** What would be kept in localStorage. */
  private readonly unsent = new Map<string, UnsentMessage>();
  private sendQueue: SendQueue;
  private session: LiveSession | undefined;
  private gate: StreamSequencer;

  constructor(settings: DeviceSettings) {
    this.settings = settings;
    this.name = settings.name;
    this.api = createApiClient({ transport: this.createTransport(), clock: systemClock });
    this.sendQueue = this.createOutbox();
    this.gate = this.createGate();
  }

  get waiting(): number {
    return this.sendQueue.list().length;
  }

  async register({ username, password }: Account): Promise<void> {
    const body = {
      username,
      password,
      confirmPassword: password,
      email: `${username}@example.org`,
      fullName: username,
      role: 'teacher' as const,
    };
    await this.call(authEndpoints.register, { body });
    await this.begin();
  }

  async signIn({ username, password }: Account): Promise<void> {
    await this.call(authEndpoints.login, { body: { username, password } });
    await this.begin();
  }

  connect(): void {
    const { gate } = this;
    const open = async () => {
      const headers = { cookie: this.cookie(), origin: this.settings.origin };
      // Connections to the nodes are not sticky, so polling cannot work.
      return io(this.settings.url, {
        ...SOCKET_OPTIONS,
        transports: ['websocket'],
        forceNew: true,
        extraHeaders: headers,
      });
    };
    const session = new LiveSession(
      { open, supervise },
      {
        onStatus: (status) => {
          if (status !== 'live') this.liveSinceMs = undefined;
          else this.sendQueue.flush();
        },
        onPush: (name, payload) => {
          if (name === 'hello') {
            this.liveSinceMs = performance.now();
            gate.handleHello((payload as { cursor: number }).cursor);
          }
          if (isNumbered(payload)) gate.handle(name, payload);
          this.settings.onPush?.(name, payload);
        },
        onReconnected: () => undefined,
        onEnded: () => this.settings.journal.contradictions.push(`${this.name} was signed out`),
      },
    );
    this.session = session;
    session.connect(this.userId);
  }

  write(receiverId: string): void {
    const { journal } = this.settings;
    const content = journal.send({ device: this.name, senderId: this.userId, receiverId });
    this.sendQueue.add({
      input: { receiverId, clientId: crypto.randomUUID(), content },
      quote: null,
      createdAt: new Date().toISOString(),
    });
  }

  async read(peerId: string, upToSeq: number): Promise<void> {
    await this.call(messageEndpoints.readMessages, { params: { userId: peerId }, body: { upToSeq } });
    this.settings.journal.reads.push({ userId: this.userId, peerId, upToSeq });
  }

  async emit(name: string, payload: object): Promise<Ack> {
    return (await this.session?.emit(name, payload)) ?? { ok: false, code: 'UNAVAILABLE' };
  }

  sync(since: number): Promise<SyncResponse> {
    return this.call(syncEndpoints.listMissed, { query: { since } });
  }

  crash(): void {
    this.session?.disconnect();
    this.liveSinceMs = undefined;
    this.sendQueue = this.createOutbox();
    this.gate = this.createGate();
    this.gate.begin(this.cursor);
    this.connect();
    this.sendQueue.flush();
  }

  close(): void {
    this.session?.disconnect();
  }

  private async begin(): Promise<void> {
    this.api.csrf.clear();
    const user: CurrentUser = await this.call(currentUserEndpoints.getCurrentUser, {});
    this.userId = user.id;
    this.startedAt = user.userLogCursor ?? 0;
    this.cursor = this.startedAt;
    this.gate.begin(this.startedAt);
  }

  private async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
    return (
      await this.api.request<OutputOf<E>>({ method: endpoint.method, path: pathOf(endpoint, input), body: input.body })
    ).data;
  }

  private createOutbox(): SendQueue {
    const store: UnsentStore = {
      load: () => [...this.unsent.values()],
      save: (message) => void this.unsent.set(message.input.clientId, message),
      remove: (clientId) => void this.unsent.delete(clientId),
    };
    const sendQueue: SendQueue = new SendQueue({
      send: (input) => this.send(sendQueue, input),
      onSent: () => undefined,
      onChange: (items) => {
        for (const { input, problem } of items)
          if (problem !== undefined) this.settings.journal.refusals.set(input.content, problem);
      },
      wait: (run, ms) => setTimeout(run, ms),
      store,
    });
    return sendQueue;
  }

  private async send(sendQueue: SendQueue, input: SendMessageInput): Promise<MessageView> {
    // A crashed page sends nothing more; requests already sent continue.
    if (sendQueue !== this.sendQueue) return new Promise(() => undefined);
    const message = await this.call(messageEndpoints.sendMessage, { body: input });
    this.settings.journal.acknowledge(message.content, message);
    return message;
  }

  private createGate(): StreamSequencer {
    const gate: StreamSequencer = new StreamSequencer({
      fetchMissed: (since) => this.sync(since),
      deliver: (name, push) => {
        if (gate === this.gate) this.take(name, push);
      },
      wait: (run) => setTimeout(run, ASK_AGAIN_MS),
      onReset: () => (this.settings.journal.resets += 1),
    });
    return gate;
  }

  private take(name: string, push: NumberedPush): void {
    this.cursor = push.seq;
    const event = readEvent(name, push);
    this.settings.journal.receive(this.name, event);
    if (event.name !== 'new-message') return;
    const message = push as unknown as MessageView;
    const { clientId, senderId, receiverId, conversationSeq } = message;
    // The push of an own message also acknowledges it, in case the response was lost.
    if (this.sendQueue.list().some(({ input }) => input.clientId === clientId))
      this.settings.journal.acknowledge(event.tag, message);
    this.sendQueue.discard(clientId);
    if (senderId !== null && receiverId !== null) this.settings.onMessage({ senderId, receiverId, conversationSeq });
  }

  private cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private createTransport(): HttpTransport {
    return {
      send: async (request) => {
        const { method, path, headers, body, signal } = this.settings.hasNewIds ? withNewId(request) : request;
        const response = await fetch(this.settings.url + path, {
          method,
          headers: { ...headers, cookie: this.cookie(), origin: this.settings.origin },
          ...(body !== undefined && { body }),
          ...(signal && { signal }),
        });
        for (const line of response.headers.getSetCookie()) {
          const pair = line.split(';')[0] ?? '';
          this.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        return response;
      },
      upload: () => Promise.reject(new TypeError('devices of the faults send no files')),
    };
  }
}

/** Starts a new burst every 30 s, as a page in the background does. */
function supervise(again: () => void): () => void {
  const timer = setInterval(again, RECONNECT_LIMITS.newBurstEveryMs);
  return () => clearInterval(timer);
}

function withNewId(request: TransportRequest): TransportRequest {
  if (request.method !== 'POST' || request.path !== messageEndpoints.sendMessage.path || request.body === undefined)
    return request;
  const body = JSON.stringify({ ...(JSON.parse(request.body) as object), clientId: crypto.randomUUID() });
  return { ...request, body, headers: { ...request.headers, 'Idempotency-Key': crypto.randomUUID() } };
}

function isNumbered(payload: unknown): payload is NumberedPush {
  return typeof payload === 'object' && payload !== null && 'seq' in payload && typeof payload.seq === 'number';
}

function readEvent(name: string, push: NumberedPush): ReceivedEvent {
  const { seq } = push;
  if (name === 'new-message') {
    const { id, content, conversationId, conversationSeq } = push as unknown as MessageView;
    return { seq, name, messageId: id, tag: content, conversationId, conversationSeq };
  }
  if (name === 'message-read') {
    const { readerId, conversationId, upToSeq } = push as unknown as {
      readerId: string;
      conversationId: string;
      upToSeq: number;
    };
    return { seq, name, readerId, conversationId, upToSeq };
  }
  return { seq, name: 'other', kind: name };
}
