import { extname } from 'node:path';

const NAME_MAX_BYTES = 200;
const FALLBACK_NAME = 'download';
/** Names of devices on Windows, with or without an ending (Microsoft, Naming Files, Paths, and Namespaces). */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;
/** Control characters, and those that reverse or hide text, as in `exe.fdp`. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Endings of files that can run code when they are opened, on any of the systems: programs, scripts, installers,
 * shortcuts, disk images, and documents with macros.
 */
const RISKY = new Set(
  (
    'action apk app appimage appref-ms appx appxbundle bash bat bin cab chm class cmd com command cpl csh deb desktop dll ' +
    'dmg docm dotm ex exe fish gadget hta htm html img inf ins iso jar jnlp js jse ksh library-ms lnk mht mhtml msc msi ' +
    'msix msixbundle msp mst osx pif pkg ppam potm ppsm pptm prg ps1 ps1xml ps2 psd1 psm1 py pyc pyw rb reg rpm run scf ' +
    'scpt scr sct settingcontent-ms sh shb shtml svg swf sys terminal tool udf url vb vbe vbs vhd vhdx website workflow ws wsc ' +
    'wsf wsh xhtml xlam xll xlsm xltm xml zsh'
  ).split(' '),
);

/**
 * Returns a name under which a download can be saved on every system: without folders, invisible and reserved
 * characters, names of devices, dots or spaces at the ends, and not longer than the file systems allow.
 */
export function safeFileName(offered: string): string {
  const last = offered.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  const name = clean === '' ? FALLBACK_NAME : shorten(clean);
  return DEVICE.test(name) ? `_${name}` : name;
}

/** Shortens the part before the ending, by code points. */
function shorten(name: string): string {
  const ending = Buffer.byteLength(extname(name)) > NAME_MAX_BYTES / 2 ? '' : extname(name);
  const base = name.slice(0, name.length - ending.length);
  // A character may consist of two code units.
  const characters = Array.from(base);
  while (Buffer.byteLength(characters.join('') + ending) > NAME_MAX_BYTES) characters.pop();
  return characters.join('') + ending;
}

/** Returns the name itself, or with the first number that is free: `notes (2).pdf`. */
export function freeFileName(name: string, isTaken: (name: string) => boolean): string {
  const ending = extname(name);
  const base = name.slice(0, name.length - ending.length);
  let candidate = name;
  for (let number = 2; isTaken(candidate); number += 1) candidate = `${base} (${String(number)})${ending}`;
  return candidate;
}

/** Whether opening a file of this name can run code. A name without an ending can be a program too. */
export function isRisky(name: string): boolean {
  const ending = extname(name.trim().toLowerCase()).slice(1);
  return ending === '' || RISKY.has(ending);
}

/** Bytes of a running download. */
interface Progress {
  receivedBytes: number;
  /** 0 while it is unknown. */
  totalBytes: number;
}

/**
 * Returns the progress of all running downloads for the taskbar: -1 without one, 2 (without an end) when a size is
 * unknown, else their share from 0 to 1. The numbers are those of Electron's setProgressBar.
 */
export function taskbarProgress(running: readonly Progress[]): number {
  if (running.length === 0) return -1;
  if (running.some(({ totalBytes }) => totalBytes <= 0)) return 2;
  const sum = (of: keyof Progress): number => running.reduce((total, one) => total + one[of], 0);
  return Math.min(1, sum('receivedBytes') / sum('totalBytes'));
}
