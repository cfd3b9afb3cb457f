import { authSchemas, sessionSchemas } from '#shared/api/auth.schema.ts';
import { authEndpoints, type SignInResult } from '#shared/api/auth.ts';
import { sessionEndpoints } from '#shared/api/sessions.ts';
import { csrfTokenOf } from '../../http/csrf.ts';
import { routes, routesWith, WithStatus } from '../../http/route.ts';
import { forgetSession, startSession } from '../../http/sign-in.ts';
import { endSession, registerUser } from './auth.service.ts';
import { changePassword, listSessions, revokeOtherSessions, revokeSession } from './auth.sessions.ts';
import { keepAccount, signIn, takeSecondStep, type SignInDeps } from './auth.sign-in.ts';
import { deviceOf } from './device.ts';
import { hashPassword } from './passwords.ts';
import { checkUsername } from './taken-names.service.ts';

/** Routes of accounts and sign-in. */
export const authRoutes = routesWith<SignInDeps>()(authEndpoints, authSchemas, {
  getCsrfToken: async ({ req, identity }) => ({ csrfToken: csrfTokenOf(req), userId: identity?.id ?? null }),
  register: {
    prepare: async ({ deps, req, body }) => {
      await deps.limits.consume('registrationsAddress', req.ip ?? 'unknown');
      const passwordHash = await hashPassword(body.password);
      return (tx) => registerUser(tx, { ...body, passwordHash, device: deviceOf(req.get('user-agent') ?? null) });
    },
    afterCommit: ({ req }, user) => startSession(req, user),
  },
  login: async ({ em, deps, req, body }) => withStep(await signIn(deps, { em, req, login: body.username })),
  loginTwoFactor: async ({ em, deps, req, body }) => withStep(await takeSecondStep(deps, { em, req, ...body })),
  keepAccount: ({ em, req }) => keepAccount({ em, req }),
  logout: async ({ em, deps, req, identity }) => {
    await endSession(em, { sessionId: identity.sessionId, userId: identity.id });
    forgetSession(req, deps.cookie);
  },
  checkUsername: ({ pool, query }) => checkUsername(pool, query.u),
});

/** Routes of a member's sessions and password. */
export const sessionRoutes = routes(sessionEndpoints, sessionSchemas, {
  listSessions: ({ pool, identity }) => listSessions(pool, identity),
  revokeOtherSessions: ({ em, identity }) => revokeOtherSessions(em, identity),
  revokeSession: ({ em, identity, params }) => revokeSession(em, identity, params.id),
  changePassword: ({ em, deps, identity, body, req }) =>
    changePassword(em, deps.limits, { identity, address: req.ip ?? 'unknown', ...body }),
});

/** Sets status 202 when the sign-in needs another step. */
function withStep(result: SignInResult): WithStatus<SignInResult> {
  return new WithStatus('id' in result ? 200 : 202, result);
}
