import type { MessageView, QuotedMessage } from '#shared/api/messages.ts';

/** Returns whether a file is shown as an image. */
export function isImageType(type: string | null): boolean {
  return type?.startsWith('image/') ?? false;
}

/** Returns the quote of a message. */
export function quoteOf({ id, senderId, content, fileName, fileType, deletedAt }: MessageView): QuotedMessage {
  return { id, senderId, content, fileName, fileType, isDeleted: deletedAt !== null };
}

/** Returns the one-line preview of a message: its text, or the name of its file. */
export function previewOf({
  content,
  fileName,
  fileType,
  isDeleted,
}: Pick<QuotedMessage, 'content' | 'fileName' | 'fileType' | 'isDeleted'>): string {
  if (isDeleted) return 'Message deleted';
  if (content !== '') return content;
  return isImageType(fileType) ? 'Image' : (fileName ?? '');
}

/** Returns the address of what the server shows of an image: a thumbnail of a photo. */
export function previewUrlOf(fileUrl: string): string {
  return `${fileUrl}/preview`;
}

/**
 * Returns whether a file is a photo, which is shown in the thread. An image that was sent as a file has no size in
 * pixels and is shown as a card.
 */
export function isPhoto({ fileType, fileWidth }: Pick<MessageView, 'fileType' | 'fileWidth'>): boolean {
  return isImageType(fileType) && fileWidth !== null;
}

/** Returns the address of an image in full size without its metadata: a photo has none, a file has a preview. */
export function shownUrlOf(fileUrl: string, file: Pick<MessageView, 'fileType' | 'fileWidth'>): string {
  return isPhoto(file) ? fileUrl : previewUrlOf(fileUrl);
}

/** Returns the address that downloads a file instead of showing it. */
export function downloadUrlOf(fileUrl: string): string {
  return `${fileUrl}?download=1`;
}
