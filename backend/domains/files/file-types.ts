import { type ATTACHMENT_ENDINGS, IMAGE_ENDINGS, type FilePurpose } from '#shared/api/files.ts';

/**
 * How a file is processed: of an `image`, pages show one that is encoded again, `text` must not contain control
 * characters, and the first bytes of `binary` must match its extension.
 */
export interface FileKind {
  kind: 'image' | 'text' | 'binary';
  /** MIME type it is stored with. */
  mime: string;
  /** MIME types that a binary may be detected as. */
  detected: readonly string[];
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';
/** The container of Word, Excel and PowerPoint files before 2007, which is the same for all three. */
const COMPOUND = 'application/x-cfb';

const binary = (mime: string, ...others: string[]): FileKind => ({ kind: 'binary', mime, detected: [mime, ...others] });
const text = (mime: string): FileKind => ({ kind: 'text', mime, detected: [] });
/** Photos that browsers cannot show, thus files that are only saved. */
const HEIC = binary(
  'application/octet-stream',
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
);
const IMAGE: FileKind = { kind: 'image', mime: 'image/webp', detected: [] };

/** File kinds by extension, except images. */
const ATTACHMENTS: Readonly<Record<(typeof ATTACHMENT_ENDINGS)[number], FileKind>> = {
  pdf: binary('application/pdf'),
  docx: binary(`${OPEN_XML}.wordprocessingml.document`),
  xlsx: binary(`${OPEN_XML}.spreadsheetml.sheet`),
  pptx: binary(`${OPEN_XML}.presentationml.presentation`),
  odt: binary(`${OPEN_DOCUMENT}.text`),
  ods: binary(`${OPEN_DOCUMENT}.spreadsheet`),
  odp: binary(`${OPEN_DOCUMENT}.presentation`),
  doc: binary('application/msword', COMPOUND),
  xls: binary('application/vnd.ms-excel', COMPOUND),
  ppt: binary('application/vnd.ms-powerpoint', COMPOUND),
  rtf: binary('application/rtf'),
  epub: binary('application/epub+zip'),
  txt: text('text/plain'),
  md: text('text/markdown'),
  csv: text('text/csv'),
  tsv: text('text/tab-separated-values'),
  json: text('application/json'),
  tex: text('application/x-tex'),
  bib: text('application/x-bibtex'),
  srt: text('application/x-subrip'),
  vtt: text('text/vtt'),
  mp3: binary('audio/mpeg'),
  m4a: binary('audio/mp4', 'audio/x-m4a', 'video/mp4'),
  ogg: binary('audio/ogg', 'audio/ogg; codecs=opus', 'video/ogg', 'application/ogg'),
  oga: binary('audio/ogg', 'audio/ogg; codecs=opus'),
  opus: binary('audio/ogg', 'audio/ogg; codecs=opus'),
  wav: binary('audio/wav'),
  flac: binary('audio/flac'),
  mp4: binary('video/mp4', 'audio/mp4', 'video/x-m4v', 'audio/x-m4a', 'video/quicktime'),
  m4v: binary('video/mp4', 'video/x-m4v'),
  webm: binary('video/webm', 'video/matroska', 'audio/webm'),
  mov: binary('video/quicktime', 'video/mp4'),
  zip: binary('application/zip'),
  '7z': binary('application/x-7z-compressed'),
  gz: binary('application/gzip'),
  tar: binary('application/x-tar'),
  heic: HEIC,
  heif: HEIC,
};

const KINDS = new Map<string, FileKind>([
  ...Object.entries(ATTACHMENTS),
  ...IMAGE_ENDINGS.map((ending) => [ending, IMAGE] as const),
]);

/** Returns the kind of a file by its extension for messages and items, otherwise an image; null when rejected. */
export function kindOf(name: string, purpose: FilePurpose): FileKind | null {
  return purpose === 'message-file' || purpose === 'course-file' ? (KINDS.get(endingOf(name)) ?? null) : IMAGE;
}

/** Returns the extension of a name in lower case without the dot; empty without one. */
export function endingOf(name: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '';
}
