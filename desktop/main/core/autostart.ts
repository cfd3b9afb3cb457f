/**
 * Returns the content of an autostart file (freedesktop.org, Desktop Application Autostart Specification). The command
 * is quoted as the Desktop Entry Specification requires.
 */
export function autostartEntry(executable: string, args: readonly string[]): string {
  const command = [executable, ...args].map((part) => quote(part)).join(' ');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Lyceum',
    `Exec=${command}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

function quote(part: string): string {
  const escaped = part.replaceAll('%', '%%');
  if (/^[\w./:=@%+-]+$/.test(escaped)) return escaped;
  // A value is unescaped twice: as a string of the file, then as a quoted argument.
  return `"${escaped.replaceAll('\\', String.raw`\\\\`).replaceAll(/["`$]/g, String.raw`\\$&`)}"`;
}
