import type { Endpoint } from '#shared/api/endpoint.ts';
import { allEndpoints } from '#shared/api/index.ts';
import { pathOf, queryOf } from '../endpoint-path.ts';
import type { Actor } from './actor.ts';
import type { Attempts } from './attempts.ts';
import { sendHostileBodies } from './bodies.ts';
import { IDENTITIES, type IdentityName } from './identities.ts';
import { findLeaks, judgeCall } from './judging.ts';
import type { AttackRun } from './plan.ts';
import { RECIPES } from './recipes/index.ts';
import type { Call } from './recipes/call.ts';
import type { AttackResponse } from './request.ts';
import { describeChange, diffRows, type Snapshot } from './rows.ts';
import type { World } from './world.ts';

/**
 * Calls every endpoint as every identity with the ids of both victims, then with hostile bodies. Each response is
 * searched for what is hidden, and after each write the rows of the victims are compared.
 */
export async function attackEndpoints(world: World, attempts: Attempts, { hole }: AttackRun): Promise<void> {
  await world.instance.useLimits('wide');
  const untried = Object.keys(allEndpoints).filter((name) => !Object.hasOwn(RECIPES, name));
  attempts.record(untried.map((name) => `${name} was not tried: it has no recipe`));
  let before = await world.rows.read();
  for (const name of IDENTITIES) {
    const actor = world.actors.get(name);
    if (!actor) continue;
    for (const [endpointName, endpoint] of Object.entries(allEndpoints))
      for (const call of callsOf(world, endpointName, name)) {
        const response = await sendCall(actor, endpoint, call);
        const after = await readAfter(world, { endpoint, response, before });
        attempts.record(
          judgeCall({
            identity: name,
            endpoint: endpointName,
            call,
            status: response.status,
            leaks: findLeaks(world.canaries, { reader: name, call, response }),
            changes: diffRows(before, after),
          }),
        );
        before = after;
      }
    attempts.record(await checkSession(actor));
  }
  // A control need not send them: its holes are found before.
  if (hole === null) await sendHostileBodies(world, attempts);
  attempts.record(
    diffRows(before, await world.rows.read()).map((change) => `a hostile body: ${describeChange(change)}`),
  );
  attempts.notes.push(`${world.canaries.count} hidden texts, ${before.size} rows of the victims`);
}

/** Returns the calls of an endpoint about both victims that an identity sends. */
function callsOf({ victims }: World, endpoint: string, identity: IdentityName): Call[] {
  const [one, two] = victims;
  const recipe = RECIPES[endpoint];
  const calls = recipe ? [...recipe(one, two), ...recipe(two, one)] : [];
  return calls.filter(({ except = [] }) => !except.includes(identity));
}

/** Sends a call as an actor. */
async function sendCall(actor: Actor, { method, path }: Endpoint, call: Call): Promise<AttackResponse> {
  const { body, form, headers } = call;
  return actor.send({
    method,
    path: pathOf(path, call) + queryOf(call),
    ...(body !== undefined && { body }),
    ...(form && { form }),
    ...(headers && { headers }),
  });
}

/** Reads the rows after a write; what a success has published is handled before. A read changes nothing. */
async function readAfter(
  { rows }: World,
  { endpoint, response, before }: { endpoint: Endpoint; response: AttackResponse; before: Snapshot },
): Promise<Snapshot> {
  if (endpoint.method === 'GET') return before;
  if (response.status < 300) await rows.settle();
  return rows.read();
}

/** A call that has ended the attacker's own session would make all later ones look refused. */
async function checkSession(actor: Actor): Promise<string[]> {
  const { status } = await actor.send({ method: 'GET', path: '/api/user' });
  const wanted = actor.name === 'visitor' ? 401 : 200;
  return status === wanted ? [] : [`${actor.name} was not tried to the end: the session responds with ${status}`];
}
