import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageView, SendMessageInput } from '#shared/api/messages.ts';
import { ApiError, NetworkError } from '../../lib/errors.ts';
import { FILE_LOST, Outbox, type OutboxPorts, type UnsentMessage } from './outbox.ts';

let kept: Map<string, UnsentMessage>;
let answers: (Error | 'ok')[];
let sent: string[];
let arrived: string[];
let later: (() => void)[];
let ports: OutboxPorts;

beforeEach(() => {
  [kept, answers, sent, arrived, later] = [new Map(), [], [], [], []];
  ports = {
    send: (input: SendMessageInput) => {
      sent.push(`${input.receiverId} ${input.content ?? ''}`);
      const answer = answers.shift() ?? 'ok';
      return answer === 'ok' ? Promise.resolve({ clientId: input.clientId } as MessageView) : Promise.reject(answer);
    },
    onSent: ({ clientId }) => arrived.push(clientId),
    wait: (run) => later.push(run),
    store: {
      load: () => [...kept.values()],
      keep: (message) => kept.set(message.input.clientId, message),
      drop: (clientId) => kept.delete(clientId),
    },
  };
});

const unsent = (clientId: string, receiverId = 'ben') => ({
  input: { clientId, receiverId, content: clientId },
  quote: null,
  createdAt: '2026-03-01T10:00:00Z',
});

it('sends one after the other for a receiver, and side by side for two', async () => {
  const outbox = new Outbox(ports);
  outbox.add(unsent('1'));
  outbox.add(unsent('2'));
  outbox.add(unsent('3', 'cat'));
  expect(sent).toEqual(['ben 1', 'cat 3']);
  await vi.waitFor(() => expect(arrived.toSorted()).toEqual(['1', '2', '3']));
  expect(outbox.list()).toEqual([]);
  expect(kept.size).toBe(0);
});

it('keeps what the network swallowed over a restart and sends it again under the same id', async () => {
  answers = [new NetworkError()];
  new Outbox(ports).add(unsent('1'));
  await vi.waitFor(() => expect(later).toHaveLength(1));
  const restarted = new Outbox(ports);
  expect(restarted.list()).toMatchObject([{ input: { clientId: '1' } }]);
  restarted.flush();
  await vi.waitFor(() => expect(arrived).toEqual(['1']));
  expect(restarted.list()).toEqual([]);
});

it('waits and sends in order again after an outage', async () => {
  answers = [new ApiError('away', 503)];
  const outbox = new Outbox(ports);
  outbox.add(unsent('1'));
  outbox.add(unsent('2'));
  await vi.waitFor(() => expect(later).toHaveLength(1));
  expect(sent).toEqual(['ben 1']);
  later[0]?.();
  await vi.waitFor(() => expect(arrived).toEqual(['1', '2']));
});

it('sends again what was refused because the token had not arrived', async () => {
  answers = [new ApiError('Your security token has expired. Please try again.', 403, { code: 'CSRF_INVALID' })];
  const outbox = new Outbox(ports);
  outbox.add(unsent('1'));
  await vi.waitFor(() => expect(later).toHaveLength(1));
  expect(outbox.list()).not.toMatchObject([{ problem: expect.anything() }]);
  later[0]?.();
  await vi.waitFor(() => expect(arrived).toEqual(['1']));
});

it('keeps what the server refuses, with the reason, until it is sent again or discarded', async () => {
  answers = [new ApiError('Not to them', 403, { code: 'NOT_ALLOWED' })];
  const outbox = new Outbox(ports);
  outbox.add(unsent('1'));
  outbox.add(unsent('2'));
  await vi.waitFor(() => expect(arrived).toEqual(['2']));
  expect(outbox.list()).toMatchObject([{ input: { clientId: '1' }, problem: 'Not to them' }]);
  outbox.retry('1');
  await vi.waitFor(() => expect(arrived).toEqual(['2', '1']));
});

it('of two windows lose nothing to each other, and what both send is one message by its id', async () => {
  answers = [new NetworkError(), new NetworkError()];
  const [one, two] = [new Outbox(ports), new Outbox(ports)];
  one.add(unsent('1'));
  two.add(unsent('2', 'cat'));
  await vi.waitFor(() => expect(later).toHaveLength(2));
  expect(new Outbox(ports).list().map(({ input }) => input.clientId)).toEqual(['1', '2']);
});

describe('a message with a file', () => {
  const withFile = (clientId: string, content = '') => ({
    ...unsent(clientId),
    input: { clientId, receiverId: 'ben', content },
    file: { name: `${clientId}.pdf`, type: 'application/pdf', size: 9 },
  });

  it('waits for its bytes, which words do not wait for and the next file does', async () => {
    const outbox = new Outbox(ports);
    outbox.add(withFile('f1', 'with words'), withFile('f2'), unsent('later'));
    await vi.waitFor(() => expect(arrived).toEqual(['later']));
    outbox.attach('f2', 'two');
    expect(sent).toEqual(['ben later']);
    outbox.attach('f1', 'one');
    await vi.waitFor(() => expect(arrived).toEqual(['later', 'f1', 'f2']));
    expect(sent).toEqual(['ben later', 'ben with words', 'ben ']);
  });

  it('lets its words go alone when the file is refused, and the file stays with the reason', async () => {
    const outbox = new Outbox(ports);
    outbox.add(withFile('f1', 'with words'), withFile('f2'));
    outbox.attach('f2', 'two');
    outbox.refuseFile('f1', 'This is no PDF');
    await vi.waitFor(() => expect(sent).toEqual(['ben with words', 'ben ']));
    await vi.waitFor(() =>
      expect(outbox.list()).toMatchObject([{ input: { clientId: 'f1', content: '' }, problem: 'This is no PDF' }]),
    );
    outbox.attach('f1', 'one');
    await vi.waitFor(() => expect(outbox.list()).toEqual([]));
    expect(kept.size).toBe(0);
  });

  it('sends its words alone when the file is taken out, and nothing when there are none', async () => {
    const outbox = new Outbox(ports);
    outbox.add(withFile('f1', 'with words'), withFile('f2'));
    outbox.dropFile('f1');
    outbox.dropFile('f2');
    await vi.waitFor(() => expect(sent).toEqual(['ben with words']));
    expect(outbox.list().map(({ file }) => file)).toEqual([]);
  });

  it('asks for its file after a restart, unless the server has it', async () => {
    const outbox = new Outbox(ports);
    outbox.add(withFile('f1', 'with words'), withFile('f2'));
    outbox.attach('f2', 'two');
    const restarted = new Outbox(ports);
    restarted.flush();
    expect(restarted.list()[0]).toMatchObject({ problem: FILE_LOST });
    await vi.waitFor(() => expect(arrived).toEqual(['f2']));
    restarted.attach('f1', 'one');
    await vi.waitFor(() => expect(arrived).toEqual(['f2', 'f1']));
  });
});
