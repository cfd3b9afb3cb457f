import { editProfileSchema } from '#shared/api/users.schema.ts';
import { loadDraft, saveDraft } from '../../lib/drafts.ts';
import type { EducationItem, ExperienceItem, ProfileInput, ProfileView } from '#shared/api/users.ts';

/** A profile as it is edited. */
export type ProfileDraft = ProfileInput;

/** The draft of a profile as it stands. */
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

/** A draft that was not saved, and the version it was made of. */
export interface KeptDraft {
  draft: ProfileDraft;
  version: string;
}

const DRAFT_PLACE = 'profile';

/** Keeps a draft on this device, so that a session that ends or a window that closes loses nothing; null forgets it. */
export function keepProfileDraft(userId: string, kept: KeptDraft | null): void {
  saveDraft(userId, DRAFT_PLACE, kept === null ? '' : JSON.stringify(kept));
}

/** The draft that was kept of an own profile; null when there is none, or it says nothing else than the profile. */
export function loadProfileDraft(profile: ProfileView): KeptDraft | null {
  try {
    const { draft, version } = JSON.parse(loadDraft(profile.id, DRAFT_PLACE)) as KeptDraft;
    const usual = draftOf(profile);
    const isWhole = (Object.keys(usual) as (keyof ProfileDraft)[]).every(
      (part) => typeof draft[part] === typeof usual[part] && Array.isArray(draft[part]) === Array.isArray(usual[part]),
    );
    return isWhole && typeof version === 'string' && differences(draft, usual).length > 0 ? { draft, version } : null;
  } catch {
    return null;
  }
}

/** A new line of education. */
export const EMPTY_EDUCATION: EducationItem = {
  institution: '',
  degree: '',
  field: '',
  start: '',
  end: null,
  description: '',
};
/** A new line of experience. */
export const EMPTY_EXPERIENCE: ExperienceItem = {
  title: '',
  company: '',
  location: '',
  start: '',
  end: null,
  description: '',
};

/** What is wrong with a draft, by field (`educationData.0.end`); empty when nothing is. */
export function checkDraft(draft: ProfileDraft): Record<string, string> {
  const result = editProfileSchema.safeParse(draft);
  const errors: Record<string, string> = {};
  for (const { path, message } of result.success ? [] : result.error.issues) errors[path.join('.')] ??= message;
  return errors;
}

/** Names of the parts of a draft. */
export const PART_NAMES: Record<keyof ProfileDraft, string> = {
  fullName: 'Name',
  bio: 'About you',
  institution: 'Institution',
  position: 'Position',
  educationData: 'Education',
  experienceData: 'Experience',
};

/** The parts in which two drafts differ, in the order of the form. */
export function differences(one: ProfileDraft, other: ProfileDraft): (keyof ProfileDraft)[] {
  return (Object.keys(PART_NAMES) as (keyof ProfileDraft)[]).filter(
    (part) => JSON.stringify(one[part]) !== JSON.stringify(other[part]),
  );
}

/** A part in words, for showing two versions side by side. */
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

/**
 * The first other line whose time overlaps that of a line, by its index; null when none does or a month is missing. Two
 * at once may be true.
 */
export function overlapOf(lines: readonly { start: string; end: string | null }[], index: number): number | null {
  const line = lines[index];
  const isDated = ({ start, end }: { start: string; end: string | null }): boolean => start !== '' && end !== '';
  if (!line || !isDated(line)) return null;
  // Months compare as text; to leave and to begin in one month is no overlap.
  const found = lines.findIndex(
    (other, at) =>
      at !== index && isDated(other) && other.start < (line.end ?? '9999-12') && line.start < (other.end ?? '9999-12'),
  );
  return found === -1 ? null : found;
}
