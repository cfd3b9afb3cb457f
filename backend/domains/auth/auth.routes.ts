import { authSchemas, sessionSchemas } from '#shared/api/auth.schema.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { authEndpoints, type SignInResult } from '#shared/api/auth.ts';
import { sessionEndpoints } from '#shared/api/sessions.ts';
import { csrfTokenOf } from '../../http/csrf.ts';
import { routesWith, WithStatus } from '../../http/route.ts';
import { forgetSession } from '../../http/sign-in.ts';
import { endOwnSession, registerUser, startFirstSession } from './auth.service.ts';
import { listSessions, preparePassword, revokeOtherSessions, revokeSession } from './auth.sessions.ts';
import {
  checkKeepAccount,
  checkSecondStep,
  continueSignIn,
  keepAccount,
  signIn,
  takeSecondStep,
  type SignInDeps,
} from './auth.sign-in.ts';
import { originOf } from './new-device.ts';
import type { ConfirmationDeps } from './own-password.service.ts';
import { refuseWeakPassword } from './password-rules.ts';
import { countHash, hashPassword } from './passwords.ts';
import { checkUsername } from './taken-names.service.ts';

/** Routes of accounts and sign-in. */
export const authRoutes = routesWith<SignInDeps & { approvedRoles: readonly Role[] }>()(authEndpoints, authSchemas, {
  getCsrfToken: async ({ req, identity }) => ({ csrfToken: csrfTokenOf(req), userId: identity?.id ?? null }),
  register: {
    prepare: async ({ deps, req, body }) => {
      await deps.limits.consume('registrationsAddress', req.ip ?? 'unknown');
      refuseWeakPassword(body.password, body);
      const account = `new ${body.username.toLowerCase()}`;
      const claim = await countHash(deps.limits, { account, address: req.ip, isKnown: false });
      const passwordHash = await hashPassword(body.password, claim);
      return (tx) =>
        registerUser(tx, { ...body, passwordHash, origin: originOf(req), approvedRoles: deps.approvedRoles });
    },
    afterCommit: (context, user) => startFirstSession(context, user),
  },
  login: async ({ em, deps, req, body }) =>
    withStep(await signIn(deps, { em, req, login: body.username, password: body.password })),
  loginTwoFactor: {
    prepare: async ({ em, pool, deps, req, body }) => {
      const verified = await checkSecondStep(deps, { em, pool, req, ...body });
      return async (tx) => withStep(await takeSecondStep(deps, { em: tx, req, verified, ...body }));
    },
    afterCommit: (context, result) => continueSignIn(context, result),
  },
  keepAccount: {
    prepare: async (context) => {
      const verified = await checkKeepAccount(context);
      return (tx) => keepAccount({ em: tx, req: context.req }, verified);
    },
    afterCommit: (context, user) => continueSignIn(context, user),
  },
  logout: {
    prepare:
      async ({ identity, req }) =>
      (tx) =>
        endOwnSession(tx, { sessionId: identity.sessionId, userId: identity.id, ip: req.ip ?? null }),
    afterCommit: async ({ req, deps }) => forgetSession(req, deps.cookie),
  },
  checkUsername: ({ pool, query }) => checkUsername(pool, query.u),
});

/** Routes of a member's sessions and password. */
export const sessionRoutes = routesWith<ConfirmationDeps>()(sessionEndpoints, sessionSchemas, {
  listSessions: ({ pool, identity }) => listSessions(pool, identity),
  revokeOtherSessions: ({ tx, identity, req }) => revokeOtherSessions(tx, identity, req.device?.id ?? null),
  revokeSession: ({ tx, identity, params, req }) =>
    revokeSession(tx, identity, { sessionId: params.id, ip: req.ip ?? null }),
  changePassword: {
    prepare: (context) => preparePassword(context, context.body),
  },
});

/** Sets status 202 when the sign-in needs another step. */
function withStep(result: SignInResult): WithStatus<SignInResult> {
  return new WithStatus('id' in result ? 200 : 202, result);
}
