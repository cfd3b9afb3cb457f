import type { MenuEntry } from './app-menu.ts';
import { externalUrl, isAppUrl } from './navigation.ts';

/** Where and on what the context menu opens; the names are those of Electron's ContextMenuParams. */
export interface ContextMenuTarget {
  x: number;
  y: number;
  linkURL: string;
  srcURL: string;
  mediaType: string;
  hasImageContents: boolean;
  isEditable: boolean;
  selectionText: string;
  misspelledWord: string;
  dictionarySuggestions: readonly string[];
  editFlags: { canUndo: boolean; canRedo: boolean; canCut: boolean; canCopy: boolean; canPaste: boolean };
}

/** Actions of the entries without a role. */
export interface ContextMenuActions {
  replaceWord: (word: string) => void;
  addWord: (word: string) => void;
  copyText: (text: string) => void;
  copyImage: (at: { x: number; y: number }) => void;
  saveImage: (url: string) => void;
}

/** What the menu depends on beside its target. */
interface ContextMenuParts {
  /** Origin of the server, with which links into the app are copied; null before one is chosen. */
  serverUrl: string | null;
  /** False where words cannot be added to the dictionary. */
  canAddWords: boolean;
  canSave: boolean;
  actions: ContextMenuActions;
}

const SUGGESTIONS_MAX = 5;
const SEPARATOR: MenuEntry = { type: 'separator' };

/** Returns the entries of a context menu in groups; an empty list means that no menu opens. */
export function contextMenu(target: ContextMenuTarget, parts: ContextMenuParts): MenuEntry[] {
  const groups = [
    spellingEntries(target, parts),
    linkEntries(target, parts),
    imageEntries(target, parts),
    editEntries(target),
  ];
  return groups
    .filter((entries) => entries.length > 0)
    .flatMap((entries, index) => (index === 0 ? entries : [SEPARATOR, ...entries]));
}

function spellingEntries(
  { isEditable, misspelledWord, dictionarySuggestions }: ContextMenuTarget,
  { canAddWords, actions }: ContextMenuParts,
): MenuEntry[] {
  if (!isEditable || misspelledWord === '') return [];
  const suggestions = dictionarySuggestions.slice(0, SUGGESTIONS_MAX).map((word): MenuEntry => ({
    label: literal(word),
    click: () => actions.replaceWord(word),
  }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: 'No suggestions', enabled: false }]),
    ...(canAddWords ? [{ label: 'Add to dictionary', click: () => actions.addWord(misspelledWord) }] : []),
  ];
}

function linkEntries({ linkURL }: ContextMenuTarget, { serverUrl, actions }: ContextMenuParts): MenuEntry[] {
  const url = shareableUrl(linkURL, serverUrl);
  if (url === null) return [];
  if (!url.startsWith('mailto:')) return [{ label: 'Copy link', click: () => actions.copyText(url) }];
  const address = decode(new URL(url).pathname);
  return [{ label: 'Copy email address', click: () => actions.copyText(address) }];
}

/** Returns the address that works outside of the app as well: links into the app are addresses of the server. */
function shareableUrl(link: string, serverUrl: string | null): string | null {
  if (!isAppUrl(link)) return externalUrl(link);
  const { pathname, search, hash } = new URL(link);
  return serverUrl === null ? null : serverUrl + pathname + search + hash;
}

function imageEntries(target: ContextMenuTarget, { canSave, actions }: ContextMenuParts): MenuEntry[] {
  const { mediaType, hasImageContents, srcURL, x, y } = target;
  if (mediaType !== 'image' || !hasImageContents) return [];
  const isSaved = canSave && (isAppUrl(srcURL) || /^(?:blob|data):/.test(srcURL));
  return [
    { label: 'Copy image', click: () => actions.copyImage({ x, y }) },
    ...(isSaved ? [{ label: 'Save image', click: () => actions.saveImage(srcURL) }] : []),
  ];
}

function editEntries({ isEditable, selectionText, editFlags }: ContextMenuTarget): MenuEntry[] {
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy' }, { role: 'selectAll' }];
  const { canUndo, canRedo, canCut, canCopy, canPaste } = editFlags;
  return [
    { role: 'undo', enabled: canUndo },
    { role: 'redo', enabled: canRedo },
    SEPARATOR,
    { role: 'cut', enabled: canCut },
    { role: 'copy', enabled: canCopy },
    { role: 'paste', enabled: canPaste },
    { role: 'pasteAndMatchStyle', enabled: canPaste },
    { role: 'selectAll' },
  ];
}

/** In a label, `&` marks the key of an entry. */
function literal(word: string): string {
  return word.replaceAll('&', '&&');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
