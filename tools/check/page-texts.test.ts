import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../stack.ts';
import { checkPageTexts } from './page-texts.ts';
import type { Violation } from './source.ts';

/** Each body of a component that a translated page would break, with the violation that it must be. */
const BAD: Record<string, [jsx: string, message: RegExp]> = {
  conditional: ['<p>Text {isOn && <b>on</b>}</p>', /^Text needs/],
  changing: ['<p>{name} joined</p>', /^\{name\} needs/],
  counted: ['<p><b>Likes</b> {count}</p>', /^\{count\} needs/],
  conditionalText: ["<p><b>Name</b>{isOn && ', on'}</p>", /', on'/],
  chosenText: ["<p><b>Name</b>{isOn ? 'on' : 'off'}</p>", /'off'/],
  fragment: ['<>{name}</>', /^\{name\} needs/],
  staticFragment: ['<>Text</>', /^Text needs/],
  suspended: ['<Suspense fallback={null}>{name}</Suspense>', /^\{name\} needs/],
  slot: ['<button>{isOn && <b>on</b>}{slot}</button>', /^\{slot\} can be a text/],
  besideComponent: ['<p>Text <Sometimes isOn={isOn} /></p>', /^Text needs/],
  besideList: ['<p>Text {names.map((one) => <b key={one}>{one}</b>)}</p>', /^Text needs/],
  onlyTexts: ["<p>{names.map((one) => (one === '' ? one : <b key={one}>{one}</b>))}</p>", /can be a text/],
  listOfTexts: [
    "<p><b>Names</b>{names.map((one) => (one === '' ? one : <b key={one}>{one}</b>))}</p>",
    /can be a text/,
  ],
};

/** What React finds again in a translated page. */
const GOOD: Record<string, string> = {
  alone: '<p>{name}</p>',
  aloneConditional: "<p>{isOn ? 'on' : 'off'}</p>",
  aloneInComponent: '<Always>{name}</Always>',
  own: '<p><span>{name}</span> {isOn && <b>on</b>}</p>',
  constant: "<p>Text <b>bold</b>{' '}<Always>x</Always> {LIMIT}</p>",
  slotAlone: '<div>{slot}</div>',
  slotWithoutBox: '<button>{isOn && <b>on</b>}<span className="contents">{slot}</span></button>',
  elements: '<div>{isOn && <b>on</b>}{elements}</div>',
};

const FRAME = (jsx: string) => `
import { Suspense, type ReactElement, type ReactNode } from 'react';
type Elements = ReactElement | null | readonly Elements[];
const LIMIT = 5;
export function Always({ children }: { children: ReactNode }) { return <div>{children}</div>; }
export function Sometimes({ isOn }: { isOn: boolean }) { return isOn ? <i>on</i> : null; }
interface Props { isOn: boolean; name: string; count: number; names: string[]; slot: ReactNode; elements: Elements }
export function Page({ isOn, name, count, names, slot, elements }: Props) { return (${jsx}); }
export default [Suspense, LIMIT];
`;

let root = '';
let found: Violation[] = [];
const of = (name: string) =>
  found.filter(({ file }) => file === `desktop/renderer/${name}.tsx`).map(({ message }) => message);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'lyceum-page-texts-'));
  mkdirSync(join(root, 'desktop', 'renderer'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'dir');
  const compilerOptions = { strict: true, jsx: 'react-jsx', module: 'preserve', noEmit: true, skipLibCheck: true };
  writeFileSync(join(root, 'desktop', 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const cases = [...Object.entries(BAD).map(([name, [jsx]]) => [name, jsx] as const), ...Object.entries(GOOD)];
  for (const [name, jsx] of cases) writeFileSync(join(root, 'desktop', 'renderer', `${name}.tsx`), FRAME(jsx));
  writeFileSync(
    join(root, 'desktop', 'renderer', 'returned.tsx'),
    "export function Word({ isOn }: { isOn: boolean }) { return isOn ? 'on' : null; }",
  );
  found = checkPageTexts(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each(Object.entries(BAD).map(([name, [, message]]) => [name, message] as const))('finds: %s', (name, message) => {
  expect(of(name)[0]).toMatch(message);
});

it('finds a component that returns a text', () => {
  expect(of('returned')).toEqual([expect.stringMatching(/^Word returns a text/)]);
});

it.each(Object.keys(GOOD))('permits: %s', (name) => {
  expect(of(name)).toEqual([]);
});
