import type { Role } from '#shared/api/endpoint.ts';
import {
  defaultPrivacy,
  type Audience,
  type OfficeHours,
  type PrivacyView,
  type ProfileField,
  type QuietHours,
  type Reach,
  type SuggestionSource,
} from '#shared/api/privacy.ts';
import { read, type Reader } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';

/** What a user has chosen, as stored; null means the default of the role. */
interface PrivacyRow {
  who_can_message: Reach | null;
  who_can_call: Reach | null;
  who_can_connect: Reach | null;
  who_can_mention: Reach | null;
  directory: boolean | null;
  field_visibility: Partial<Record<ProfileField, Audience>> | null;
  read_receipts: boolean | null;
  presence: boolean | null;
  always_relay: boolean | null;
  history_paused: boolean | null;
  suggestion_sources: Partial<Record<SuggestionSource, boolean>> | null;
  quiet_hours: QuietHours | null;
  office_hours: OfficeHours | null;
}

/** Columns of a {@link PrivacyRow}, of `privacy_settings` named `ps`, which may be left-joined and missing. */
const PRIVACY_COLUMNS = `ps.who_can_message, ps.who_can_call, ps.who_can_connect, ps.who_can_mention, ps.directory,
  ps.field_visibility, ps.read_receipts, ps.presence, ps.always_relay, ps.history_paused, ps.suggestion_sources,
  ps.quiet_hours, ps.office_hours`;

const PRIVACY = {
  name: 'privacy',
  text: `select u.role, ${PRIVACY_COLUMNS} from users u left join privacy_settings ps on ps.user_id = u.id
    where u.id = $1`,
};

/** Fills in what the user has not chosen. */
function toPrivacyView(row: PrivacyRow, role: Role): PrivacyView {
  const usual = defaultPrivacy(role);
  return {
    whoCanMessage: row.who_can_message ?? usual.whoCanMessage,
    whoCanCall: row.who_can_call ?? usual.whoCanCall,
    whoCanConnect: row.who_can_connect ?? usual.whoCanConnect,
    whoCanMention: row.who_can_mention ?? usual.whoCanMention,
    directory: row.directory,
    fieldVisibility: { ...usual.fieldVisibility, ...row.field_visibility },
    readReceipts: row.read_receipts ?? usual.readReceipts,
    presence: row.presence ?? usual.presence,
    alwaysRelay: row.always_relay ?? usual.alwaysRelay,
    historyPaused: row.history_paused ?? usual.historyPaused,
    suggestionSources: { ...usual.suggestionSources, ...row.suggestion_sources },
    quietHours: row.quiet_hours ?? usual.quietHours,
    officeHours: row.office_hours ?? usual.officeHours,
  };
}

/** Loads a user's privacy settings, the defaults of the role where nothing was chosen. @throws AppError NOT_FOUND. */
export async function loadPrivacy(reader: Reader, userId: string): Promise<PrivacyView> {
  const [row] = await read<PrivacyRow & { role: Role }>(reader, PRIVACY, [userId]);
  if (!row) throw notFound('This member');
  return toPrivacyView(row, row.role);
}
