import { defineEntity, p } from '@mikro-orm/core';
import type { ReportReason, ReportTarget } from '#shared/api/reports.ts';
import { createdAtColumn, idColumn, sqlIndex, sqlUnique } from '../../db/columns.ts';
import type { ExcerptMessage } from '../messages/excerpt.view.ts';
import { User } from '../users/user.entity.ts';

/** The states of a report; all but `open` are final. */
export const REPORT_STATUSES = ['open', 'dismissed', 'removed', 'suspended'] as const;
/** One of {@link REPORT_STATUSES}. */
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** The reported content at the time of the report; it may have been changed or deleted since. */
export interface ReportSnapshot {
  /** Empty for a conversation. */
  text: string;
  imageUrl: string | null;
  /** When a reported message was last edited, in ISO 8601. */
  editedAt?: string | null;
  /**
   * The messages before a reported one, or the last ones of a conversation, oldest first; `isOwn` marks those of the
   * reporter, `isHidden` those that the reporter has deleted for themselves. A copy with messages is shown to operators
   * only, not in the reporter's export.
   */
  messages?: ExcerptMessage[];
  /** Number of messages among them that were deleted for both. */
  deletedForBoth?: number;
}

const ReportSchema = defineEntity({
  name: 'Report',
  tableName: 'reports',
  properties: {
    id: idColumn(),
    reporterId: () => p.manyToOne(User).mapToPk().fieldName('reporter_id').nullable().deleteRule('set null'),
    targetType: p.text().$type<ReportTarget>(),
    targetId: p.uuid(),
    /** The author of the reported record, or the reported user. */
    targetUserId: () => p.manyToOne(User).mapToPk().fieldName('target_user_id').nullable().deleteRule('set null'),
    reason: p.text().$type<ReportReason>(),
    note: p.text().nullable(),
    snapshot: p.json<ReportSnapshot>(),
    status: p.text().$type<ReportStatus>().default('open'),
    createdAt: createdAtColumn(),
    closedAt: p.datetime(3).nullable(),
    /** Name of the operator who closed it. */
    closedBy: p.text().nullable(),
  },
  uniques: [
    sqlUnique('reports_open_unique', `"reports" ("reporter_id", "target_type", "target_id") where "status" = 'open'`),
  ],
  indexes: [
    sqlIndex('reports_list', '"reports" ("status", "created_at" desc, "id" desc)'),
    { name: 'reports_target_index', properties: ['targetType', 'targetId'] },
    { name: 'reports_target_user_id_index', properties: ['targetUserId'] },
  ],
  checks: [{ name: 'reports_status_check', expression: `status in ('open', 'dismissed', 'removed', 'suspended')` }],
});

/** A user's report of a record of any noun, therefore without a foreign key. */
export class Report extends ReportSchema.class {}
ReportSchema.setClass(Report);
