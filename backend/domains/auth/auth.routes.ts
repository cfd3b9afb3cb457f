import type { Response } from 'express';
import { codeSchema } from '#shared/api/account.schema.ts';
import { authEndpoints, type RegisterInput, type SessionUser, type SignInAnswer } from '#shared/api/auth.ts';
import { idParamsSchema } from '#shared/api/page.schema.ts';
import { sessionEndpoints } from '#shared/api/sessions.ts';
import {
  changePasswordSchema,
  checkUsernameSchema,
  csrfQuerySchema,
  loginSchema,
  registerSchema,
} from '#shared/api/auth.schema.ts';
import { csrfTokenOf } from '../../http/csrf.ts';
import { route, type Route } from '../../http/route.ts';
import { forgetSession, startSession } from '../../http/sign-in.ts';
import { endSession, registerUser } from './auth.service.ts';
import { changePassword, listSessions, revokeOtherSessions, revokeSession } from './auth.sessions.ts';
import { keepAccount, signIn, takeSecondStep, type SignInDeps } from './auth.sign-in.ts';
import { loadCurrentUser } from './auth.view.ts';
import { deviceOf } from './device.ts';
import { hashPassword } from './passwords.ts';
import { checkUsername } from './taken-names.ts';

/** Accounts and sessions over HTTP. */
export function authRoutes(deps: SignInDeps): Route[] {
  return [
    route(authEndpoints.getCsrfToken, { query: csrfQuerySchema }, async ({ req, identity }) => ({
      csrfToken: csrfTokenOf(req),
      userId: identity?.id ?? null,
    })),
    {
      ...route(authEndpoints.register, { body: registerSchema }, ({ em, pool, req, body, prepared }) =>
        registerUser(em, pool, {
          ...body,
          passwordHash: prepared as string,
          device: deviceOf(req.get('user-agent') ?? null),
        }),
      ),
      prepare: async ({ req, body }) => {
        await deps.limits.consume('registrationsAddress', req.ip ?? 'unknown');
        return hashPassword((body as RegisterInput).password);
      },
      afterCommit: ({ req }, user) => startSession(req, user as SessionUser),
    },
    route(authEndpoints.login, { body: loginSchema }, async ({ em, req, res, body }) =>
      answered(res, await signIn(deps, { em, req, login: body.username })),
    ),
    route(authEndpoints.loginTwoFactor, { body: codeSchema }, async ({ em, req, res, body }) =>
      answered(res, await takeSecondStep(deps, { em, req, ...body })),
    ),
    route(authEndpoints.keepAccount, {}, ({ em, req }) => keepAccount({ em, req })),
    route(authEndpoints.logout, {}, async ({ em, req, identity }) => {
      await endSession(em, { sessionId: identity.sessionId, userId: identity.id });
      forgetSession(req, deps.cookie);
    }),
    route(authEndpoints.getCurrentUser, {}, ({ pool, identity }) => loadCurrentUser(pool, identity)),
    route(sessionEndpoints.listSessions, {}, ({ pool, identity }) => listSessions(pool, identity)),
    route(sessionEndpoints.revokeOtherSessions, {}, ({ em, identity }) => revokeOtherSessions(em, identity)),
    route(sessionEndpoints.revokeSession, { params: idParamsSchema }, ({ em, identity, params }) =>
      revokeSession(em, identity, params.id),
    ),
    route(sessionEndpoints.changePassword, { body: changePasswordSchema }, ({ em, identity, body, req }) =>
      changePassword(em, deps.limits, { identity, address: req.ip ?? 'unknown', ...body }),
    ),
    route(authEndpoints.checkUsername, { query: checkUsernameSchema }, ({ pool, query }) =>
      checkUsername(pool, query.u),
    ),
  ];
}

/** 202 says that a step is left (decision 26). */
function answered(res: Response, answer: SignInAnswer): SignInAnswer {
  if (!('id' in answer)) res.status(202);
  return answer;
}
