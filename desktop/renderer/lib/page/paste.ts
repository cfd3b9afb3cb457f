/** What a paste of React or of the browser carries. */
interface PasteLike {
  clipboardData: Pick<DataTransfer, 'files' | 'types'> | null;
}

/**
 * Files of a paste, for every field that takes files. Empty for a text: Excel and Word put a picture of the text beside
 * it. A copied file can come with its name as plain text, and a copied image with its HTML.
 */
export function filesOfPaste(event: PasteLike): File[] {
  // oxlint-disable-next-line no-restricted-properties -- this is the one place that reads the files of a paste
  const data = event.clipboardData;
  if (!data) return [];
  const { files, types } = data;
  const isText = types.includes('text/plain') && (types.includes('text/html') || types.includes('text/rtf'));
  return isText ? [] : [...files];
}
