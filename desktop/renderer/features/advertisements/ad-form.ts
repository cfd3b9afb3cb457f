import {
  AD_SECTIONS,
  EVENTLESS_SECTION,
  type AdSection,
  type AdvertisementInput,
  type EditAdvertisementInput,
  type OwnAdvertisementView,
} from '#shared/api/advertisements.ts';
import { AD_LIMITS } from '#shared/limits.ts';

/** What the form holds beside a newly chosen picture. */
export interface AdDraft {
  title: string;
  description: string;
  linkUrl: string;
  section: AdSection;
  imageAlt: string;
  /** The picture it has already; null without one, or once it is taken away. */
  imageUrl: string | null;
  /** What it promotes in place of a link. */
  eventId: string | null;
}

/** What a new advertisement starts with. */
export interface AdStart {
  section: AdSection;
  promoted?: { id: string; title: string; description: string } | undefined;
}

/** What the form starts with: the advertisement, or what is promoted, or nothing. */
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

/** A start of a text on one line, cut between words. */
function startOf(text: string, max: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2))}…`;
}

/** What is sent for a new one, but for its picture. */
export function inputOf({ title, description, linkUrl, section, imageAlt, eventId }: AdDraft): AdvertisementInput {
  return {
    title,
    description,
    section,
    ...(eventId === null ? { linkUrl } : { eventId }),
    ...(imageAlt.trim() !== '' && { imageAlt: imageAlt.trim() }),
  };
}

/** What an edit brings beside the fields: a newly chosen picture, and whether it goes on waiting for its owner. */
export interface AdSaving {
  fileId?: string | undefined;
  isDraft?: boolean | undefined;
}

/** What a draft changes of its advertisement, and nothing else. */
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
  // An edit is sent to the operators unless it says otherwise; a draft is sent as it stands, too.
  return (isDraft && hasChanged) || (!isDraft && advertisement.state === 'draft') ? { ...changes, isDraft } : changes;
}

/** The places a draft can stand in. */
export function placesOf({ eventId }: Pick<AdDraft, 'eventId'>): readonly AdSection[] {
  return eventId === null ? AD_SECTIONS : AD_SECTIONS.filter((section) => section !== EVENTLESS_SECTION);
}
