import type { ExportStatus, ExportView } from '#shared/api/account.ts';
import { ACCOUNT_LIMITS } from '#shared/limits.ts';
import type { Identity } from '../../http/identity.ts';
import { isoOf, isoOrNull, read, type Reader, type Timestamp } from '../../db/read.ts';

/**
 * Archives of user $1 as session $2 sees them. One that was finished before a change of the password, or before all
 * devices were signed out, is void.
 */
const OWN_EXPORTS = `select e.id, e.status, e.progress, e.size_bytes, e.created_at, e.expires_at,
    e.confirmed_session_id = $2 and e.confirmed_at > now() - interval '${ACCOUNT_LIMITS.exportConfirmedMs} milliseconds'
      as is_confirmed
  from export_jobs e join users u on u.id = e.user_id
  where e.user_id = $1 and (e.expires_at is null or e.expires_at > now())
    and (e.status <> 'ready' or e.created_at >= coalesce(u.access_revoked_at, '-infinity'))`;
const LAST_EXPORT = {
  name: 'account-last-export',
  text: `${OWN_EXPORTS} order by e.created_at desc, e.id desc limit 1`,
};
const EXPORT = { name: 'account-export', text: `${OWN_EXPORTS} and e.id = $3` };

interface ExportRow {
  id: string;
  status: ExportStatus;
  progress: number;
  size_bytes: string | null;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  is_confirmed: boolean | null;
}

/** The user and the session that look at an archive. */
export type ExportViewer = Pick<Identity, 'id' | 'sessionId'>;

/** Loads the account's newest archive that has not expired. Returns null when there is none. */
export async function loadLastExport(reader: Reader, { id, sessionId }: ExportViewer): Promise<ExportView | null> {
  const [row] = await read<ExportRow>(reader, LAST_EXPORT, [id, sessionId]);
  return row ? toExportView(row) : null;
}

/** Loads one of the account's archives. Returns null for another user's and for an expired one. */
export async function loadExport(
  reader: Reader,
  { id, sessionId }: ExportViewer,
  exportId: string,
): Promise<ExportView | null> {
  const [row] = await read<ExportRow>(reader, EXPORT, [id, sessionId, exportId]);
  return row ? toExportView(row) : null;
}

function toExportView(row: ExportRow): ExportView {
  return {
    id: row.id,
    status: row.status,
    progress: row.progress,
    size: row.size_bytes === null ? null : Number(row.size_bytes),
    createdAt: isoOf(row.created_at),
    expiresAt: isoOrNull(row.expires_at),
    isConfirmed: row.is_confirmed === true,
  };
}
