import { expect, it, vi } from 'vitest';
import { contextMenu, type ContextMenuActions, type ContextMenuTarget } from './context-menu.ts';

const NOTHING: ContextMenuTarget = {
  x: 3,
  y: 4,
  linkURL: '',
  srcURL: '',
  mediaType: 'none',
  hasImageContents: false,
  isEditable: false,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: { canUndo: false, canRedo: false, canCut: true, canCopy: true, canPaste: true },
};
const EDIT = ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll'];

function open(target: Partial<ContextMenuTarget>, parts: { canAddWords?: boolean; canSave?: boolean } = {}) {
  const actions = {
    replaceWord: vi.fn(),
    addWord: vi.fn(),
    copyText: vi.fn(),
    copyImage: vi.fn(),
    saveImage: vi.fn(),
  } satisfies ContextMenuActions;
  const entries = contextMenu(
    { ...NOTHING, ...target },
    { serverUrl: 'https://lyceum.example.org', canAddWords: true, canSave: true, ...parts, actions },
  );
  const labels = entries.map(({ label, role, type }) => label ?? role ?? (type === 'separator' ? '-' : ''));
  const choose = (label: string) => entries.find((entry) => entry.label === label)?.click?.();
  return { actions, entries, labels, choose };
}

it.each<[string, Partial<ContextMenuTarget>, string[]]>([
  ['an empty place', {}, []],
  ['selected text', { selectionText: 'two words' }, ['copy', 'selectAll']],
  ['a selection of spaces', { selectionText: '  \n' }, []],
  ['a field', { isEditable: true }, EDIT],
  [
    'a misspelled word',
    { isEditable: true, misspelledWord: 'teh', dictionarySuggestions: ['the', 'R&D'] },
    ['the', 'R&&D', 'Add to dictionary', '-', ...EDIT],
  ],
  [
    'a word without suggestions',
    { isEditable: true, misspelledWord: 'xqzt' },
    ['No suggestions', 'Add to dictionary', '-', ...EDIT],
  ],
  ['a misspelled word that cannot be edited', { misspelledWord: 'teh', dictionarySuggestions: ['the'] }, []],
  ['a link', { linkURL: 'https://example.org/a' }, ['Copy link']],
  ['a link that no browser may open', { linkURL: 'javascript:alert(1)' }, []],
  ['an email address', { linkURL: 'mailto:ana@example.org' }, ['Copy email address']],
  [
    'an image in a link',
    {
      linkURL: 'https://example.org/',
      mediaType: 'image',
      hasImageContents: true,
      srcURL: 'app://lyceum/api/files/1',
    },
    ['Copy link', '-', 'Copy image', 'Save image'],
  ],
  ['an image that was not loaded', { mediaType: 'image', srcURL: 'app://lyceum/api/files/1' }, []],
  [
    'an image of another origin',
    { mediaType: 'image', hasImageContents: true, srcURL: 'https://example.org/a.png' },
    ['Copy image'],
  ],
])('on %s', (_case, target, labels) => expect(open(target).labels).toEqual(labels));

it('offers no more than five suggestions', () => {
  const { labels } = open({ isEditable: true, misspelledWord: 'a', dictionarySuggestions: [...'bcdefghi'] });
  expect(labels.slice(0, 7)).toEqual(['b', 'c', 'd', 'e', 'f', 'Add to dictionary', '-']);
});

it('replaces and adds the word itself', () => {
  const { actions, choose } = open({ isEditable: true, misspelledWord: 'R&B', dictionarySuggestions: ['R&D'] });
  choose('R&&D');
  choose('Add to dictionary');
  expect(actions.replaceWord).toHaveBeenCalledExactlyOnceWith('R&D');
  expect(actions.addWord).toHaveBeenCalledExactlyOnceWith('R&B');
});

it.each([
  ['app://lyceum/profile/1?tab=posts#top', 'https://lyceum.example.org/profile/1?tab=posts#top', 'Copy link'],
  ['https://example.org/a?b', 'https://example.org/a?b', 'Copy link'],
  ['mailto:ana%2Bb@example.org?subject=x', 'ana+b@example.org', 'Copy email address'],
])('copies %s as %s', (linkURL, copied, label) => {
  const { actions, choose } = open({ linkURL });
  choose(label);
  expect(actions.copyText).toHaveBeenCalledExactlyOnceWith(copied);
});

it('copies and saves the image under the pointer', () => {
  const { actions, choose } = open({ mediaType: 'image', hasImageContents: true, srcURL: 'blob:app://lyceum/1' });
  choose('Copy image');
  choose('Save image');
  expect(actions.copyImage).toHaveBeenCalledExactlyOnceWith({ x: 3, y: 4 });
  expect(actions.saveImage).toHaveBeenCalledExactlyOnceWith('blob:app://lyceum/1');
});

it('offers neither adding words nor saving where that is not possible', () => {
  const image = { mediaType: 'image', hasImageContents: true, srcURL: 'data:image/png;base64,AA' };
  const word = { isEditable: true, misspelledWord: 'teh' };
  const { labels } = open({ ...image, ...word }, { canAddWords: false, canSave: false });
  expect(labels).toEqual(['No suggestions', '-', 'Copy image', '-', ...EDIT]);
});
