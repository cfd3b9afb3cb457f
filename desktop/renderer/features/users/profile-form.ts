import { editProfileSchema } from '#shared/api/users.schema.ts';
import type { EducationItem, ExperienceItem, ProfileInput, ProfileView } from '#shared/api/users.ts';
import { checkInput, type FieldErrors } from '../../lib/page/form.ts';

/** The values of the form. */
export type ProfileDraft = { [Key in keyof ProfileInput]-?: NonNullable<ProfileInput[Key]> };

/** Returns the draft of an unchanged profile. */
export function draftOf(profile: ProfileView): ProfileDraft {
  return {
    fullName: profile.fullName,
    bio: profile.bio ?? '',
    institution: profile.institution ?? '',
    position: profile.position ?? '',
    educationData: [...profile.educationData],
    experienceData: [...profile.experienceData],
  };
}

/** A new education entry. */
export const EMPTY_EDUCATION: EducationItem = {
  institution: '',
  degree: '',
  field: '',
  start: '',
  end: null,
  description: '',
};
/** A new experience entry. */
export const EMPTY_EXPERIENCE: ExperienceItem = {
  title: '',
  company: '',
  location: '',
  start: '',
  end: null,
  description: '',
};

/** Returns the errors of a draft by field (`educationData.0.end`); empty when it is valid. */
export function checkDraft(draft: ProfileDraft): FieldErrors {
  return checkInput(editProfileSchema, draft).errors;
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

/** Formats a part of a draft, for a comparison of two versions. */
export function describePart(draft: ProfileDraft, part: keyof ProfileDraft): string {
  if (part === 'educationData')
    return draft[part].map((item) => entryText(item, [item.institution, item.degree])).join('\n') || '(empty)';
  if (part === 'experienceData')
    return draft[part].map((item) => entryText(item, [item.title, item.company])).join('\n') || '(empty)';
  return draft[part] || '(empty)';
}

function entryText({ start, end }: { start: string; end: string | null }, names: readonly string[]): string {
  return `${names.filter(Boolean).join(', ')} (${start} – ${end ?? 'today'})`;
}

/** Returns the index of the first other entry that overlaps an entry in time; null without one or without months. */
export function overlapOf(entries: readonly { start: string; end: string | null }[], index: number): number | null {
  const entry = entries[index];
  const isDated = ({ start, end }: { start: string; end: string | null }): boolean => start !== '' && end !== '';
  if (!entry || !isDated(entry)) return null;
  // Months compare as text. An end and a start in the same month do not overlap.
  const found = entries.findIndex(
    (other, at) =>
      at !== index &&
      isDated(other) &&
      other.start < (entry.end ?? '9999-12') &&
      entry.start < (other.end ?? '9999-12'),
  );
  return found === -1 ? null : found;
}
