import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createIceServers } from './ice-servers.ts';

const USER = '018f0000-0000-7000-8000-000000000001';

it('makes credentials as coturn checks them', () => {
  const servers = createIceServers({ stunUrls: [], turnUrls: ['turn:a:3478'], turnSecret: 'secret' }, () => 1_000_500);
  const username = `4600:${USER}`;
  expect(servers.list(USER)).toEqual({
    iceServers: [
      { urls: ['turn:a:3478'], username, credential: createHmac('sha1', 'secret').update(username).digest('base64') },
    ],
    expiresAt: new Date(4_600_000).toISOString(),
    hasRelay: true,
  });
});

it('has no relay without a TURN server', () => {
  const servers = createIceServers({ stunUrls: ['stun:a:3478'], turnUrls: [], turnSecret: undefined }, () => 0);
  expect(servers.list(USER)).toEqual({ iceServers: [{ urls: ['stun:a:3478'] }], expiresAt: null, hasRelay: false });
});
