import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createIceServers } from './ice-servers.ts';

const USER = '018f0000-0000-7000-8000-000000000001';
const relayed = (userId = USER) => ({ userId, mayRelay: true, canRelay: true });

it('makes credentials as coturn checks them', () => {
  const servers = createIceServers(
    { stunUrls: [], turnUrls: ['turn:a:3478'], turnSecret: 'secret', credentialMs: 600_000 },
    () => 1_000_500,
  );
  const [{ username = '' } = {}] = servers.list(relayed()).iceServers;
  expect(servers.list(relayed())).toEqual({
    iceServers: [
      { urls: ['turn:a:3478'], username, credential: createHmac('sha1', 'secret').update(username).digest('base64') },
    ],
    expiresAt: new Date(1_600_000).toISOString(),
    hasRelay: true,
  });
});

it('names a user to the TURN server by a pseudonym that stays the same', () => {
  let now = 0;
  const servers = createIceServers(
    { stunUrls: [], turnUrls: ['turn:a:3478'], turnSecret: 'secret', credentialMs: 600_000 },
    () => now,
  );
  const nameOf = (user: string): string => servers.list(relayed(user)).iceServers[0]?.username ?? '';
  const pseudonym = createHmac('sha256', 'secret').update(`user:${USER}`).digest('base64url').slice(0, 22);
  expect(nameOf(USER)).toBe(`600:${pseudonym}`);
  now = 60_000;
  // A quota of coturn counts the allocations of all names with the same part after the time.
  expect(nameOf(USER)).toBe(`660:${pseudonym}`);
  expect(nameOf(USER.replace(/1$/, '2'))).not.toContain(pseudonym);
});

it('has no relay without a TURN server', () => {
  const servers = createIceServers(
    { stunUrls: ['stun:a:3478'], turnUrls: [], turnSecret: undefined, credentialMs: 600_000 },
    () => 0,
  );
  expect(servers.list(relayed())).toEqual({
    iceServers: [{ urls: ['stun:a:3478'] }],
    expiresAt: null,
    hasRelay: false,
  });
});

it('lists the own STUN server while it answers', () => {
  let own: string | null = 'stun:lyceum.example:3478';
  const settings = { stunUrls: [], turnUrls: [], turnSecret: undefined, credentialMs: 600_000, ownStunUrl: () => own };
  const servers = createIceServers(settings, () => 0);
  expect(servers.list(relayed()).iceServers).toEqual([{ urls: ['stun:lyceum.example:3478'] }]);
  own = null;
  expect(servers.list(relayed()).iceServers).toEqual([]);
});

it('gives credentials only for a call, and to members who have confirmed their address', () => {
  const settings = {
    stunUrls: ['stun:a:3478'],
    turnUrls: ['turn:a:3478'],
    turnSecret: 'secret',
    credentialMs: 600_000,
  };
  const servers = createIceServers(settings, () => 0);
  const stun = { iceServers: [{ urls: ['stun:a:3478'] }], expiresAt: null };
  expect(servers.list()).toEqual({ ...stun, hasRelay: true });
  expect(servers.list({ ...relayed(), mayRelay: false, canRelay: false })).toEqual({ ...stun, hasRelay: false });
  // The other one has not: a relay of one side alone helps as well.
  expect(servers.list({ ...relayed(), canRelay: false })).toMatchObject({ hasRelay: false, iceServers: [{}, {}] });
});
