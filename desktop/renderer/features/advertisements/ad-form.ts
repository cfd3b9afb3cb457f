import {
  AD_SECTIONS,
  EVENTLESS_SECTION,
  type AdSection,
  type AdvertisementInput,
  type EditAdvertisementInput,
  type OwnAdvertisementView,
} from '#shared/api/advertisements.ts';
import { AD_LIMITS } from '#shared/limits.ts';

/** The values of the form, without a newly chosen image. */
export interface AdDraft {
  title: string;
  description: string;
  linkUrl: string;
  section: AdSection;
  imageAlt: string;
  /** The stored image; null without one or after its removal. */
  imageUrl: string | null;
  /** The event it promotes instead of a link. */
  eventId: string | null;
}

/** The initial values of a new advertisement. */
interface AdStart {
  section: AdSection;
  promoted?: { id: string; title: string; description: string } | undefined;
}

/** Returns the initial values: those of the advertisement, of the promoted event, or empty ones. */
export function draftOf(advertisement: OwnAdvertisementView | null, { section, promoted }: AdStart): AdDraft {
  if (advertisement) {
    const { title, description, linkUrl, imageUrl, imageAlt, eventId } = advertisement;
    return { title, description, linkUrl, section: advertisement.section, imageUrl, imageAlt: imageAlt ?? '', eventId };
  }
  const description = promoted
    ? startOf(promoted.description || `Come to ${promoted.title}.`, AD_LIMITS.descriptionMaxChars)
    : '';
  return {
    title: startOf(promoted?.title ?? '', AD_LIMITS.titleMaxChars),
    description,
    linkUrl: '',
    section,
    imageUrl: null,
    imageAlt: '',
    eventId: promoted?.id ?? null,
  };
}

/** Returns the start of a text on one line, cut between words. */
function startOf(text: string, max: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2))}…`;
}

/** Returns the input for a new advertisement, without its image. */
export function inputOf({ title, description, linkUrl, section, imageAlt, eventId }: AdDraft): AdvertisementInput {
  return {
    title,
    description,
    section,
    ...(eventId === null ? { linkUrl } : { eventId }),
    ...(imageAlt.trim() !== '' && { imageAlt: imageAlt.trim() }),
  };
}

/** The parts of an edit beside the fields: a newly chosen image, and whether it stays a draft. */
interface AdSaving {
  fileId?: string | undefined;
  isDraft?: boolean | undefined;
}

/** Returns the fields that a draft changes. */
export function changesOf(
  advertisement: OwnAdvertisementView,
  draft: AdDraft,
  { fileId, isDraft = false }: AdSaving,
): EditAdvertisementInput {
  const changes: EditAdvertisementInput = {};
  if (draft.title.trim() !== advertisement.title) changes.title = draft.title;
  if (draft.description.trim() !== advertisement.description) changes.description = draft.description;
  if (draft.eventId === null && draft.linkUrl.trim() !== advertisement.linkUrl) changes.linkUrl = draft.linkUrl;
  if (draft.section !== advertisement.section) changes.section = draft.section;
  if (fileId !== undefined) changes.fileId = fileId;
  else if (draft.imageUrl === null && advertisement.imageUrl !== null) changes.fileId = null;
  if (draft.imageAlt.trim() !== (advertisement.imageAlt ?? '')) changes.imageAlt = draft.imageAlt.trim();
  const hasChanged = Object.keys(changes).length > 0;
  // Saving an edit sends it for review, even without changes, unless it stays a draft.
  return (isDraft && hasChanged) || (!isDraft && advertisement.state === 'draft') ? { ...changes, isDraft } : changes;
}

/** Returns the sections in which a draft can be shown. */
export function sectionsOf({ eventId }: Pick<AdDraft, 'eventId'>): readonly AdSection[] {
  return eventId === null ? AD_SECTIONS : AD_SECTIONS.filter((section) => section !== EVENTLESS_SECTION);
}
