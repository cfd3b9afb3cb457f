/** How long a saved file's address stays valid, in milliseconds: the browser reads it after the click has returned. */
const ADDRESS_MS = 60_000;

/** Downloads a text as a file; the desktop app opens a dialog for the location. */
export function saveTextFile(text: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), ADDRESS_MS);
}

/** Downloads a table as a CSV file named `<name>.csv`. The mark at its start tells spreadsheets that it is UTF-8. */
export function saveCsv(text: string, name: string): void {
  saveTextFile(`\uFEFF${text.replace(/^\uFEFF/, '')}`, { name: `${name}.csv`, type: 'text/csv' });
}

/** Returns a name with the day (UTC) on which a file is saved: `sales-2026-11-23`. */
export function datedName(name: string): string {
  return `${name}-${new Date().toISOString().slice(0, 10)}`;
}

/** Downloads what an address of this server, or of this page, returns; without a name, the response names the file. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
