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

/** Icons by the start of a type; the first that fits counts. */
const ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\//, FileImage],
  [/^audio\//, FileHeadphone],
  [/^video\//, FilePlay],
  [/zip|x-7z|gzip|x-tar/, FileArchive],
  [/sheet|excel|csv|tab-separated/, FileSpreadsheet],
  [/presentation|powerpoint/, Presentation],
  [/^text\/|pdf|word|opendocument|rtf|epub|json/, FileText],
];

/** A picture of what kind of file it is. */
export function FileIcon({ type }: { type: string }) {
  const Icon = ICONS.find(([fits]) => fits.test(type))?.[1] ?? File;
  return <Icon aria-hidden="true" className="size-5 shrink-0 text-text-muted" />;
}
