/** How long a saved file's address stays valid, in milliseconds: the browser reads it after the click has returned. */
const ADDRESS_MS = 60_000;

/** Downloads a text as a file; the desktop app opens a dialog for the location. */
export function saveTextFile(text: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_MS);
}

/** Downloads what an address of this server, or of this page, returns; without a name, the response names the file. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
