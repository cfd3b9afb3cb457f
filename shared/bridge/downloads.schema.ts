import * as z from 'zod/mini';
import type { DownloadsCalls } from './downloads.ts';

const one = z.tuple([z.uuid('This is not an id.')]);

/** Arguments of the calls about downloads. */
export const downloadsArguments = {
  listDownloads: z.tuple([]),
  openDownload: one,
  showDownload: one,
  dismissDownload: one,
} as const satisfies Record<keyof DownloadsCalls, z.ZodMiniType>;
