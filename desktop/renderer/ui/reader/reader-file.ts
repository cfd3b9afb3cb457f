/** A file that can be opened; `size` is in bytes. */
export interface ReaderFile {
  /** What the user reads instead of the name. */
  title?: string;
  name: string;
  type: string;
  size: number;
}

/**
 * Where a user is in a file: `position` is a text that the same viewer understands on another device, `percent` a
 * number from 0 to 1.
 */
export interface ReaderPlace {
  position: string;
  percent: number;
}

/** Captions of a video: a WebVTT file, its name, and its language as a BCP 47 tag. */
export interface ReaderCaptions {
  url: string;
  label: string;
  lang: string;
}

/** How a file is shown. */
export type ReaderKind = 'pdf' | 'epub' | 'video' | 'audio' | 'image' | 'table' | 'text';

/** Why a file is not shown: `locked` needs a password, `unplayable` has a format that the browser cannot decode. */
export type ReaderProblem = 'damaged' | 'failed' | 'locked' | 'too-large' | 'unplayable' | 'unsupported';

/** What every viewer receives. */
export interface ViewerProps {
  file: ReaderFile;
  url: string;
  /** Where the user stopped; null for the start. */
  position: string | null;
  captions: readonly ReaderCaptions[];
  /** True when the viewer takes focus as soon as its content is shown. */
  isFocused: boolean;
  onPlace: (place: ReaderPlace) => void;
  /** Called when the user pauses, so that the last place is stored now. */
  onPause: () => void;
  onProblem: (problem: ReaderProblem) => void;
}

/** Media types by the way they are shown; the first match wins. */
const KINDS: readonly (readonly [RegExp, ReaderKind])[] = [
  [/^application\/pdf$/, 'pdf'],
  [/^application\/epub\+zip$/, 'epub'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^image\//, 'image'],
  [/^text\/(?:csv|tab-separated-values)$/, 'table'],
  [/^text\/(?!html)|^application\/(?:json|x-tex|x-bibtex|x-subrip)$/, 'text'],
];

/** Returns how a file of a media type is shown; null for one that can only be saved. */
export function readerKindOf(type: string): ReaderKind | null {
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? null;
}
