import type { Request, Response } from 'express';
import { accountSchemas } from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { currentUserEndpoints } from '#shared/api/auth.ts';
import type { ExportStore } from '../../gateways/export-store.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { RESPONDED, routesWith } from '../../http/route.ts';
import { sessionIdOf, type CookieConfig } from '../../http/session-cookie.ts';
import { forgetSession } from '../../http/sign-in.ts';
import { sendStream } from '../../http/stream.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { cancelEmailChange, changeEmail, resendVerification, verifyEmail } from '../auth/email.service.ts';
import {
  prepareReset,
  requestPasswordReset,
  resetPassword,
  restoreAccount,
  type PasswordReset,
} from '../auth/recovery.service.ts';
import { confirmed, type ConfirmationDeps } from '../auth/own-password.service.ts';
import { editAccount } from './account.service.ts';
import { loadAccount } from './account.view.ts';
import { loadCurrentUser } from './current-user.view.ts';
import { requestDeletion } from './deletion.service.ts';
import { confirmExport, createExport, loadOwnExport } from './exports.service.ts';

const ACCEPTED = { accepted: true } as const;

/** Dependencies of the account routes. */
export interface AccountDeps extends ConfirmationDeps {
  cookie: CookieConfig;
  archives: ExportStore;
}

/**
 * Routes of the account's own data, its recovery, export and deletion. Export and deletion require the password: an
 * unattended open session must not be enough to copy or delete the whole account.
 */
export const accountRoutes = routesWith<AccountDeps>()(accountEndpoints, accountSchemas, {
  getAccount: ({ pool, identity }) => loadAccount(pool, identity),
  editAccount: ({ tx, identity, body }) => editAccount(tx, identity, body.username),
  forgotPassword: async ({ tx, deps, req, body }) => {
    await requestPasswordReset(tx, deps.limits, { ...body, address: req.ip ?? 'unknown' });
    return ACCEPTED;
  },
  resetPassword: {
    prepare: async ({ em, deps, req, identity, body }) => {
      const passwordHash = await prepareReset(
        { em, limits: deps.limits, address: req.ip },
        { ...body, purpose: 'reset' },
      );
      return (tx) => resetPassword(tx, resetOf(req, { token: body.token, passwordHash, identity }));
    },
  },
  restoreAccount: {
    prepare: async ({ em, deps, req, identity, body }) => {
      const passwordHash = await prepareReset(
        { em, limits: deps.limits, address: req.ip },
        { ...body, purpose: 'restore' },
      );
      return (tx) => restoreAccount(tx, resetOf(req, { token: body.token, passwordHash, identity }));
    },
  },
  verifyEmail: ({ tx, req, identity, body }) =>
    verifyEmail(tx, {
      ...body,
      ip: req.ip ?? null,
      sessionId: sessionIdOf(req.sessionID),
      identity,
      deviceId: req.device?.id ?? null,
    }),
  resendVerification: async ({ tx, deps, identity }) => {
    await resendVerification(tx, deps.limits, identity);
    return ACCEPTED;
  },
  changeEmail: {
    prepare: (context) => {
      const { deps, identity, req, body } = context;
      const { newEmail, ...entered } = body;
      return confirmed(context, { ...entered, event: 'user_email_change_requested' }, (tx) =>
        changeEmail(tx, deps.limits, { identity, address: req.ip ?? 'unknown', newEmail }),
      );
    },
  },
  cancelEmailChange: ({ tx, identity }) => cancelEmailChange(tx, identity),
  createExport: {
    prepare: (context) =>
      confirmed(context, { ...context.body, event: 'user_export_requested' }, (tx) =>
        createExport(tx, context.deps.limits, { viewer: context.identity, ip: context.req.ip ?? null }),
      ),
  },
  getExport: ({ em, identity, params }) => loadOwnExport(em, identity, params.id),
  confirmExport: {
    prepare: (context) =>
      confirmed(context, { ...context.body, event: 'user_export_confirmed' }, (tx) =>
        confirmExport(tx, context.identity, context.params.id),
      ),
  },
  downloadExport: async ({ em, deps, identity, params, req, res }) => {
    const { id, status, size, isConfirmed } = await loadOwnExport(em, identity, params.id);
    if (status !== 'ready') throw notFound('This copy of your data');
    if (!isConfirmed)
      throw new AppError('NOT_ALLOWED', 'Enter your password again to download this copy of your data.');
    const { id: actorId, sessionId } = identity;
    await recordAudit(em, { event: 'user_export_downloaded', actorId, sessionId, ip: req.ip ?? null });
    await sendArchive(deps.archives, res, { id, size, name: `lyceum-${identity.username}.zip` });
    return RESPONDED;
  },
  deleteAccount: {
    prepare: (context) =>
      confirmed(context, { ...context.body, event: 'user_deletion_requested' }, (tx) =>
        requestDeletion(tx, context.identity, context.req.ip ?? null),
      ),
    afterCommit: async ({ req, deps }) => forgetSession(req, deps.cookie),
  },
});

/** Completes a new password with where it came from, and lets the browser remember that it is the owner's. */
function resetOf(req: Request, reset: Omit<PasswordReset, 'ip' | 'sessionId' | 'deviceId'>): PasswordReset {
  const sessionId = sessionIdOf(req.sessionID);
  return { ...reset, ip: req.ip ?? null, sessionId, deviceId: req.device?.remember() ?? null };
}

/** The route of the signed-in user. */
export const currentUserRoutes = routesWith<{ twoFactorRoles: readonly Role[] }>()(
  currentUserEndpoints,
  {},
  { getCurrentUser: ({ pool, deps, identity }) => loadCurrentUser(pool, identity, deps.twoFactorRoles) },
);

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
  await sendStream(res, handle.createReadStream());
}
