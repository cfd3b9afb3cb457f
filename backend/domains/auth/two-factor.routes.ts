import { codeSchema, confirmPasswordSchema } from '#shared/api/account.schema.ts';
import { twoFactorEndpoints } from '#shared/api/two-factor.ts';
import type { SecretBox } from '../../gateways/secret-box.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { route, type Route, type SignedInContext } from '../../http/route.ts';
import { checkOwnPassword } from './own-password.access.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
  type Actor,
} from './two-factor.service.ts';

/** Two-factor sign-in; switching it either way asks for something that only its owner has. */
export function twoFactorRoutes({ limits, box }: { limits: RateLimits; box: SecretBox }): Route[] {
  const confirmed = (
    { em, identity, req, body }: SignedInContext<{ body: typeof confirmPasswordSchema }>,
    event: string,
  ) =>
    checkOwnPassword(em, limits, {
      identity,
      address: req.ip ?? 'unknown',
      password: body.password,
      field: 'password',
      event,
    });
  return [
    route(twoFactorEndpoints.setUpTwoFactor, { body: confirmPasswordSchema }, async (context) =>
      setUpTwoFactor(context.em, box, await confirmed(context, 'authn_two_factor_setup')),
    ),
    route(twoFactorEndpoints.enableTwoFactor, { body: codeSchema }, async (context) => ({
      recoveryCodes: await enableTwoFactor(context.em, box, { actor: actorOf(context), code: context.body.code }),
    })),
    route(twoFactorEndpoints.disableTwoFactor, { body: confirmPasswordSchema }, async (context) => {
      await confirmed(context, 'authn_two_factor_disabled');
      await disableTwoFactor(context.em, actorOf(context));
    }),
    route(twoFactorEndpoints.renewRecoveryCodes, { body: confirmPasswordSchema }, async (context) => {
      await confirmed(context, 'authn_recovery_codes_renewed');
      return { recoveryCodes: await renewRecoveryCodes(context.em, box, actorOf(context)) };
    }),
  ];
}

function actorOf({ identity, req }: Pick<SignedInContext, 'identity' | 'req'>): Actor {
  return { userId: identity.id, sessionId: identity.sessionId, ip: req.ip ?? null };
}
