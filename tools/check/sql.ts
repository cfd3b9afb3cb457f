import { nounOf } from './nouns.ts';
import { isTestCode, type Rule, type SourceFile, type Violation } from './source.ts';
import { zoneOf } from './zones.ts';
import { importsOf, lineOf, programOf, resolveImport, walk, type SyntaxNode } from './syntax.ts';

/** Below every noun: their tables may be read by all. */
const GROUND = ['users', 'visibility'];

/**
 * Tables that a noun reads although a noun above it writes them, each for a reason: whether two users are connected and
 * whether a student is listed determine who may see whom, and only visibility turns that into a rule; events, profiles
 * and items are searched by the words in the search index.
 */
const READ_FROM_BELOW: Record<string, readonly string[]> = {
  visibility: ['connections', 'directory_listings'],
  events: ['search_index'],
  profiles: ['search_index'],
  courses: ['search_index'],
};

/**
 * The tables that files outside of domains read and write: db writes the outbox and the per-user log; http stores
 * sessions, with their user, and the responses to requests that may be repeated.
 */
const OUTSIDE: readonly { files: RegExp; tables: readonly string[] }[] = [
  { files: /^backend\/(?:db\/|domain-events\.ts$)/, tables: ['outbox', 'user_logs', 'user_log_entries', 'instance'] },
  { files: /^backend\/http\//, tables: ['sessions', 'users', 'idempotency_keys'] },
];

const TABLE = String.raw`"?([a-z_]+)"?`;
const READ = new RegExp(String.raw`\b(?:from|join|using)\s+(?:only\s+)?${TABLE}`, 'g');
const LISTED = new RegExp(
  String.raw`\bfrom\s+[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?((?:,\s+[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?)+)`,
  'g',
);
const WRITE = new RegExp(String.raw`\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?${TABLE}`, 'g');
const FRAGMENT = new RegExp(String.raw`^\s*${TABLE}\s+[a-z]+\s+(?:where|join|left join)\b`, 'g');

interface Named {
  table: string;
  isWrite: boolean;
  start: number;
}

/** Whose table each is: the noun of its entity, or the layer of the backend it belongs to. */
function ownersOf(files: readonly SourceFile[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { path, text } of files) {
    if (!/^backend\/.*\.entity\.ts$/.test(path)) continue;
    for (const [, table] of text.matchAll(/\btableName: '([a-z_]+)'/g))
      if (table !== undefined) owners.set(table, nounOf(path) ?? path.split('/')[1] ?? '');
  }
  return owners;
}

/** The SQL of a noun names its own tables, those of the ground and of nouns it imports, and writes to its own alone. */
export const checkSql: Rule = (files) => {
  const owners = ownersOf(files);
  const importedBy = new Map<string, Set<string>>();
  const domain = files.filter(({ path }) => nounOf(path) !== undefined && !isTestCode(path));
  for (const file of domain) {
    const noun = nounOf(file.path) ?? '';
    const known = importedBy.get(noun) ?? new Set([noun, ...GROUND]);
    for (const { source } of importsOf(file)) known.add(nounOf(resolveImport(file.path, source) ?? '') ?? noun);
    importedBy.set(noun, known);
  }
  const outside = files.filter(({ path }) => /^backend\/.*\.ts$/.test(path) && isOutside(path));
  return [
    ...outside.flatMap((file) => checkOutside(file, owners)),
    ...domain.flatMap((file) => {
      const noun = nounOf(file.path) ?? '';
      return tablesIn(file, owners).flatMap(({ table, isWrite, start }): Violation[] => {
        const owner = owners.get(table) ?? '';
        if (owner === noun) return [];
        const line = lineOf(file.text, start);
        if (isWrite)
          return [{ file: file.path, line, message: `${noun} writes to ${table}, which belongs to ${owner}` }];
        if (importedBy.get(noun)?.has(owner) || READ_FROM_BELOW[noun]?.includes(table)) return [];
        return [{ file: file.path, line, message: `${noun} reads ${table} of ${owner}, which it does not import` }];
      });
    }),
  ];
};

/** True for code that ships and belongs to no noun, but for what fills and migrates the tables of all. */
function isOutside(path: string): boolean {
  const isSchema = zoneOf(path).isSeed || path.startsWith('backend/db/migrations/');
  return nounOf(path) === undefined && !isTestCode(path) && !isSchema;
}

function checkOutside(file: SourceFile, owners: ReadonlyMap<string, string>): Violation[] {
  const own = OUTSIDE.find(({ files }) => files.test(file.path))?.tables ?? [];
  return tablesIn(file, owners).flatMap(({ table, start }): Violation[] => {
    if (own.includes(table)) return [];
    const message = `this file names ${table}, which belongs to ${owners.get(table)}: call its function`;
    return [{ file: file.path, line: lineOf(file.text, start), message }];
  });
}

function tablesIn(file: SourceFile, owners: ReadonlyMap<string, string>): Named[] {
  const found: Named[] = [];
  walk(programOf(file), (node) => {
    const text = textOf(node);
    if (text === undefined) return;
    const writes = new Set<string>();
    const add = (table: string, isWrite: boolean) => {
      if (owners.has(table)) found.push({ table, isWrite, start: node.start });
      if (isWrite) writes.add(table);
    };
    for (const [, table] of text.matchAll(WRITE)) add(table ?? '', true);
    for (const pattern of [READ, FRAGMENT])
      for (const [, table] of text.matchAll(pattern)) if (!writes.has(table ?? '')) add(table ?? '', false);
    for (const [, list] of text.matchAll(LISTED))
      for (const part of (list ?? '').split(',')) add(part.trim().split(/\s+/)[0] ?? '', false);
  });
  return found;
}

/** The text of a string or a template, each value in it as `§`; undefined for any other node. */
function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined;
  return node['quasis'].map((quasi: { value: { raw: string } }) => quasi.value.raw).join('§');
}
