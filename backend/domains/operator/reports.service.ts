import type { EntityManager } from '@mikro-orm/postgresql';
import type { CreateReportInput } from '#shared/api/reports.ts';
import { newId } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { AppError } from '../../http/app-error.ts';
import { hideAdvertisement } from '../advertisements/advertisements.service.ts';
import { loadReported, type Reporter } from './reports.targets.ts';

/** The no-op update makes the statement return the open report. */
const REPORT = {
  name: 'report',
  text: `insert into reports (id, reporter_id, target_type, target_id, target_user_id, reason, note, snapshot)
    values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)
    on conflict (reporter_id, target_type, target_id) where status = 'open' do update
      set reporter_id = excluded.reporter_id
    returning id`,
};

/**
 * Reports a record that the reporter can see and did not create; a second report of it while the first is open changes
 * nothing.
 *
 * @throws AppError NOT_FOUND, VALIDATION for the reporter's own record.
 */
export async function createReport(
  em: EntityManager,
  reporter: Reporter,
  input: CreateReportInput,
): Promise<{ id: string }> {
  return transact(em, async (tx) => {
    const { targetType, targetId, reason, note } = input;
    const { userId, snapshot } = await loadReported(tx, { type: targetType, id: targetId }, reporter);
    if (userId === reporter.id) throw new AppError('VALIDATION', 'You cannot report yourself or what you wrote');
    const values = [newId(), reporter.id, targetType, targetId, userId, reason, note || null, JSON.stringify(snapshot)];
    const [row] = await read<{ id: string }>(tx, REPORT, values);
    // A reported advertisement is also hidden from its reporter.
    if (targetType === 'advertisement') await hideAdvertisement(tx, reporter.id, targetId);
    return { id: row?.id ?? '' };
  });
}
