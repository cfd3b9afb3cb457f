import type { Request } from 'express';
import type { Role } from '#shared/api/endpoint.ts';
import { twoFactorSchemas } from '#shared/api/account.schema.ts';
import { twoFactorEndpoints } from '#shared/api/two-factor.ts';
import type { SecretBox } from '../../gateways/secret-box.ts';
import { secondFactorMissing, type Identity } from '../../http/identity.ts';
import { routesWith } from '../../http/route.ts';
import { confirmed } from './own-password.service.ts';
import {
  checkFirstCode,
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
  type Actor,
} from './two-factor.service.ts';

/** Routes of two-factor sign-in; turning it on or off needs a proof that only its owner has. */
export const twoFactorRoutes = routesWith<{ box: SecretBox; twoFactorRoles: readonly Role[] }>()(
  twoFactorEndpoints,
  twoFactorSchemas,
  {
    setUpTwoFactor: {
      prepare: (context) =>
        confirmed(context, { ...context.body, event: 'authn_two_factor_setup' }, (tx, user) =>
          setUpTwoFactor(tx, context.deps.box, user),
        ),
    },
    enableTwoFactor: {
      prepare: async (context) => {
        const attempt = { actor: actorOf(context), code: context.body.code };
        await checkFirstCode(context.em, context.deps, attempt);
        return async (tx) => ({ recoveryCodes: await enableTwoFactor(tx, context.deps.box, attempt) });
      },
    },
    disableTwoFactor: {
      prepare: (context) => {
        if (context.deps.twoFactorRoles.includes(context.identity.role)) throw secondFactorMissing();
        return confirmed(context, { ...context.body, event: 'authn_two_factor_disabled' }, (tx) =>
          disableTwoFactor(tx, actorOf(context)),
        );
      },
    },
    renewRecoveryCodes: {
      prepare: (context) =>
        confirmed(context, { ...context.body, event: 'authn_recovery_codes_renewed' }, async (tx) => ({
          recoveryCodes: await renewRecoveryCodes(tx, context.deps.box, actorOf(context)),
        })),
    },
  },
);

function actorOf({ identity, req }: { identity: Identity; req: Request }): Actor {
  const { id: userId, sessionId } = identity;
  return { userId, sessionId, ip: req.ip ?? null, deviceId: req.device?.id ?? null };
}
