import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdSection, AdState } from '#shared/api/advertisements.ts';
import { databaseNow } from '../../db/clock.ts';
import { read, type Reader, type Timestamp } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { LOCKED, transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { Advertisement } from './advertisement.entity.ts';

/** One advertisement in the operator's list. */
export interface AdLine {
  id: string;
  createdAt: Timestamp;
  username: string;
  section: AdSection;
  title: string;
  description: string;
  linkUrl: string | null;
  imageUrl: string | null;
  imageAlt: string | null;
}

const LIST = {
  name: 'operator-advertisements',
  text: `select d.id, d.created_at as "createdAt", u.username, d.section, d.title, d.description, coalesce(d.link_url,
    '/home?event=' || d.event_id) as "linkUrl", d.image_url as "imageUrl", d.image_alt as "imageAlt"
    from advertisements d join users u on u.id = d.user_id where d.state = $1 order by d.created_at, d.id limit 100`,
};

/** Lists advertisements in a state, the oldest first. */
export async function listForReview(reader: Reader, state: AdState): Promise<AdLine[]> {
  return read<AdLine>(reader, LIST, [state]);
}

/** Approves or rejects an advertisement. @throws AppError NOT_FOUND, VALIDATION when it is not pending. */
export async function decideAdvertisement(
  em: EntityManager,
  id: string,
  { operator, rejection }: { operator: string; rejection: string | null },
): Promise<void> {
  await transact(em, async (tx) => {
    const advertisement = await tx.findOne(Advertisement, { id }, LOCKED);
    if (!advertisement) throw notFound('This advertisement');
    if (advertisement.state !== 'review' && !(advertisement.state === 'active' && rejection !== null)) {
      throw new AppError('VALIDATION', `This advertisement is ${advertisement.state}`);
    }
    const wasShown = advertisement.state === 'active';
    advertisement.state = rejection === null ? 'active' : 'rejected';
    advertisement.rejectionReason = rejection;
    await recordAudit(tx, {
      event: rejection === null ? 'advertisement_approved' : 'advertisement_rejected',
      target: { type: 'advertisement', id },
      details: { operator, advertiser: advertisement.userId, ...(rejection !== null && { reason: rejection }) },
    });
    if (rejection === null) publishDomainEvent(tx, 'advertisement-created', { advertisementId: id });
    else if (wasShown) publishDomainEvent(tx, 'advertisement-updated', { advertisementId: id });
    publishDomainEvent(tx, 'advertisement-reviewed', { advertisementId: id, at: databaseNow().toISOString() });
  });
}
