import { FILE_LIMITS } from '#shared/limits.ts';

/** Device names that Windows reserves, with any extension. Source: Microsoft, "Naming Files, Paths, and Namespaces". */
const RESERVED = /^(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?=\.|$)/i;

/**
 * Returns a safe file name: without folders, control and bidirectional characters and Windows device names, at most 255
 * characters, with the extension of the stored type. Joiners remain, which belong to words of Persian and Indic
 * scripts. An empty name becomes `image` or `file`.
 */
export function cleanFileName(claimed: string, ending: string): string {
  const base = claimed.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = base.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"|?*]/gu, '').trim();
  const rest =
    plain.replace(/\.[^.]{0,10}$/, '').replace(/^[. ]+|[. ]+$/g, '') || (ending === 'webp' ? 'image' : 'file');
  const stem = RESERVED.test(rest) ? `_${rest}` : rest;
  const room = FILE_LIMITS.nameMaxChars - ending.length - 1;
  return `${Array.from(stem).slice(0, room).join('')}.${ending}`;
}

/** Returns the Content-Disposition value of a file (RFC 6266, with the extended form of RFC 8187). */
export function dispositionOf(name: string, { isInline }: { isInline: boolean }): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const extended = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isInline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${extended}`;
}
