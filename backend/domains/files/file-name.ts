import { FILE_LIMITS } from '#shared/limits.ts';

/**
 * Makes a safe name of what a client claims: no folders, control or direction characters, at most 255 characters,
 * with the ending of what is really stored. An empty rest becomes `image`.
 */
export function cleanFileName(claimed: string, ending: string): string {
  const base = claimed.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"|?*]/gu, '').trim();
  const stem = plain.replace(/\.[^.]{0,10}$/, '').replace(/^[. ]+|[. ]+$/g, '') || 'image';
  const room = FILE_LIMITS.nameMaxChars - ending.length - 1;
  return `${Array.from(stem).slice(0, room).join('')}.${ending}`;
}

/** The header value that names a file for inline display (RFC 6266, with the extended form of RFC 8187). */
export function inlineDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const extended = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `inline; filename="${ascii}"; filename*=UTF-8''${extended}`;
}
