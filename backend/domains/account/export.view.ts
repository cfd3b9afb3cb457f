import type { ExportStatus, ExportView } from '#shared/api/account.ts';
import { isoOf, isoOrNull, read, type Reader, type Timestamp } from '../../db/read.ts';

const EXPORT_COLUMNS = 'e.id, e.status, e.progress, e.size_bytes, e.created_at, e.expires_at';
const LAST_EXPORT = {
  name: 'account-last-export',
  text: `select ${EXPORT_COLUMNS} from export_jobs e where e.user_id = $1 and (e.expires_at is null
    or e.expires_at > now())
    order by e.created_at desc, e.id desc limit 1`,
};
const EXPORT = {
  name: 'account-export',
  text: `select ${EXPORT_COLUMNS} from export_jobs e where e.user_id = $1 and e.id = $2 and (e.expires_at is null
    or e.expires_at > now())`,
};

interface ExportRow {
  id: string;
  status: ExportStatus;
  progress: number;
  size_bytes: string | null;
  created_at: Timestamp;
  expires_at: Timestamp | null;
}

/** Loads the account's newest archive that has not expired. Returns null when there is none. */
export async function loadLastExport(reader: Reader, userId: string): Promise<ExportView | null> {
  const [row] = await read<ExportRow>(reader, LAST_EXPORT, [userId]);
  return row ? toExportView(row) : null;
}

/** Loads one of the account's archives. Returns null for another user's and for an expired one. */
export async function loadExport(reader: Reader, userId: string, exportId: string): Promise<ExportView | null> {
  const [row] = await read<ExportRow>(reader, EXPORT, [userId, exportId]);
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
  };
}
