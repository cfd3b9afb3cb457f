import type { Role } from '#shared/api/endpoint.ts';
import type { ReportReason, ReportTarget } from '#shared/api/reports.ts';
import { read, type Reader, type Timestamp } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import type { ReportSnapshot, ReportStatus } from './report.entity.ts';

/** A report in the operator's list, with the number of open reports of the same target. */
export interface ReportLine {
  id: string;
  createdAt: Timestamp;
  status: ReportStatus;
  targetType: ReportTarget;
  targetId: string;
  targetUsername: string | null;
  reporterUsername: string | null;
  reason: ReportReason;
  note: string | null;
  snapshot: ReportSnapshot;
  openCount: number;
  closedBy: string | null;
}

/** Another open report of the same target. */
interface OtherReport {
  id: string;
  createdAt: Timestamp;
  reporterUsername: string | null;
  reason: ReportReason;
}

/** A report with everything that an operator decides on. */
export interface ReportDetails extends ReportLine {
  /** The other open reports of the target, oldest first, at most 20. */
  others: OtherReport[];
}

/** Columns of a {@link ReportLine}; `snapshot` is SQL. */
const columns = (
  snapshot: string,
) => `r.id, r.created_at as "createdAt", r.status, r.target_type as "targetType", r.target_id as "targetId",
  t.username as "targetUsername", f.username as "reporterUsername", r.reason, r.note,
    ${snapshot} as snapshot,
    r.closed_by as "closedBy",
  (select count(*)::int from reports o where o.status = 'open' and o.target_type = r.target_type
    and o.target_id = r.target_id) as "openCount"`;
const JOINS = `left join users t on t.id = r.target_user_id left join users f on f.id = r.reporter_id`;

const LIST_COLUMNS = `${columns(`r.snapshot - 'messages'`)}, (count(*) over ())::int as total`;
const OPEN = {
  name: 'operator-reports-open',
  text: `select ${LIST_COLUMNS} from (select distinct on (s.target_type, s.target_id) s.* from reports s
      where s.status = 'open' order by s.target_type, s.target_id, s.created_at, s.id) r ${JOINS}
    order by r.created_at, r.id limit $1`,
};
const CLOSED = {
  name: 'operator-reports-closed',
  text: `select ${LIST_COLUMNS} from reports r ${JOINS} where r.status = $2
    order by r.created_at desc, r.id desc limit $1`,
};
const ONE = {
  name: 'operator-report',
  text: `select ${columns('r.snapshot')},
      array(select json_build_object('id', s.id, 'createdAt', s.created_at, 'reporterUsername', b.username,
          'reason', s.reason)
        from reports s left join users b on b.id = s.reporter_id
        where s.status = 'open' and s.target_type = r.target_type and s.target_id = r.target_id and s.id <> r.id
        order by s.created_at, s.id limit 20) as others
    from reports r ${JOINS} where r.id = $1`,
};

/**
 * Lists reports of one state, without the messages around a reported one. Of the open ones it lists the first report of
 * each target, oldest first, so that many new ones hide none; of the closed ones all, newest first. `total` is the
 * number without the limit.
 */
export async function listReports(
  reader: Reader,
  { status, limit }: { status: ReportStatus; limit: number },
): Promise<{ lines: ReportLine[]; total: number }> {
  type Row = ReportLine & { total: number };
  const lines = await (status === 'open'
    ? read<Row>(reader, OPEN, [limit])
    : read<Row>(reader, CLOSED, [limit, status]));
  return { lines, total: lines[0]?.total ?? 0 };
}

/** Loads one report. @throws AppError NOT_FOUND. */
export async function loadReportLine(reader: Reader, reportId: string): Promise<ReportDetails> {
  const [line] = await read<ReportDetails>(reader, ONE, [reportId]);
  if (!line) throw notFound('This report');
  return line;
}

/** An account as operators see it. */
export interface AccountLine {
  id: string;
  username: string;
  fullName: string;
  email: string;
  role: Role;
  createdAt: Timestamp;
  deactivatedAt: Timestamp | null;
  suspendedAt: Timestamp | null;
  suspensionReason: string | null;
  isAwaitingApproval: boolean;
  openReports: number;
}

const ACCOUNT = {
  name: 'operator-account',
  text: `select u.id, u.username, u.full_name as "fullName", u.email, u.role, u.created_at as "createdAt",
    u.deactivated_at as "deactivatedAt",
      u.suspended_at as "suspendedAt", u.suspension_reason as "suspensionReason",
      u.is_awaiting_approval as "isAwaitingApproval",
      (select count(*)::int from reports r where r.status = 'open' and r.target_user_id = u.id) as "openReports"
    from users u where lower(u.username) = lower($1) or u.id::text = $1`,
};

/** Finds an account by username or id, including deactivated and suspended ones. @throws AppError NOT_FOUND. */
export async function findAccount(reader: Reader, name: string): Promise<AccountLine> {
  const [account] = await read<AccountLine>(reader, ACCOUNT, [name.replace(/^@/, '')]);
  if (!account) throw notFound(`The account ${name}`);
  return account;
}

const REPORTS_OF = {
  name: 'operator-reports-of',
  text: `select count(*) filter (where status = 'open')::int as open,
      count(*) filter (where status <> 'open')::int as closed
    from reports where target_type = $1 and target_id = $2`,
};

/** Counts the open and the closed reports of one record. */
export async function countReportsOf(
  reader: Reader,
  { type, id }: { type: ReportTarget; id: string },
): Promise<{ open: number; closed: number }> {
  const [counts] = await read<{ open: number; closed: number }>(reader, REPORTS_OF, [type, id]);
  return counts ?? { open: 0, closed: 0 };
}
