import { editProfileSchema } from '#shared/api/users.schema.ts';
import { loadDraft, saveDraft } from '../../lib/storage/drafts.ts';
import type { EducationItem, ExperienceItem, ProfileInput, ProfileView } from '#shared/api/users.ts';

/** The values of the form. */
export type ProfileDraft = { [Key in keyof ProfileInput]-?: NonNullable<ProfileInput[Key]> };

/** Returns the draft of an unchanged profile. */
export function draftOf({
  fullName,
  bio,
  institution,
  position,
  educationData,
  experienceData,
}: ProfileView): ProfileDraft {
  return {
    fullName,
    bio: bio ?? '',
    institution: institution ?? '',
    position: position ?? '',
    educationData: [...educationData],
    experienceData: [...experienceData],
  };
}

/** An unsaved draft, and the version of the profile that it is based on. */
interface StoredDraft {
  draft: ProfileDraft;
  version: string;
}

const DRAFT_PLACE = 'profile';

/** Stores a draft on this device, where it outlives the session and the window; null removes it. */
export function saveProfileDraft(userId: string, stored: StoredDraft | null): void {
  saveDraft(userId, DRAFT_PLACE, stored === null ? '' : JSON.stringify(stored));
}

/** Returns the stored draft of the user's profile; null without one, or when it equals the profile. */
export function loadProfileDraft(profile: ProfileView): StoredDraft | null {
  try {
    const { draft, version } = JSON.parse(loadDraft(profile.id, DRAFT_PLACE)) as StoredDraft;
    const usual = draftOf(profile);
    const isWhole = (Object.keys(usual) as (keyof ProfileDraft)[]).every(
      (part) => typeof draft[part] === typeof usual[part] && Array.isArray(draft[part]) === Array.isArray(usual[part]),
    );
    return isWhole && typeof version === 'string' && differences(draft, usual).length > 0 ? { draft, version } : null;
  } catch {
    return null;
  }
}

/** Returns a new education entry. */
export const EMPTY_EDUCATION: EducationItem = {
  institution: '',
  degree: '',
  field: '',
  start: '',
  end: null,
  description: '',
};
/** Returns a new experience entry. */
export const EMPTY_EXPERIENCE: ExperienceItem = {
  title: '',
  company: '',
  location: '',
  start: '',
  end: null,
  description: '',
};

/** Returns the errors of a draft by field (`educationData.0.end`); empty when it is valid. */
export function checkDraft(draft: ProfileDraft): Record<string, string> {
  const result = editProfileSchema.safeParse(draft);
  const errors: Record<string, string> = {};
  for (const { path, message } of result.success ? [] : result.error.issues) errors[path.join('.')] ??= message;
  return errors;
}

/** Labels of the parts of a draft. */
export const PART_NAMES: Record<keyof ProfileDraft, string> = {
  fullName: 'Name',
  bio: 'About you',
  institution: 'Institution',
  position: 'Position',
  educationData: 'Education',
  experienceData: 'Experience',
};

/** Returns the parts in which two drafts differ, in the order of the form. */
export function differences(one: ProfileDraft, other: ProfileDraft): (keyof ProfileDraft)[] {
  return (Object.keys(PART_NAMES) as (keyof ProfileDraft)[]).filter(
    (part) => JSON.stringify(one[part]) !== JSON.stringify(other[part]),
  );
}

/** Formats a part of a draft, for a comparison of two versions. */
export function describePart(draft: ProfileDraft, part: keyof ProfileDraft): string {
  if (part === 'educationData')
    return (
      draft.educationData
        .map(
          ({ institution, degree, start, end }) =>
            `${[institution, degree].filter(Boolean).join(', ')} (${start} – ${end ?? 'today'})`,
        )
        .join('\n') || '(empty)'
    );
  if (part === 'experienceData')
    return (
      draft.experienceData
        .map(
          ({ title, company, start, end }) =>
            `${[title, company].filter(Boolean).join(', ')} (${start} – ${end ?? 'today'})`,
        )
        .join('\n') || '(empty)'
    );
  return draft[part] || '(empty)';
}

/** Returns the index of the first other entry that overlaps an entry in time; null without one or without months. */
export function overlapOf(lines: readonly { start: string; end: string | null }[], index: number): number | null {
  const line = lines[index];
  const isDated = ({ start, end }: { start: string; end: string | null }): boolean => start !== '' && end !== '';
  if (!line || !isDated(line)) return null;
  // Months compare as text. An end and a start in the same month do not overlap.
  const found = lines.findIndex(
    (other, at) =>
      at !== index && isDated(other) && other.start < (line.end ?? '9999-12') && line.start < (other.end ?? '9999-12'),
  );
  return found === -1 ? null : found;
}
