import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { confirmPasswordSchema } from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import { idParamsSchema } from '#shared/api/page.schema.ts';
import type { ExportStore } from '../../gateways/export-store.ts';
import { notFound } from '../../http/app-error.ts';
import { route, type Route, type SignedInContext } from '../../http/route.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import type { CookieConfig } from '../../http/session-cookie.ts';
import { forgetSession } from '../../http/sign-in.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { checkOwnPassword } from '../auth/own-password.access.ts';
import { askDeletion } from './deletion.service.ts';
import { createExport, loadOwnExport } from './exports.service.ts';

/** What the routes run on. */
export interface AccountDataDeps {
  limits: RateLimits;
  cookie: CookieConfig;
  archives: ExportStore;
}

type Confirmed = SignedInContext<{ body: typeof confirmPasswordSchema }>;

/**
 * Taking everything along, and leaving. Both ask for the password: an open session on somebody else's computer must not
 * be enough to carry the whole account away, or to end it.
 */
export function accountDataRoutes({ limits, cookie, archives }: AccountDataDeps): Route[] {
  const confirm = ({ em, identity, req, body }: Confirmed, event: string) =>
    checkOwnPassword(em, limits, {
      identity,
      address: req.ip ?? 'unknown',
      password: body.password,
      field: 'password',
      event,
    });
  return [
    {
      ...route(accountEndpoints.createExport, { body: confirmPasswordSchema }, ({ em, identity }) =>
        createExport(em, limits, identity),
      ),
      statusOf: () => 202,
      prepare: (context) => confirm(context as unknown as Confirmed, 'user_export_asked'),
    },
    route(accountEndpoints.getExport, { params: idParamsSchema }, ({ em, identity, params }) =>
      loadOwnExport(em, identity.id, params.id),
    ),
    route(accountEndpoints.downloadExport, { params: idParamsSchema }, async ({ em, identity, params, res }) => {
      const { id, status, size } = await loadOwnExport(em, identity.id, params.id);
      if (status !== 'ready') throw notFound('This copy of your data');
      await recordAudit(em, {
        event: 'user_export_downloaded',
        outcome: 'success',
        actorId: identity.id,
        sessionId: identity.sessionId,
      });
      await sendArchive(archives, res, { id, size, name: `lyceum-${identity.username}.zip` });
      return undefined as never;
    }),
    route(accountEndpoints.deleteAccount, { body: confirmPasswordSchema }, async (context) => {
      await confirm(context, 'user_deletion_asked');
      const answer = await askDeletion(context.em, context.identity, context.req.ip ?? null);
      forgetSession(context.req, cookie);
      context.res.status(202);
      return answer;
    }),
  ];
}

async function sendArchive(
  archives: ExportStore,
  res: Response,
  { id, size, name }: { id: string; size: number | null; name: string },
): Promise<void> {
  const handle = await archives.openFile(id);
  if (!handle) throw notFound('This copy of your data');
  res.setHeader('Content-Type', 'application/zip');
  res.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  res.setHeader('Cache-Control', 'private, no-store');
  if (size !== null) res.setHeader('Content-Length', size);
  try {
    await pipeline(handle.createReadStream(), res);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}
