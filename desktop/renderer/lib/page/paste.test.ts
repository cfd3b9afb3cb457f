import { expect, it } from 'vitest';
import { filesOfPaste } from './paste.ts';

it.each([
  ['an image copied in a browser', ['text/html', 'Files'], 1],
  ['a screenshot', ['Files'], 1],
  ['a file copied with its name', ['text/plain', 'Files'], 1],
  ['cells of Excel', ['text/plain', 'text/html', 'text/rtf', 'Files'], 0],
  ['a paragraph of Word on a Mac', ['text/plain', 'text/rtf', 'Files'], 0],
])('from a paste of %s, takes the intended files', (_what, types, count) => {
  const files = [new File(['x'], 'a.png', { type: 'image/png' })] as unknown as FileList;
  expect(filesOfPaste({ clipboardData: { files, types } })).toHaveLength(count);
});

it('takes nothing from a paste without data', () => {
  expect(filesOfPaste({ clipboardData: null })).toEqual([]);
});
