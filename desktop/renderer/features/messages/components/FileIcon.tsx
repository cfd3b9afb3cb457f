import {
  File,
  FileArchive,
  FileHeadphone,
  FileImage,
  FilePlay,
  FileSpreadsheet,
  FileText,
  Presentation,
  type LucideIcon,
} from 'lucide-react';

/** Icons by media type; the first match wins. */
const ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\//, FileImage],
  [/^audio\//, FileHeadphone],
  [/^video\//, FilePlay],
  [/zip|x-7z|gzip|x-tar/, FileArchive],
  [/sheet|excel|csv|tab-separated/, FileSpreadsheet],
  [/presentation|powerpoint/, Presentation],
  [/^text\/|pdf|word|opendocument|rtf|epub|json/, FileText],
];

/** The icon of a media type. */
export function FileIcon({ type }: { type: string }) {
  const Icon = ICONS.find(([pattern]) => pattern.test(type))?.[1] ?? File;
  return <Icon className="size-5 shrink-0 text-text-muted" />;
}
