import type { EntityManager } from '@mikro-orm/postgresql';
import type { AccountView } from '#shared/api/account.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { refuseTaken } from '../auth/taken-names.service.ts';
import { releaseUsername } from '../users/released-usernames.service.ts';
import { User } from '../users/user.entity.ts';
import { loadAccount } from './account.view.ts';
import type { ExportViewer } from './export.view.ts';

/**
 * Changes the username; the previous one is held for the user. @throws AppError USERNAME_EXISTS with a free name as
 * `details.username`.
 */
export async function editAccount(em: EntityManager, viewer: ExportViewer, username: string): Promise<AccountView> {
  const userId = viewer.id;
  return transact(em, async (tx) => {
    const user = await tx.findOneOrFail(User, { id: userId });
    if (user.username !== username) {
      await refuseTaken(tx, { username, userId });
      await releaseUsername(tx, userId, username);
      user.username = username;
      await tx.flush();
      publishDomainEvent(tx, 'profile-updated', { userId });
      await recordAudit(tx, { event: 'user_username_changed', actorId: userId });
    }
    return loadAccount(tx, viewer);
  });
}
