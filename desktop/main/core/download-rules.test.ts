import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeFileName, isRisky, safeFileName, taskbarProgress } from './download-rules.ts';

describe('names of downloads', () => {
  it.each([
    ['notes.pdf', 'notes.pdf'],
    ['Übung 1 (final).pdf', 'Übung 1 (final).pdf'],
    ['../../etc/passwd', 'passwd'],
    [String.raw`..\..\Windows\system32\evil.dll`, 'evil.dll'],
    ['/etc/cron.d/job', 'job'],
    ['.bashrc', 'bashrc'],
    ['...', 'download'],
    ['', 'download'],
    ['a/', 'download'],
    ['notes.pdf. . ', 'notes.pdf'],
    ['a<b>c:d"e|f?g*h.txt', 'a_b_c_d_e_f_g_h.txt'],
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['com1.log', '_com1.log'],
    ['console.log', 'console.log'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a\u0000b\nc.txt', 'abc.txt'],
    ['soft\u00ADhyphen\u200B.txt', 'softhyphen.txt'],
  ])('%j is saved as %j', (offered, saved) => expect(safeFileName(offered)).toBe(saved));
  it('are shortened before their ending, without cutting a character', () => {
    const name = safeFileName(`${'🙂'.repeat(100)}.pdf`);
    expect(name).toBe(`${'🙂'.repeat(49)}.pdf`);
    expect(Buffer.byteLength(safeFileName(`a.${'x'.repeat(400)}`))).toBeLessThanOrEqual(200);
  });
  it('never leave the folder, whatever is offered', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (offered) => {
        const name = safeFileName(offered);
        expect(name).not.toMatch(/[/\\\p{Cc}]/u);
        expect(['', '.', '..']).not.toContain(name);
        expect(safeFileName(name)).toBe(name);
      }),
    );
  });
  it('get the first free number', () => {
    const taken = new Set(['notes.pdf', 'notes (2).pdf', 'README']);
    const free = (name: string) => freeFileName(name, (one) => taken.has(one));
    expect([free('new.pdf'), free('notes.pdf'), free('README')]).toEqual(['new.pdf', 'notes (3).pdf', 'README (2)']);
  });
});

describe('opening a download', () => {
  it.each([
    'a.exe',
    'a.EXE',
    'a.pdf.lnk',
    'a.docm',
    'a.html',
    'a.svg',
    'a.desktop',
    'a.AppImage',
    'a.command',
    'a',
    'a.sh ',
  ])('%s can run code', (name) => expect(isRisky(name)).toBe(true));
  it.each(['a.pdf', 'a.docx', 'a.PNG', 'a.exe.pdf', 'a.mp4', 'a.csv', 'a.zip', 'a.epub', 'a.ics', 'a.json'])(
    '%s cannot',
    (name) => expect(isRisky(name)).toBe(false),
  );
});

describe('progress in the taskbar', () => {
  it.each([
    ['no download', [], -1],
    ['one of unknown size', [{ receivedBytes: 5, totalBytes: 0 }], 2],
    ['one half', [{ receivedBytes: 5, totalBytes: 10 }], 0.5],
    [
      'two together',
      [
        { receivedBytes: 5, totalBytes: 10 },
        { receivedBytes: 0, totalBytes: 10 },
      ],
      0.25,
    ],
    ['more than announced', [{ receivedBytes: 15, totalBytes: 10 }], 1],
  ])('of %s', (_case, running, progress) => expect(taskbarProgress(running)).toBe(progress));
});
