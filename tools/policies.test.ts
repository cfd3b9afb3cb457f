import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window, type Element } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { POLICY_KEYS, POLICY_NAMES } from '../desktop/main/core/policy-keys.ts';
import { mergePolicy } from '../desktop/main/core/policy.ts';
import { POLICIES_FOLDER, renderPolicies } from './policies/files.ts';
import { exampleOf, RULES } from './policies/rules.ts';
import { ROOT } from './stack.ts';

const rendered = renderPolicies();

describe('the files of npm run policies', () => {
  it.each([...rendered])('%s is up to date', (path, text) => {
    expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
  });
  it('are the only ones of their folder', () => {
    const files = readdirSync(join(ROOT, POLICIES_FOLDER), { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    expect(paths.toSorted()).toEqual(
      [...rendered.keys()]
        .filter((path) => path.startsWith(POLICIES_FOLDER))
        .map((path) => join(ROOT, path))
        .toSorted(),
    );
  });
});

/** Parses a file as XML. @throws Error when it is not well-formed. */
function parse(path: string): Element {
  const text = rendered.get(`${POLICIES_FOLDER}/${path}`) ?? '';
  const found = new new Window().DOMParser().parseFromString(text, 'application/xml');
  const problem = found.querySelector('parsererror')?.textContent;
  // The parser accepts a bare ampersand, which XML does not allow.
  if (problem !== undefined || /&(?!(?:amp|lt|gt|quot);)/.test(text)) throw new Error(problem ?? 'a bare ampersand');
  return found.documentElement;
}

const attributes = (root: Element, tag: string, name: string): string[] =>
  [...root.getElementsByTagName(tag)].map((element) => element.getAttribute(name) ?? '');

describe('the templates of Windows', () => {
  const admx = parse('windows/lyceum.admx');
  const adml = parse('windows/en-US/lyceum.adml');

  it('have a policy for each key, and a recommended one where that is possible', () => {
    const recommended = POLICY_NAMES.filter((name) => POLICY_KEYS[name].canRecommend);
    expect(attributes(admx, 'policy', 'name')).toEqual([
      ...POLICY_NAMES,
      ...recommended.map((name) => `${name}_recommended`),
    ]);
  });
  it('refer to texts and controls that exist, and leave none unused', () => {
    const text = rendered.get(`${POLICIES_FOLDER}/windows/lyceum.admx`) ?? '';
    const referred = (kind: string): string[] =>
      [
        ...new Set([...text.matchAll(new RegExp(String.raw`\$\(${kind}\.(\w+)\)`, 'g'))].map(([, id = '']) => id)),
      ].toSorted();
    expect(attributes(adml, 'string', 'id').toSorted()).toEqual(referred('string'));
    expect(attributes(adml, 'presentation', 'id').toSorted()).toEqual(referred('presentation'));
    const elements = ['decimal', 'text', 'list', 'enum'].flatMap((tag) => attributes(admx, tag, 'id')).filter(Boolean);
    const controls = ['decimalTextBox', 'textBox', 'listBox', 'dropdownList'];
    expect(controls.flatMap((tag) => attributes(adml, tag, 'refId')).toSorted()).toEqual(elements.toSorted());
  });
  it('write values that the client reads, below its registry key', () => {
    for (const key of attributes(admx, 'policy', 'key'))
      expect(key).toMatch(/^SOFTWARE\\Policies\\Lyceum(?:\\Recommended)?$/);
    for (const policy of admx.getElementsByTagName('policy')) {
      const [name = ''] = (policy.getAttribute('name') ?? '').split('_');
      const words = [...policy.getElementsByTagName('string')].map(({ textContent }) => textContent);
      for (const word of words)
        expect(mergePolicy([{ source: 'device', place: '', values: { [name]: word } }]).report.problems).toEqual([]);
    }
  });
});

describe('the files of macOS', () => {
  it('are property lists; the profile sets nothing by itself', () => {
    const profile = parse('macos/lyceum.mobileconfig');
    const keys = [...profile.getElementsByTagName('key')].map(({ textContent }) => textContent);
    expect(keys.filter((key) => POLICY_NAMES.includes(key as never))).toEqual([]);
    const manifest = parse('macos/org.lyceum.desktop.manifest.plist');
    const strings = [...manifest.getElementsByTagName('string')].map(({ textContent }) => textContent);
    for (const name of POLICY_NAMES) expect(strings).toContain(name);
  });
  it('have comments that XML accepts', () => {
    const text = rendered.get(`${POLICIES_FOLDER}/macos/lyceum.mobileconfig`) ?? '';
    for (const [, comment = ''] of text.matchAll(/<!--([\s\S]*?)-->/g)) expect(comment).not.toContain('--');
  });
});

describe('the schemas of Linux', () => {
  it.each(['managed', 'recommended'])('have the keys of the folder %s', (folder) => {
    const text = rendered.get(`${POLICIES_FOLDER}/linux/${folder}.schema.json`) ?? '';
    const { properties } = JSON.parse(text) as { properties: object };
    expect(Object.keys(properties)).toEqual(
      POLICY_NAMES.filter((name) => folder === 'managed' || POLICY_KEYS[name].canRecommend),
    );
  });
});

it.each(RULES.map((rule) => [rule.name, rule] as const))('the example of %s is valid', (name, rule) => {
  const { problems } = mergePolicy([{ source: 'device', place: '', values: { [name]: exampleOf(rule) } }]).report;
  expect(problems).toEqual([]);
});
