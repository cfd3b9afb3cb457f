import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { RATE_LIMITS, type LimitName } from '#shared/rate-limits.ts';
import { readEmails } from '../../backend/testing/emails.ts';
import { TestClient } from '../../backend/testing/test-client.ts';
import { uploadBySession } from '../../backend/testing/tus-client.ts';
import { Actor } from './actor.ts';
import type { Attempts } from './attempts.ts';
import type { World } from './world.ts';
import { WRONG_PASSWORD } from './recipes/call.ts';

/** How many guesses are sent: always more than the limit that must stop them. */
const TRIES = {
  account: 60,
  address: 160,
  accountAddress: 30,
  codes: 30,
  ownPassword: 130,
  tokens: 660,
  sessions: 200,
  calendars: 100,
} as const;
const RESET_SUBJECT = 'Choose a new password';
const EMAIL_TRIES = 300;
const EMAIL_WAIT_MS = 100;

/** Guesses of one kind: who sends them, and the limit that must stop them. */
interface Series {
  what: string;
  count: number;
  limit: LimitName;
  /** Sends one guess. Returns its status. */
  send: (index: number) => Promise<number>;
  /** Statuses of a guess that was evaluated, and found wrong. */
  wrong: readonly number[];
}

/** One of the loopback addresses, which a system without them all refuses to send from. */
const addressOf = (network: number, index: number): string => `127.0.${network}.${(index % 250) + 1}`;

/**
 * Guesses passwords, codes and tokens from many loopback addresses. No guess succeeds, and no more of them are
 * evaluated than the limit allows.
 */
export async function guess(world: World, attempts: Attempts): Promise<void> {
  await world.instance.useLimits('real');
  const visitor = new Actor('visitor', world.instance.url);
  await visitor.prepare();
  await guessPasswords(world, visitor, attempts);
  await guessCodes(world, attempts);
  await guessTokens(world, visitor, attempts);
  await guessLinks(world, attempts);
  await guessSessions(world, attempts);
}

/** Sends guesses one after another and compares the number of evaluated ones with the limit. */
async function guessSeries(attempts: Attempts, { what, count, limit, send, wrong }: Series): Promise<void> {
  let evaluated = 0;
  for (let index = 0; index < count; index += 1) {
    const status = await send(index);
    if (wrong.includes(status)) evaluated += 1;
    else if (status !== 429) attempts.through.add(`${what}: ${status}`);
  }
  attempts.tried += count;
  const { points } = RATE_LIMITS[limit];
  attempts.notes.push(`${what}: ${evaluated} of ${count} evaluated, at most ${points} are allowed`);
  if (evaluated > points) attempts.through.add(`${what}: ${evaluated} evaluated, ${points} allowed`);
}

async function guessPasswords({ honest, actors }: World, visitor: Actor, attempts: Attempts): Promise<void> {
  const { username = '', email = '' } = honest.user ?? {};
  const creator = actors.get('creator')?.client.user?.username ?? '';
  const login = async (name: string, from: string, headers: Record<string, string> = {}): Promise<number> => {
    const body = { username: name, password: WRONG_PASSWORD };
    return (await visitor.send({ method: 'POST', path: '/api/login', body, from, headers })).status;
  };
  await guessSeries(attempts, {
    what: 'passwords of one account from many addresses',
    count: TRIES.account,
    limit: 'failedSignInAccount',
    send: (index) => login(index % 2 === 0 ? username : email, addressOf(1, index)),
    wrong: [401],
  });
  const own = await honest.post('/api/login', { body: { username, password: honest.password } });
  attempts.record(own.status === 200 ? [] : [`guessing locks the owner out of the own browser: ${own.status}`]);
  honest.forgetToken();
  await guessSeries(attempts, {
    what: 'passwords of one account from one address that claims to be many',
    count: TRIES.accountAddress,
    limit: 'failedSignInAccountAddress',
    send: (index) => login(creator, addressOf(2, 0), { 'x-forwarded-for': `203.0.113.${index}` }),
    wrong: [401],
  });
  await guessSeries(attempts, {
    what: 'passwords of many accounts from one address',
    count: TRIES.address,
    limit: 'failedSignInAddress',
    send: (index) => login(`no.such.member.${index}`, addressOf(2, 1)),
    wrong: [401],
  });
  await guessSeries(attempts, {
    what: 'the password of a stolen session from many addresses',
    count: TRIES.ownPassword,
    limit: 'failedSignInAccountDay',
    send: async (index) => {
      const body = { password: WRONG_PASSWORD };
      const request = { method: 'POST', path: '/api/two-factor/setup', body, from: addressOf(3, index) };
      return (await actors.get('institution')?.send(request))?.status ?? 0;
    },
    wrong: [400],
  });
}

/** A member with a second factor, whose password the attacker knows. */
async function guessCodes({ instance, pool }: World, attempts: Attempts): Promise<void> {
  const owner = new TestClient(instance.url);
  const { id, username } = await owner.signUp('student');
  await pool.query('update users set email_verified_at = now() where id = $1', [id]);
  const { password } = owner;
  const { body: setup } = await owner.post('/api/two-factor/setup', { body: { password } });
  const totp = new TOTP({ secret: Secret.fromBase32(String(setup['secret'])) });
  const enabled = await owner.post('/api/two-factor/enable', { body: { code: totp.generate() } });
  attempts.record(enabled.status === 200 ? [] : [`the second factor was not tried: ${enabled.status}`]);
  const attacker = new Actor('visitor', instance.url);
  const first = await attacker.client.post('/api/login', { body: { username, password } });
  attempts.record(first.status === 202 ? [] : [`a password alone signs in beside a second factor: ${first.status}`]);
  attacker.client.forgetToken();
  await attacker.prepare();
  const kinds = {
    'codes of an app': (): string => String(Math.floor(Math.random() * 1e6)).padStart(6, '0'),
    'recovery codes': (): string => randomBytes(8).toString('hex').slice(0, 10),
  };
  for (const [what, makeCode] of Object.entries(kinds))
    await guessSeries(attempts, {
      what: `${what} from many addresses`,
      count: TRIES.codes,
      limit: 'failedCodes',
      send: async (index) => {
        const request = { method: 'POST', path: '/api/login/two-factor', body: { code: makeCode() } };
        return (await attacker.send({ ...request, from: addressOf(4, index) })).status;
      },
      wrong: [400],
    });
  await openLinkTwice({ instance }, attempts);
}

/** The link of a forgotten password: every other text is refused, and it works once. */
async function openLinkTwice({ instance }: Pick<World, 'instance'>, attempts: Attempts): Promise<void> {
  const owner = new TestClient(instance.url);
  const { email } = await owner.signUp('student');
  const visitor = new Actor('visitor', instance.url);
  await visitor.prepare();
  await visitor.send({ method: 'POST', path: '/api/password/forgot', body: { email } });
  let token: string | undefined;
  for (let tries = 0; token === undefined && tries < EMAIL_TRIES; tries += 1) {
    const written = readEmails(instance.dataDir, email).find(({ subject }) => subject === RESET_SUBJECT);
    token = written?.link.split('#token=')[1];
    await wait(EMAIL_WAIT_MS);
  }
  attempts.record(token === undefined ? ['the link of a forgotten password was not tried: no email'] : []);
  const open = async (text: string): Promise<number> => {
    const body = { token: text, password: 'another long password of mine' };
    return (await visitor.send({ method: 'POST', path: '/api/password/reset', body, from: addressOf(5, 0) })).status;
  };
  for (const other of neighboursOf(token ?? ''))
    attempts.refuse('a link with one other letter', (await open(other)) < 400);
  const [once, twice] = [await open(token ?? ''), await open(token ?? '')];
  attempts.record(once < 300 ? [] : [`the link of a forgotten password does not work: ${once}`]);
  attempts.refuse('the link of a forgotten password works twice', twice < 400);
}

/** Returns a text with each of its characters replaced in turn. */
export function neighboursOf(text: string): string[] {
  return Array.from(text, (letter, at) => `${text.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`);
}

const randomToken = (): string => randomBytes(33).toString('base64url').slice(0, 43);

async function guessTokens(_world: World, visitor: Actor, attempts: Attempts): Promise<void> {
  const password = 'another long password of mine';
  const ways = [
    ['/api/password/reset', { password }],
    ['/api/account/restore', { password }],
    ['/api/email/verify', {}],
  ] as const;
  await guessSeries(attempts, {
    what: 'links of emails from one address',
    count: TRIES.tokens,
    limit: 'anonymousAddress',
    send: async (index) => {
      const [path, fields] = ways[index % ways.length] ?? ways[0];
      const body = { token: randomToken(), ...fields };
      return (await visitor.send({ method: 'POST', path, body, from: addressOf(6, 0) })).status;
    },
    wrong: [400],
  });
  for (let index = 0; index < TRIES.calendars; index += 1) {
    const path = `/api/events/feed.ics?token=${randomToken()}`;
    const { status } = await visitor.send({ method: 'GET', path, from: addressOf(6, index + 1) });
    attempts.refuse('a guessed address of a calendar', status < 400);
  }
}

/** Changes the link to one file in every place, and uses it for a file of a victim. */
async function guessLinks({ actors, victims }: World, attempts: Attempts): Promise<void> {
  const owner = actors.get('peer');
  if (!owner) return;
  const { body: file } = await uploadBySession(owner.client, Buffer.from('0123456789\n'), { name: 'a.txt' });
  const { text } = await owner.send({ method: 'GET', path: `${String(file['url'])}/link` });
  const url = new URL((JSON.parse(text) as { url: string }).url, owner.client.url);
  const proof = url.searchParams.get('t') ?? '';
  const open = async (path: string): Promise<number> =>
    (await owner.send({ method: 'GET', path, headers: { cookie: null } })).status;
  attempts.record((await open(url.pathname + url.search)) === 200 ? [] : ['the link of a file was not tried']);
  for (const other of neighboursOf(proof))
    attempts.refuse('a changed link of a file', (await open(`${url.pathname}?t=${encodeURIComponent(other)}`)) < 400);
  for (const { ids } of victims) {
    const status = await open(`/api/files/${ids.messageFile}/open?t=${encodeURIComponent(proof)}`);
    attempts.refuse('the link of one file opens another', status < 400);
  }
}

/** Cookies that the server has not given. */
async function guessSessions({ victims, actors }: World, attempts: Attempts): Promise<void> {
  const visitor = actors.get('visitor');
  const own = /sid=([^;]+)/.exec(actors.get('creator')?.client.cookie ?? '')?.[1] ?? '';
  const { session, user } = victims[0].ids;
  const [token = '', signature = ''] = decodeURIComponent(own).replace(/^s:/, '').split('.');
  const cookies = [
    session,
    user,
    `s:${session}`,
    `s:${session}.${signature}`,
    `s:${randomToken()}.${signature}`,
    `s:${token}`,
    `s:${token}.`,
    token,
    `j:${JSON.stringify({ passport: { user } })}`,
    ...neighboursOf(signature).map((other) => `s:${token}.${other}`),
    ...neighboursOf(token).map((other) => `s:${other}.${signature}`),
    ...Array.from({ length: TRIES.sessions }, () => `s:${randomToken()}.${randomToken()}`),
    randomUUID(),
  ];
  for (const [index, cookie] of cookies.entries()) {
    const headers = { cookie: `sid=${encodeURIComponent(cookie)}` };
    const response = await visitor?.send({ method: 'GET', path: '/api/user', headers, from: addressOf(7, index) });
    attempts.refuse(`a guessed cookie of the form ${cookie.slice(0, 2)}`, response?.status !== 401);
  }
}
