import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { databaseNow } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { deviceOf } from './device.ts';
import { settingsPath, recordSecurityEvent } from './security.service.ts';

/** The devices that signed in to an account during the last year. The first of all is never reported as new. */
const KNOWN_DEVICES = {
  name: 'auth-known-devices',
  text: `select distinct details->>'device' as device from audit_log
    where actor_id = $1 and at > now() - interval '1 year' and event in ('authn_login_success', 'user_created')
      and details->>'device' is not null`,
};

/** Records a sign-in in the audit log, and emails the user when it came from a kind of device not used before. */
export async function recordSignIn(em: EntityManager, req: Request, userId: string): Promise<void> {
  const ip = req.ip ?? null;
  const device = deviceOf(req.get('user-agent') ?? null);
  await transact(em, async (tx) => {
    const known = (await read<{ device: string }>(tx, KNOWN_DEVICES, [userId])).map((row) => row.device);
    await recordAudit(tx, { event: 'authn_login_success', actorId: userId, ip, details: { device } });
    if (known.length === 0 || known.includes(device)) return;
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
