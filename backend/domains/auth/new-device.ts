import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { databaseNow } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { networkOf } from '../../http/address.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { deviceOf } from './device.ts';
import { isKnownDevice, rememberDevice } from './known-devices.service.ts';
import { settingsPath, recordSecurityEvent } from './security.service.ts';

/** Sign-ins of an account in the last year, and whether one came from the same kind of device in the same network. */
const EARLIER = {
  name: 'auth-earlier-sign-ins',
  text: `select count(*)::int as count,
      coalesce(bool_or(details->>'device' = $2 and details->>'network' = $3), false) as is_like from audit_log
    where actor_id = $1 and at > now() - interval '1 year' and event in ('authn_login_success', 'user_created')
      and details->>'device' is not null`,
};

/** Where a sign-in came from. */
export interface SignInOrigin {
  ip: string | null;
  /** Browser and system in words. */
  device: string;
  /** The network of the address: of IPv4 the first three numbers, of IPv6 the /48. */
  network: string;
  /** Id of the browser; null for a client without cookies. */
  deviceId: string | null;
}

/** Returns where a request that signs in came from, and lets the browser remember it. */
export function originOf(req: Request): SignInOrigin {
  const ip = req.ip ?? null;
  const network = networkOf(ip ?? 'unknown', 48).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0');
  return { ip, device: deviceOf(req.get('user-agent') ?? null), network, deviceId: req.device?.remember() ?? null };
}

/**
 * Records a sign-in in the audit log, and emails the user when it came from a device not used before: another browser,
 * and not the same kind of device in the same network. The first of all is never reported as new.
 */
export async function recordSignIn(em: EntityManager, req: Request, userId: string): Promise<void> {
  const { ip, device, network, deviceId } = originOf(req);
  await transact(em, async (tx) => {
    const isKnown = await isKnownDevice(tx, userId, deviceId);
    const [earlier] = await read<{ count: number; is_like: boolean }>(tx, EARLIER, [userId, device, network]);
    await recordAudit(tx, { event: 'authn_login_success', actorId: userId, ip, details: { device, network } });
    if (deviceId !== null) await rememberDevice(tx, userId, deviceId);
    if (isKnown || !earlier || earlier.count === 0 || earlier.is_like) return;
    const user = await tx.findOneOrFail(User, { id: userId });
    const data = {
      name: user.fullName,
      device,
      ip: ip ?? 'unknown',
      at: databaseNow().toISOString(),
      path: settingsPath(user.role, 'devices'),
    };
    await recordSecurityEvent(tx, { userId, what: 'new-device', ip }, { to: user.email, template: 'new-device', data });
  });
}
