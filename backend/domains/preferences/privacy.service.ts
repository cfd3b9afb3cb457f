import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '#shared/api/endpoint.ts';
import {
  defaultPrivacy,
  type Audience,
  type OfficeHours,
  type PrivacyView,
  type ProfileField,
  type QuietHours,
  type Reach,
  type SuggestionFact,
} from '#shared/api/privacy.ts';
import { read, type Reader } from '../../db/read.ts';
import { recordFact, transact } from '../../facts.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { syncListing } from '../students/directory.service.ts';
import { User } from '../users/user.entity.ts';
import { PrivacySettings } from './privacy-settings.entity.ts';

/** What a member has chosen, as the database holds it; null stands for the default of the role. */
export interface PrivacyRow {
  who_can_message: Reach | null;
  who_can_call: Reach | null;
  who_can_connect: Reach | null;
  directory: boolean | null;
  field_visibility: Partial<Record<ProfileField, Audience>> | null;
  read_receipts: boolean | null;
  presence: boolean | null;
  history_paused: boolean | null;
  suggestion_facts: Partial<Record<SuggestionFact, boolean>> | null;
  quiet_hours: QuietHours | null;
  office_hours: OfficeHours | null;
}

/** Columns of a {@link PrivacyRow}, of `privacy_settings` named `ps`, which may be left-joined and missing. */
const PRIVACY_COLUMNS = `ps.who_can_message, ps.who_can_call, ps.who_can_connect, ps.directory, ps.field_visibility,
  ps.read_receipts, ps.presence, ps.history_paused, ps.suggestion_facts, ps.quiet_hours, ps.office_hours`;

const PRIVACY = {
  name: 'privacy',
  text: `select u.role, ${PRIVACY_COLUMNS} from users u left join privacy_settings ps on ps.user_id = u.id where u.id = $1`,
};

/** Fills in what the member has not chosen. */
function toPrivacyView(row: PrivacyRow, role: Role): PrivacyView {
  const usual = defaultPrivacy(role);
  return {
    whoCanMessage: row.who_can_message ?? usual.whoCanMessage,
    whoCanCall: row.who_can_call ?? usual.whoCanCall,
    whoCanConnect: row.who_can_connect ?? usual.whoCanConnect,
    directory: row.directory,
    fieldVisibility: { ...usual.fieldVisibility, ...row.field_visibility },
    readReceipts: row.read_receipts ?? usual.readReceipts,
    presence: row.presence ?? usual.presence,
    historyPaused: row.history_paused ?? usual.historyPaused,
    suggestionFacts: { ...usual.suggestionFacts, ...row.suggestion_facts },
    quietHours: row.quiet_hours ?? usual.quietHours,
    officeHours: row.office_hours ?? usual.officeHours,
  };
}

/** Loads a person's privacy settings, the defaults of the role where nothing was chosen. @throws AppError NOT_FOUND. */
export async function loadPrivacy(reader: Reader, userId: string): Promise<PrivacyView> {
  const [row] = await read<PrivacyRow & { role: Role }>(reader, PRIVACY, [userId]);
  if (!row) throw notFound('This person');
  return toPrivacyView(row, row.role);
}

/** A change as the schema lets it through. */
type PrivacyEdit = {
  [Key in keyof Omit<PrivacyView, 'directory' | 'fieldVisibility' | 'suggestionFacts'>]?: PrivacyView[Key] | undefined;
} & {
  directory?: boolean | undefined;
  fieldVisibility?: Partial<Record<ProfileField, Audience | undefined>> | undefined;
  suggestionFacts?: Partial<Record<SuggestionFact, boolean | undefined>> | undefined;
};

/**
 * Changes a person's privacy settings and answers all of them; NOT_ALLOWED for the office hours of who is no teacher.
 * Position and institution stand on cards only while everyone may see them.
 */
export async function editPrivacy(em: EntityManager, userId: string, edit: PrivacyEdit): Promise<PrivacyView> {
  return transact(em, async (tx) => {
    await tx.upsert(PrivacySettings, tx.create(PrivacySettings, { userId }, { persist: false }), {
      onConflictFields: ['userId'],
      onConflictAction: 'ignore',
    });
    const saved = await tx.findOneOrFail(
      PrivacySettings,
      { userId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    const { fieldVisibility, suggestionFacts, ...rest } = edit;
    if (edit.officeHours && (await tx.findOneOrFail(User, { id: userId })).role !== 'teacher')
      throw new AppError('NOT_ALLOWED', 'Office hours are set by teachers');
    tx.assign(saved, Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)));
    if (suggestionFacts) saved.suggestionFacts = { ...saved.suggestionFacts, ...(suggestionFacts as object) };
    if (fieldVisibility) {
      saved.fieldVisibility = { ...saved.fieldVisibility, ...(fieldVisibility as object) };
      const user = await tx.findOneOrFail(User, { id: userId });
      user.isPositionPublic = (saved.fieldVisibility.position ?? 'everyone') === 'everyone';
      user.isInstitutionPublic = (saved.fieldVisibility.institution ?? 'everyone') === 'everyone';
      recordFact(tx, 'profile-updated', { userId });
    }
    if (edit.presence !== undefined) recordFact(tx, 'presence-switched', { userId });
    await tx.flush();
    await syncListing(tx, userId);
    return loadPrivacy(tx, userId);
  });
}
