import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageView, SendMessageInput } from '#shared/api/messages.ts';
import type { UnsentReply } from '#shared/bridge/accounts.ts';
import { ApiError, NetworkError } from '../../../lib/http/errors.ts';
import { FILE_LOST, SendQueue, type SendQueuePorts, type UnsentMessage } from './send-queue.ts';

let stored: Map<string, UnsentMessage>;
let responses: (Error | 'ok')[];
let sent: string[];
let arrived: string[];
let later: (() => void)[];
let ports: SendQueuePorts;

beforeEach(() => {
  [stored, responses, sent, arrived, later] = [new Map(), [], [], [], []];
  ports = {
    send: (input: SendMessageInput) => {
      sent.push(`${input.receiverId} ${input.content ?? ''}`);
      const response = responses.shift() ?? 'ok';
      return response === 'ok'
        ? Promise.resolve({ clientId: input.clientId } as MessageView)
        : Promise.reject(response);
    },
    onSent: ({ clientId }) => arrived.push(clientId),
    wait: (run) => later.push(run),
    store: {
      load: () => [...stored.values()],
      save: (message) => stored.set(message.input.clientId, message),
      remove: (clientId) => stored.delete(clientId),
    },
  };
});

const unsent = (clientId: string, receiverId = 'ben') => ({
  input: { clientId, receiverId, content: clientId },
  quote: null,
  createdAt: '2026-03-01T10:00:00Z',
});

it('waits for half to the whole of a time that doubles, since an outage begins at the same time on all devices', async () => {
  const waits: number[] = [];
  const random = vi.spyOn(Math, 'random');
  for (const value of [0, 0.5, 1 - Number.EPSILON]) {
    random.mockReturnValue(value);
    const runs: (() => void)[] = [];
    responses = [new NetworkError(), new NetworkError()];
    const wait = (run: () => void, ms: number): void => void (runs.push(run), waits.push(Math.round(ms)));
    new SendQueue({ ...ports, wait }).add(unsent(String(value)));
    await vi.waitFor(() => expect(runs).toHaveLength(1));
    runs[0]?.();
    await vi.waitFor(() => expect(runs).toHaveLength(2));
  }
  random.mockRestore();
  expect(waits).toEqual([1_000, 2_000, 1_500, 3_000, 2_000, 4_000]);
});

it('sends messages to one receiver in order, and to two receivers in parallel', async () => {
  const sendQueue = new SendQueue(ports);
  sendQueue.add(unsent('1'));
  sendQueue.add(unsent('2'));
  sendQueue.add(unsent('3', 'cat'));
  expect(sent).toEqual(['ben 1', 'cat 3']);
  await vi.waitFor(() => expect(arrived.toSorted()).toEqual(['1', '2', '3']));
  expect(sendQueue.list()).toEqual([]);
  expect(stored.size).toBe(0);
});

it('sends a reply that the desktop client has stored from a notification', async () => {
  const reply: UnsentReply = unsent('1');
  stored.set('1', reply);
  new SendQueue(ports).flush();
  await vi.waitFor(() => expect(arrived).toEqual(['1']));
  expect(stored.size).toBe(0);
});

it('stores a message across a restart after a network failure and sends it again with the same id', async () => {
  responses = [new NetworkError()];
  new SendQueue(ports).add(unsent('1'));
  await vi.waitFor(() => expect(later).toHaveLength(1));
  const restarted = new SendQueue(ports);
  expect(restarted.list()).toMatchObject([{ input: { clientId: '1' } }]);
  restarted.flush();
  await vi.waitFor(() => expect(arrived).toEqual(['1']));
  expect(restarted.list()).toEqual([]);
});

it('sends in order again after an outage', async () => {
  responses = [new ApiError('away', 503)];
  const sendQueue = new SendQueue(ports);
  sendQueue.add(unsent('1'));
  sendQueue.add(unsent('2'));
  await vi.waitFor(() => expect(later).toHaveLength(1));
  expect(sent).toEqual(['ben 1']);
  later[0]?.();
  await vi.waitFor(() => expect(arrived).toEqual(['1', '2']));
});

it('sends a message again after an invalid security token', async () => {
  responses = [new ApiError('Your security token has expired. Please try again.', 403, { code: 'CSRF_INVALID' })];
  const sendQueue = new SendQueue(ports);
  sendQueue.add(unsent('1'));
  await vi.waitFor(() => expect(later).toHaveLength(1));
  expect(sendQueue.list()).not.toMatchObject([{ problem: expect.anything() }]);
  later[0]?.();
  await vi.waitFor(() => expect(arrived).toEqual(['1']));
});

it('stores a refused message with the reason until it is sent again or discarded', async () => {
  responses = [new ApiError('Not to them', 403, { code: 'NOT_ALLOWED' })];
  const sendQueue = new SendQueue(ports);
  sendQueue.add(unsent('1'));
  sendQueue.add(unsent('2'));
  await vi.waitFor(() => expect(arrived).toEqual(['2']));
  expect(sendQueue.list()).toMatchObject([{ input: { clientId: '1' }, problem: 'Not to them' }]);
  sendQueue.retry('1');
  await vi.waitFor(() => expect(arrived).toEqual(['2', '1']));
});

it('stores the messages of two windows without overwriting', async () => {
  responses = [new NetworkError(), new NetworkError()];
  const [one, two] = [new SendQueue(ports), new SendQueue(ports)];
  one.add(unsent('1'));
  two.add(unsent('2', 'cat'));
  await vi.waitFor(() => expect(later).toHaveLength(2));
  expect(new SendQueue(ports).list().map(({ input }) => input.clientId)).toEqual(['1', '2']);
});

describe('a message with a file', () => {
  const withFile = (clientId: string, content = '') => ({
    ...unsent(clientId),
    input: { clientId, receiverId: 'ben', content },
    file: { name: `${clientId}.pdf`, type: 'application/pdf', size: 9 },
  });

  it('is sent after its upload; a text is sent before it, the next file after it', async () => {
    const sendQueue = new SendQueue(ports);
    sendQueue.add(withFile('f1', 'with words'), withFile('f2'), unsent('later'));
    await vi.waitFor(() => expect(arrived).toEqual(['later']));
    sendQueue.attach('f2', 'two');
    expect(sent).toEqual(['ben later']);
    sendQueue.attach('f1', 'one');
    await vi.waitFor(() => expect(arrived).toEqual(['later', 'f1', 'f2']));
    expect(sent).toEqual(['ben later', 'ben with words', 'ben ']);
  });

  it('sends its text alone when the file is refused, and stores the file with the reason', async () => {
    const sendQueue = new SendQueue(ports);
    sendQueue.add(withFile('f1', 'with words'), withFile('f2'));
    sendQueue.attach('f2', 'two');
    sendQueue.refuseFile('f1', 'This is no PDF');
    await vi.waitFor(() => expect(sent).toEqual(['ben with words', 'ben ']));
    await vi.waitFor(() =>
      expect(sendQueue.list()).toMatchObject([{ input: { clientId: 'f1', content: '' }, problem: 'This is no PDF' }]),
    );
    sendQueue.attach('f1', 'one');
    await vi.waitFor(() => expect(sendQueue.list()).toEqual([]));
    expect(stored.size).toBe(0);
  });

  it('sends its text alone when the file is removed, and nothing without text', async () => {
    const sendQueue = new SendQueue(ports);
    sendQueue.add(withFile('f1', 'with words'), withFile('f2'));
    sendQueue.dropFile('f1');
    sendQueue.dropFile('f2');
    await vi.waitFor(() => expect(sent).toEqual(['ben with words']));
    expect(sendQueue.list().map(({ file }) => file)).toEqual([]);
  });

  it('requires its file again after a restart, unless it is uploaded', async () => {
    const sendQueue = new SendQueue(ports);
    sendQueue.add(withFile('f1', 'with words'), withFile('f2'));
    sendQueue.attach('f2', 'two');
    const restarted = new SendQueue(ports);
    restarted.flush();
    expect(restarted.list()[0]).toMatchObject({ problem: FILE_LOST });
    await vi.waitFor(() => expect(arrived).toEqual(['f2']));
    restarted.attach('f1', 'one');
    await vi.waitFor(() => expect(arrived).toEqual(['f2', 'f1']));
  });
});
