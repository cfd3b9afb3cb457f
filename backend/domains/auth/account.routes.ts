import {
  changeEmailSchema,
  editAccountSchema,
  forgotPasswordSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from '#shared/api/account.schema.ts';
import { accountEndpoints } from '#shared/api/account.ts';
import { route, type Route } from '../../http/route.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { cancelEmailChange, changeEmail, resendVerification, verifyEmail } from './auth.email.ts';
import { forgetPassword, resetPassword } from './auth.recovery.ts';
import { loadAccount } from './account.view.ts';
import { editAccount } from './auth.account.ts';

const ACCEPTED = { accepted: true } as const;

/** The account's own data and the way back into it. */
export function accountRoutes(limits: RateLimits): Route[] {
  return [
    route(accountEndpoints.getAccount, {}, ({ pool, identity }) => loadAccount(pool, identity.id)),
    route(accountEndpoints.editAccount, { body: editAccountSchema }, ({ em, pool, identity, body }) =>
      editAccount(em, pool, { userId: identity.id, ...body }),
    ),
    route(accountEndpoints.forgotPassword, { body: forgotPasswordSchema }, async ({ em, req, res, body }) => {
      await forgetPassword(em, limits, { ...body, address: req.ip ?? 'unknown' });
      res.status(202);
      return ACCEPTED;
    }),
    route(accountEndpoints.resetPassword, { body: resetPasswordSchema }, ({ em, req, body }) =>
      resetPassword(em, { ...body, ip: req.ip ?? null }),
    ),
    route(accountEndpoints.verifyEmail, { body: verifyEmailSchema }, ({ em, pool, req, body }) =>
      verifyEmail(em, pool, { ...body, ip: req.ip ?? null }),
    ),
    route(accountEndpoints.resendVerification, {}, async ({ em, identity, res }) => {
      await resendVerification(em, limits, identity);
      res.status(202);
      return ACCEPTED;
    }),
    route(accountEndpoints.changeEmail, { body: changeEmailSchema }, async ({ em, pool, req, res, identity, body }) => {
      const answer = await changeEmail({ em, pool }, limits, { identity, address: req.ip ?? 'unknown', ...body });
      res.status(202);
      return answer;
    }),
    route(accountEndpoints.cancelEmailChange, {}, ({ em, identity }) => cancelEmailChange(em, identity)),
  ];
}
