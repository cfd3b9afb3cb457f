import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Role } from '#shared/api/endpoint.ts';
import { createSecretBox } from '../gateways/secret-box.ts';
import type { Identity } from '../http/identity.ts';
import type { LiveParty } from './two-clients.ts';
import { createRealtime, type Realtime, type RealtimeSettings } from '../realtime/server.ts';

/** A socket server on a bare HTTP server; the cookie `sid={name}` names the user. */
export interface TestLink {
  url: string;
  httpServer: Server;
  realtime: Realtime;
  /** Sessions that the periodic check finds expired. */
  dead: Set<string>;
  /** A user with a session. */
  person(role?: Role): Identity & { party: LiveParty };
  close(): Promise<void>;
}

/** Opens the server; a room is readable when the id after its hyphen is in `readable`, `feed` for all but creators. */
export async function openTestLink(
  settings: Partial<RealtimeSettings> = {},
  readable: ReadonlySet<string> = new Set(),
): Promise<TestLink> {
  const people = new Map<string, Identity>();
  const dead = new Set<string>();
  const httpServer = createServer((_req, res) => res.end('app'));
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
  const realtime = createRealtime({
    httpServer,
    authenticate: async (cookie) => people.get(cookie ?? '') ?? null,
    ownOrigin: url,
    box: createSecretBox('a key for tests that is long enough'),
    log: pino({ level: 'silent' }),
    isSessionLive: async (ids) => new Set(ids.filter((id) => !dead.has(id))),
    listReadableRooms: async ({ role }, rooms) =>
      rooms.filter((room) => (room === 'feed' ? role !== 'creator' : readable.has(room.slice(room.indexOf('-') + 1)))),
    ...settings,
  });
  return {
    url,
    httpServer,
    realtime,
    dead,
    person(role = 'student') {
      const id = uuidv7();
      const cookie = `sid=${id}`;
      const identity = {
        id,
        username: id,
        email: `${id}@example.test`,
        fullName: 'A person',
        role,
        sessionId: uuidv7(),
        isEmailVerified: true,
        isAwaitingApproval: false,
        hasSecondFactor: false,
      };
      people.set(cookie, identity);
      return { ...identity, party: { url, cookie } };
    },
    async close() {
      await realtime.close();
      httpServer.closeAllConnections();
      await new Promise((resolve) => httpServer.close(resolve));
    },
  };
}
