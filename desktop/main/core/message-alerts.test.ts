import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageView } from '#shared/api/messages.ts';
import type { UnsentReply, UnsentTexts } from '#shared/bridge/accounts.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import { presenceOf } from './activity.ts';
import { MessageAlerts, type MessageAlert, type MessageAlertPorts, type MessageFacts } from './message-alerts.ts';

const ANA: MessageFacts = {
  name: 'Ana Silva',
  isMuted: false,
  isWanted: true,
  isRequest: false,
  hasSound: true,
  path: '/chat?with=ana',
};
const message = (conversationSeq: number, change: Partial<MessageView> = {}): MessageView =>
  ({
    id: `m${conversationSeq}`,
    conversationId: 'c1',
    conversationSeq,
    senderId: 'ana',
    receiverId: 'me',
    kind: 'text',
    content: `Text ${conversationSeq}`,
    read: false,
    fileName: null,
    fileType: null,
    deletedAt: null,
    ...change,
  }) as MessageView;

let shown: MessageAlert[];
let closed: string[];
let acks: Ack[];
let ports: { [Name in keyof MessageAlertPorts]: ReturnType<typeof vi.fn<MessageAlertPorts[Name]>> };
let alerts: MessageAlerts;
/** What is stored of the replies of each user. */
let stored: Map<string, UnsentTexts>;

beforeEach(() => {
  [shown, closed, acks, stored] = [[], [], [], new Map()];
  let ids = 0;
  ports = {
    isInFront: vi.fn(() => false),
    isDoNotDisturb: vi.fn(() => false),
    preview: vi.fn(() => 'full' as const),
    load: vi.fn(async () => ANA),
    show: vi.fn((alert) => void shown.push(alert)),
    close: vi.fn((id) => void closed.push(id)),
    openPath: vi.fn(),
    send: vi.fn(async () => acks.shift() ?? ({ ok: true } as Ack)),
    markRead: vi.fn(async () => undefined),
    showRefused: vi.fn(),
    now: vi.fn(() => new Date('2026-11-23T10:00:00Z')),
    userId: vi.fn(() => 'me'),
    storeReplies: vi.fn((userId, replies) => void stored.set(userId, replies)),
    newId: vi.fn(() => `id-${(ids += 1)}`),
  };
  alerts = new MessageAlerts(ports);
});

describe('an alert', () => {
  it('is one per conversation, counts its messages and disappears when they are read', async () => {
    await alerts.onMessage(message(1));
    await alerts.onMessage(message(2));
    await alerts.onMessage(message(2));
    expect(shown.map(({ title, body, isSilent }) => [title, body, isSilent])).toEqual([
      ['Ana Silva', 'Text 1', false],
      ['Ana Silva (2 new messages)', 'Text 2', false],
      ['Ana Silva (2 new messages)', 'Text 2', false],
    ]);
    alerts.onRead('c1', 1);
    expect(shown.at(-1)).toMatchObject({ title: 'Ana Silva', body: 'Text 2', isSilent: true });
    alerts.onRead('c1', 2);
    expect(closed).toEqual(['c1']);
  });

  it.each<[string, Partial<MessageView>, Partial<MessageFacts>, () => void]>([
    ['a message that is read', { read: true }, {}, () => undefined],
    ['a deleted one', { deletedAt: '2026-11-23T10:00:00Z' }, {}, () => undefined],
    ['the row of a call', { kind: 'call' }, {}, () => undefined],
    ['a deleted account', { senderId: null }, {}, () => undefined],
    ['a muted conversation', {}, { isMuted: true }, () => undefined],
    ['quiet hours and switches that are off', {}, { isWanted: false }, () => undefined],
    ['a focused window', {}, {}, () => ports.isInFront.mockReturnValue(true)],
    ['do not disturb', {}, {}, () => ports.isDoNotDisturb.mockReturnValue(true)],
    ['facts that cannot be loaded', {}, {}, () => ports.load.mockResolvedValue(null)],
    ['a message read on another device', {}, {}, () => alerts.onRead('c1', 1)],
  ])('is not shown for %s', async (_case, change, facts, prepare) => {
    ports.load.mockResolvedValue({ ...ANA, ...facts });
    prepare();
    await alerts.onMessage(message(1, change));
    expect(shown).toEqual([]);
  });

  it('is not shown when the message is read, or someone else signs in, while the facts are loaded', async () => {
    let give: (facts: MessageFacts) => void = () => undefined;
    ports.load.mockImplementation(() => new Promise((resolve) => (give = resolve)));
    const first = alerts.onMessage(message(1));
    alerts.onRead('c1', 1);
    give(ANA);
    await first;
    const second = alerts.onMessage(message(2));
    alerts.clear();
    give(ANA);
    await second;
    expect(shown).toEqual([]);
  });

  it.each<[MessageAlertPorts['preview'] extends () => infer Kind ? Kind : never, Partial<MessageFacts>, object]>([
    ['full', {}, { title: 'Ana Silva', body: 'Text 1', canReply: true }],
    ['sender', {}, { title: 'Ana Silva', body: 'New message', canReply: true }],
    ['none', {}, { title: 'Lyceum', body: 'New message', canReply: false }],
    [
      'full',
      { isRequest: true },
      { title: 'Message request', body: 'Ana Silva wants to message you', canReply: false },
    ],
    ['none', { isRequest: true }, { title: 'Lyceum', body: 'New message', canReply: false }],
  ])('shows with the preview %s %j: %j', async (preview, facts, expected) => {
    ports.preview.mockReturnValue(preview);
    ports.load.mockResolvedValue({ ...ANA, ...facts });
    await alerts.onMessage(message(1));
    expect(shown[0]).toMatchObject(expected);
  });

  it.each([
    ['an image', { content: '', fileName: 'a.png', fileType: 'image/png' }, 'Image'],
    ['a file', { content: '', fileName: 'a.pdf', fileType: 'application/pdf' }, 'a.pdf'],
    ['several lines', { content: 'one\n\n  two ' }, 'one two'],
    ['a long text', { content: '🙂'.repeat(300) }, `${'🙂'.repeat(199)}…`],
  ])('of %s shows its start', async (_case, change, body) => {
    await alerts.onMessage(message(1, change));
    expect(shown[0]?.body).toBe(body);
  });

  it('follows edits, and disappears with a deleted message', async () => {
    await alerts.onMessage(message(1));
    alerts.onChanged(message(1, { content: 'Corrected' }));
    expect(shown.at(-1)).toMatchObject({ body: 'Corrected', isSilent: true });
    alerts.onChanged(message(9));
    alerts.onChanged(message(1, { deletedAt: '2026-11-23T10:00:00Z' }));
    expect([shown.length, closed]).toEqual([2, ['c1']]);
  });

  it('opens its conversation once', async () => {
    await alerts.onMessage(message(1));
    alerts.open('c1');
    alerts.open('c1');
    expect(ports.openPath.mock.calls).toEqual([['/chat?with=ana']]);
  });
});

describe('a reply', () => {
  beforeEach(() => alerts.onMessage(message(4)));

  it('is sent once, and the conversation is then read', async () => {
    alerts.reply('c1', ' Yes, at ten. ');
    alerts.reply('c1', 'again');
    await vi.waitFor(() => expect(ports.markRead).toHaveBeenCalledExactlyOnceWith('ana', 4));
    expect(ports.send.mock.calls).toEqual([['ana', { clientId: 'id-1', content: 'Yes, at ten.' }]]);
    expect(closed).toEqual(['c1']);
  });

  it('is sent again with the same id until the server acknowledges it, in order', async () => {
    acks = [{ ok: false, code: 'UNAVAILABLE' }];
    alerts.reply('c1', 'one');
    await vi.waitFor(() => expect(acks).toEqual([]));
    await alerts.onMessage(message(5));
    acks = [{ ok: false, code: 'RATE_LIMITED' }];
    alerts.reply('c1', 'two');
    await vi.waitFor(() => expect(acks).toEqual([]));
    expect(alerts.unsent).toBe(2);
    await alerts.flush();
    expect(ports.send.mock.calls.map(([, { clientId, content }]) => `${clientId} ${content}`)).toEqual([
      'id-1 one',
      'id-1 one',
      'id-1 one',
      'id-2 two',
    ]);
    expect(alerts.unsent).toBe(0);
  });

  it('that is refused is reported and not repeated', async () => {
    acks = [{ ok: false, code: 'FORBIDDEN' }];
    alerts.reply('c1', 'one');
    await vi.waitFor(() => expect(ports.showRefused).toHaveBeenCalledExactlyOnceWith('c1', ANA));
    expect([alerts.unsent, ports.markRead.mock.calls]).toEqual([0, []]);
  });

  it('without text opens the conversation', () => {
    alerts.reply('c1', '  ');
    expect([ports.openPath.mock.calls, ports.send.mock.calls]).toEqual([[['/chat?with=ana']], []]);
  });

  it('is stored as a message of the page until the server acknowledges it', async () => {
    acks = [{ ok: false, code: 'UNAVAILABLE' }];
    alerts.reply('c1', 'one');
    await vi.waitFor(() => expect(acks).toEqual([]));
    const texts = Object.entries(stored.get('me') ?? {});
    expect(texts.map(([key, text]) => [key, JSON.parse(text) as UnsentReply])).toEqual([
      [
        'unsent:me:id-1',
        {
          input: { receiverId: 'ana', clientId: 'id-1', content: 'one' },
          quote: null,
          createdAt: '2026-11-23T10:00:00.000Z',
        },
      ],
    ]);
    await alerts.flush();
    expect(stored.get('me')).toEqual({});
  });

  it('waits while another account is shown, whose user never sends it', async () => {
    acks = [{ ok: false, code: 'UNAVAILABLE' }];
    alerts.reply('c1', 'one');
    await vi.waitFor(() => expect(acks).toEqual([]));
    await alerts.onMessage(message(5));
    alerts.clear();
    ports.userId.mockReturnValue('ben');
    await alerts.flush();
    expect([ports.send.mock.calls.length, closed]).toEqual([1, ['c1', 'c1']]);
    ports.userId.mockReturnValue('me');
    await alerts.flush();
    expect([alerts.unsent, ports.send.mock.calls.length, stored.get('me')]).toEqual([0, 2, {}]);
  });

  it.each(['forget', 'forgetAll'] as const)('is removed at sign-out (%s)', async (name) => {
    acks = [{ ok: false, code: 'UNAVAILABLE' }];
    alerts.reply('c1', 'one');
    await vi.waitFor(() => expect(acks).toEqual([]));
    alerts.clear();
    alerts[name]('me');
    await alerts.flush();
    expect([alerts.unsent, ports.send.mock.calls.length, stored.get('me')]).toEqual([0, 1, {}]);
  });

  it('is not accepted after sign-out', () => {
    ports.userId.mockReturnValue(null);
    alerts.reply('c1', 'one');
    expect(alerts.unsent).toBe(0);
  });
});

describe('presence at this computer', () => {
  it.each([
    ['in use', { idleMs: 0, isLocked: false, isInFront: true }, 'online'],
    ['without input for nearly a minute', { idleMs: 59_999, isLocked: false, isInFront: true }, 'online'],
    ['without input for a minute', { idleMs: 60_000, isLocked: false, isInFront: true }, 'idle'],
    ['in use in another program', { idleMs: 0, isLocked: false, isInFront: false }, 'idle'],
    ['without input for nearly five minutes', { idleMs: 299_999, isLocked: false, isInFront: false }, 'idle'],
    ['without input for five minutes', { idleMs: 300_000, isLocked: false, isInFront: true }, 'away'],
    ['locked', { idleMs: 0, isLocked: true, isInFront: true }, 'away'],
  ] as const)('%s', (_case, activity, state) => expect(presenceOf(activity)).toBe(state));
});
