import type { MessageView, QuotedMessage } from '#shared/api/messages.ts';

/** Whether a file is shown as a picture. */
export function isImageType(type: string | null): boolean {
  return type?.startsWith('image/') ?? false;
}

/** A message as a quote of it reads. */
export function quoteOf({ id, senderId, content, fileName, fileType, deletedAt }: MessageView): QuotedMessage {
  return { id, senderId, content, fileName, fileType, isDeleted: deletedAt !== null };
}

/** The words that stand for a message in a line: its own, or else what came with it. */
export function previewOf({
  content,
  fileName,
  fileType,
  isDeleted,
}: Pick<QuotedMessage, 'content' | 'fileName' | 'fileType' | 'isDeleted'>): string {
  if (isDeleted) return 'Message deleted';
  if (content !== '') return content;
  return isImageType(fileType) ? 'Photo' : (fileName ?? '');
}

/** Address of the small picture of an image. */
export function previewUrlOf(fileUrl: string): string {
  return `${fileUrl}/preview`;
}

/** Address under which a file is saved and never shown. */
export function downloadUrlOf(fileUrl: string): string {
  return `${fileUrl}?download=1`;
}
