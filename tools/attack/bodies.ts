import { allEndpoints } from '#shared/api/index.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import { REQUEST_LIMITS } from '#shared/limits.ts';
import { pathOf, queryOf } from '../endpoint-path.ts';
import type { Actor, ActorRequest } from './actor.ts';
import type { Attempts } from './attempts.ts';
import { findLeaks, judgeRefusal } from './judging.ts';
import { RECIPES } from './recipes/index.ts';
import type { Call } from './recipes/call.ts';
import type { World } from './world.ts';

/** Endpoints that are attacked at once. */
const AT_ONCE = 6;
const DEEP_LEVELS = 20_000;
const EVIL = 'https://evil.example';

/** A way to send a request that must be refused; `isAnyType` ones apply to uploads as well. */
interface Variant {
  what: string;
  isAnyType?: true;
  /** Returns the body that is sent, and headers that replace the usual ones. */
  change: (call: Call, context: { foreignToken: string }) => Pick<ActorRequest, 'body' | 'headers'>;
}

const asText = ({ body = {} }: Call): string => JSON.stringify(body);
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const withField = (call: Call, field: string): string =>
  `${asText(call).slice(0, -1)}${asText(call) === '{}' ? '' : ','}${field}}`;

/** What no write may accept. */
const VARIANTS: readonly Variant[] = [
  { what: 'a list as body', change: () => ({ body: '[1]' }) },
  { what: 'a text as body', change: () => ({ body: '"x"' }) },
  { what: 'fields of other types', change: ({ body = {} }) => ({ body: retype(body) }) },
  { what: 'a __proto__', change: (call) => ({ body: withField(call, '"__proto__":{"isAdmin":true}') }) },
  {
    what: 'a constructor',
    change: (call) => ({ body: withField(call, '"constructor":{"prototype":{"isAdmin":true}}') }),
  },
  { what: 'a field that is not its own', change: (call) => ({ body: withField(call, '"isAdmin":true') }) },
  { what: 'deep JSON', change: (call) => ({ body: withField(call, `"x":${deep(DEEP_LEVELS)}`) }) },
  {
    what: 'a huge body',
    change: (call) => ({ body: withField(call, `"x":"${'x'.repeat(REQUEST_LIMITS.bodyMaxBytes * 10)}"`) }),
  },
  { what: 'half a body', change: () => ({ body: '{"x":' }) },
  { what: 'text/plain', change: (call) => ({ body: asText(call), headers: { 'content-type': 'text/plain' } }) },
  {
    what: 'a form',
    change: () => ({ body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  },
  { what: 'no CSRF token', isAnyType: true, change: ({ body }) => ({ body, headers: { 'csrf-token': null } }) },
  {
    what: 'a random CSRF token',
    isAnyType: true,
    change: ({ body }) => ({ body, headers: { 'csrf-token': 'x'.repeat(64) } }),
  },
  {
    what: 'the CSRF token of another session',
    isAnyType: true,
    change: ({ body }, { foreignToken }) => ({ body, headers: { 'csrf-token': foreignToken } }),
  },
  { what: 'a foreign Origin', isAnyType: true, change: ({ body }) => ({ body, headers: { origin: EVIL } }) },
  { what: 'the Origin null', isAnyType: true, change: ({ body }) => ({ body, headers: { origin: 'null' } }) },
  { what: 'no Origin', isAnyType: true, change: ({ body }) => ({ body, headers: { origin: null } }) },
  {
    what: 'another site',
    isAnyType: true,
    change: ({ body }) => ({ body, headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } }),
  },
];

/** Queries that no list expects; none may be an error of the server. */
const QUERIES = [
  'limit=1&limit=2',
  'cursor[]=x&cursor[a]=y',
  'limit=999999999999',
  'limit=-1',
  "cursor='%20or%201=1--",
  'q=%00',
  'q=%ED%A0%80',
  `q=${'x'.repeat(8_000)}`,
  '__proto__[isAdmin]=1',
  'sort=created_at;select%20pg_sleep(9)',
];

/** Sends every write with bodies, tokens and origins that it must refuse, and every read from other sites. */
export async function sendHostileBodies(world: World, attempts: Attempts): Promise<void> {
  const { actors, victims } = world;
  const foreignToken = await victims[0].client.token();
  const targets: Target[] = [];
  for (const name of ['stranger', 'visitor'] as const) {
    const actor = actors.get(name);
    if (!actor) continue;
    for (const [endpointName, endpoint] of Object.entries(allEndpoints)) {
      const call = RECIPES[endpointName]?.(victims[0], victims[1])[0];
      if (!call) continue;
      targets.push({ actor, name: endpointName, endpoint, call, foreignToken });
    }
  }
  const send = async (target: Target | undefined): Promise<void> => {
    for (; target; target = targets.shift())
      await (target.endpoint.method === 'GET' ? sendReads : sendWrites)(world, target, attempts);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => send(targets.shift())));
}

interface Target {
  actor: Actor;
  name: string;
  endpoint: Endpoint;
  call: Call;
  foreignToken: string;
}

async function sendWrites(world: World, target: Target, attempts: Attempts): Promise<void> {
  const { actor, name, endpoint, call, foreignToken } = target;
  const isRaw = endpoint.isUpload === true || call.headers?.['content-type'] !== undefined;
  for (const { what, isAnyType, change } of VARIANTS) {
    if (isRaw && !isAnyType) continue;
    const { body, headers } = change(call, { foreignToken });
    const response = await actor.send({
      method: endpoint.method,
      path: pathOf(endpoint.path, call) + queryOf(call),
      ...(body !== undefined && { body }),
      ...(isRaw && call.form && { form: call.form }),
      headers: { ...call.headers, ...headers },
    });
    const where = `${name} with ${what} as ${actor.name}`;
    attempts.record([
      ...judgeRefusal(where, response.status),
      ...findLeaks(world.canaries, { reader: actor.name, call, response }).map((what) => `${where} returned ${what}`),
    ]);
  }
}

async function sendReads(world: World, target: Target, attempts: Attempts): Promise<void> {
  const { actor, name, endpoint, call } = target;
  const path = pathOf(endpoint.path, call) + queryOf(call);
  const foreign = [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
  ];
  for (const headers of endpoint.isNavigable ? [] : foreign) {
    const response = await actor.send({ method: 'GET', path, headers });
    const where = `${name} from another site as ${actor.name}`;
    const leaks = findLeaks(world.canaries, { reader: actor.name, call, response });
    attempts.record([...judgeRefusal(where, response.status), ...leaks.map((what) => `${where} returned ${what}`)]);
  }
  const odd = QUERIES.map((query) => ({ query, headers: {} }));
  for (const { query, headers } of [...odd, { query: '', headers: { 'x-http-method-override': 'DELETE' } }]) {
    const joined = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
    const response = await actor.send({ method: 'GET', path: joined, headers });
    const where = `${name} with ${query.slice(0, 40) || 'another method in a header'} as ${actor.name}`;
    const isFailure = response.status === 0 || response.status >= 500;
    const leaks = findLeaks(world.canaries, { reader: actor.name, call, response });
    attempts.record([
      ...(isFailure ? [`${where}: ${response.status}`] : []),
      ...leaks.map((what) => `${where} returned ${what}`),
    ]);
  }
}

/** Replaces each value by one of another type. A body without fields becomes one with a field that is not its own. */
function retype(body: object): object {
  const entries = Object.entries(body);
  if (entries.length === 0) return { x: { $ne: null } };
  return Object.fromEntries(
    entries.map(([field, value]) => [field, typeof value === 'object' ? 7 : { $ne: value as unknown }]),
  );
}
