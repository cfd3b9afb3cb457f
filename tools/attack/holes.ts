import { Server, ServerResponse } from 'node:http';
import type { EntityManager } from '@mikro-orm/postgresql';
import { allEndpoints } from '#shared/api/index.ts';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import type { AnyContext } from '../../backend/http/route.ts';
import { routes } from '../../backend/routes.ts';
import type { Hole } from './plan.ts';

/*
 * Loaded before the server of a control (`--import`), this module plants the hole that ATTACK_HOLE names. The product
 * contains nothing of it.
 */

type Context = AnyContext<unknown> & { tx?: EntityManager };
type Handler = (context: Context) => Promise<unknown>;

/** Lets the handler of an endpoint run as another user. */
function runAs(endpointName: string, findUser: (context: Context) => Promise<string | undefined>): void {
  const route = routes.find(({ endpoint }) => endpoint === allEndpoints[endpointName]);
  if (typeof route?.handler !== 'function') throw new Error(`no handler of ${endpointName} can be replaced`);
  const usual = route.handler as unknown as Handler;
  const replaced: Handler = async (context) => {
    const { identity } = context;
    const id = await findUser(context);
    return usual(identity && id !== undefined ? { ...context, identity: { ...identity, id } } : context);
  };
  route.handler = replaced as unknown as typeof route.handler;
}

const HOLES: Record<Hole, () => void> = {
  /** The draft of any user is returned. */
  'foreign-record': () =>
    runAs('getDraft', async ({ pool, params }) => {
      const { rows } = await pool.query<{ user_id: string }>('select user_id from drafts where key = $1 order by 1', [
        (params as { key: string }).key,
      ]);
      return rows[0]?.user_id;
    }),
  /** Whoever may call the endpoint edits a comment. */
  'unchecked-owner': () =>
    runAs('editComment', async ({ tx, params }) => {
      const { id } = params as { id: string };
      const rows = await tx?.execute<{ user_id: string }[]>('select user_id from comments where id = ?', [id]);
      return rows?.[0]?.user_id;
    }),
  /** Files are shown by the browser as what they claim to be. */
  'inline-file': () => {
    const usual = ServerResponse.prototype.setHeader;
    ServerResponse.prototype.setHeader = function (name, value) {
      const isDisposition = name.toLowerCase() === 'content-disposition';
      return usual.call(this, name, isDisposition ? String(value).replace(/^attachment/, 'inline') : value);
    };
  },
  /** A page of any site opens a live link. */
  'any-origin': () => {
    const usual = Server.prototype.emit as (this: Server, event: string, ...args: unknown[]) => boolean;
    Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
      const [req] = args as [{ url?: string; headers?: Record<string, string | undefined> } | undefined];
      if (req?.headers && req.url?.startsWith('/socket.io')) {
        req.headers['origin'] = `http://${req.headers['host'] ?? ''}`;
        delete req.headers['sec-fetch-site'];
      }
      return usual.call(this, event as string, ...args);
    };
  },
  /** Wrong passwords of an account are not limited. */
  'endless-guesses': () => {
    const limits = RATE_LIMITS as unknown as Record<string, { points: number }>;
    // The last one limits the work for right and wrong passwords, and would stop the guesses as well.
    for (const name of ['failedSignInAccount', 'failedSignInAccountDay', 'hashesAccount'])
      Object.assign(limits[name] ?? {}, { points: Number.MAX_SAFE_INTEGER });
  },
};

HOLES[process.env['ATTACK_HOLE'] as Hole]();
