import { globSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { API, type Checker, type Project } from 'typescript/unstable/sync';
import type {
  ArrowFunction,
  CallExpression,
  FunctionDeclaration,
  FunctionExpression,
  Identifier,
  Node,
  ParameterDeclaration,
  SourceFile,
  TypeNode,
} from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isBindingElement,
  isCallExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isImportSpecifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSourceFile,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesInUse } from '../files-in-use.ts';
import { metricParts } from '../metrics.ts';
import { searchSources } from '../search-documents.ts';
import { createTestDatabase } from '../testing/database.ts';
import type { Statement } from './pool.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Reads whose statement passes through an object: the names of the statements that reach them. */
const NAMES_BY_READ: Readonly<Record<string, RegExp>> = {
  'backend/domains/analytics/metrics.service.ts counting': /^metric-(?!titles|prices|forget|members)/,
  'backend/domains/analytics/metrics.service.ts annotating': /^annotation-/,
  'backend/domains/analytics/metrics.service.ts prices': /^metric-prices$/,
  'backend/domains/analytics/members.service.ts listing': /^metric-members$/,
  'backend/domains/analytics/members.service.ts activity': /^active-/,
  'backend/domains/analytics/members.service.ts contribution': /^member-(?:items|enrollments)$/,
  'backend/domains/analytics/answer-times.service.ts questions': /^questions-/,
  'backend/domains/analytics/states.view.ts counting': /^state-(?!active-learners)/,
  'backend/domains/analytics/analytics.view.ts titled': /^metric-titles-/,
  'backend/domains/analytics/analytics.view.ts titles.item': /^metric-titles-item$/,
  'backend/domains/analytics/metrics.service.ts forget': /^metric-forget-/,
  'backend/domains/search/search.results.ts wanted.statement': /^search-(?:member|creator)-/,
  'backend/domains/files/file.access.ts reads': /^file-readable$/,
  'backend/domains/files/files.service.ts statement': /^files-remove-unused$/,
  // What is sent together with a commit.
  'backend/db/transact.ts statement': /^(?:message-store|idempotency-store|outbox-write|user-log-append)$/,
};
/** Statements that a function makes from a registry. */
const MADE_BY: Readonly<Record<string, (make: never) => Statement[]>> = {
  'backend/db/metric-source.ts countPerDay': () => metricParts.flatMap(({ metrics = {} }) => Object.values(metrics)),
  'backend/db/metric-source.ts latestQuestions': () => metricParts.flatMap(({ questions = [] }) => questions),
  'backend/domains/search/search.documents.ts missing': (make: (type: string, records: string) => Statement) =>
    Object.entries(searchSources).map(([type, { records }]) => make(type, records)),
  'backend/domains/files/file.access.ts createFileReads': (make: (uses: typeof filesInUse) => Statement) => [
    make(filesInUse),
  ],
  'backend/domains/files/files.service.ts removeUnusedSql': (make: (uses: typeof filesInUse) => Statement) => [
    make(filesInUse),
  ],
};
/** Columns that only other columns of the same statement are made from. */
const INNER_COLUMNS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^students-/, ['has_courses', 'has_mutuals']],
  [/^(feed-|posts-(by-ids|public)$)/, ['education_verified_by', 'experience_verified_by']],
  [/^own-listing$/, ['user_id', 'name', 'has_name', 'has_photo', 'has_courses', 'has_mutuals']],
];
/** pg-boss writes the text of this one. */
const FOREIGN = new Set(['queue-job']);

/** `SymbolFlags.Optional` of the compiler. */
const SYMBOL_IS_OPTIONAL = 0x1000000;

/** A call of `query` or `read`: the properties of each shape of its row, and the constants its statement comes from. */
interface Read {
  place: string;
  rows: { required: string[]; optional: string[] }[];
  roots: string[];
}
interface Source {
  path: string;
  reads: Read[];
  /** Names of the literals `{ name, text }` as patterns. */
  names: string[];
  constants: string[];
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
const sources: Source[] = [];
/** The statements of each file, by the constant that holds them. */
const found = new Map<string, Map<string, Statement[]>>();
const all = () => [...found.values()].flatMap((constants) => [...constants.values()].flat());

beforeAll(async () => {
  readSources();
  loadStatements();
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}, 240_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('finds every statement', () => {
  expect(all().length).toBeGreaterThan(300);
  const missing = sources.flatMap(({ path, names }) => {
    const known = [...(found.get(path)?.values() ?? [])].flat();
    return names
      .filter(
        (pattern) => !FOREIGN.has(pattern) && !known.some(({ name }) => new RegExp(`^${pattern}$`, 'u').test(name)),
      )
      .map((pattern) => `${path} ${pattern}`);
  });
  expect(missing).toEqual([]);
});

it('names no two texts alike', () => {
  const texts = new Map<string, string>();
  const twice = all().filter(({ name, text }) => (texts.get(name) ?? text) !== text || !texts.set(name, text));
  expect(twice.map(({ name }) => name)).toEqual([]);
});

it('prepares every statement, with the columns that its rows declare', async () => {
  const columns = new Map<string, string[]>();
  /** The columns that any read of a statement declares. */
  const read = new Map<string, string[]>();
  const faults: string[] = [];
  for (const { name, text } of all()) {
    if (columns.has(name)) continue;
    const result = await describeColumns(text).catch((error: unknown) => String(error));
    if (typeof result === 'string') faults.push(`${name}: ${result}`);
    else columns.set(name, result);
  }
  for (const { path, reads } of sources) {
    for (const { place, rows, roots } of reads) {
      const statements = statementsOf(path, place, roots);
      if (statements.length === 0) faults.push(`${place}: no statement found`);
      for (const { name } of statements) {
        const names = columns.get(name) ?? [];
        const fit = rows.filter(({ required }) => required.every((column) => names.includes(column)));
        if (rows.length > 0 && fit.length === 0)
          faults.push(
            `${place}: ${name} returns ${names.join()}, its row ${rows.map((row) => row.required.join()).join(' or ')}`,
          );
        for (const { required, optional } of fit) read.set(name, [...(read.get(name) ?? []), ...required, ...optional]);
      }
    }
  }
  for (const [name, declared] of read) {
    const unread = columns.get(name)?.filter((column) => !declared.includes(column) && !isInner(name, column)) ?? [];
    if (unread.length > 0) faults.push(`${name}: no row declares ${unread.join()}`);
  }
  expect(faults).toEqual([]);
});

function isInner(statement: string, column: string): boolean {
  return INNER_COLUMNS.some(([name, inner]) => name.test(statement) && inner.includes(column));
}

function statementsOf(path: string, place: string, roots: readonly string[]): Statement[] {
  const pattern = NAMES_BY_READ[place];
  if (pattern) return all().filter(({ name }) => pattern.test(name));
  return roots.flatMap((root) => found.get(path)?.get(root) ?? []);
}

/** Names of the columns that a statement returns: Postgres parses and describes it, and does not run it. */
function describeColumns(text: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let columns: string[] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string }[] }) {
        columns = fields.map(({ name }) => name);
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    } as pg.Submittable);
  });
}

/** Loads each source with a function that returns its constants; a statement is an object with a name and a text. */
function loadStatements(): void {
  const byUrl = new Map(sources.map((source) => [new URL(`file://${join(ROOT, source.path)}`).href, source]));
  const hooks = registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const source = byUrl.get(url);
      if (!source) return loaded;
      const text = readFileSync(new URL(url), 'utf8');
      return {
        ...loaded,
        source: `${text}\nexport const constantsForTest = () => ({ ${source.constants.join(', ')} });`,
      };
    },
  });
  const require = createRequire(import.meta.url);
  for (const { path } of sources) {
    const { constantsForTest } = require(join(ROOT, path)) as { constantsForTest: () => Record<string, unknown> };
    const constants = Object.entries(constantsForTest());
    found.set(path, new Map(constants.map(([name, value]) => [name, valuesOf(`${path} ${name}`, value)])));
  }
  hooks.deregister();
}

function valuesOf(place: string, value: unknown): Statement[] {
  const made = MADE_BY[place];
  // The place names a function of these parameters.
  return made ? made(value as Parameters<typeof made>[0]) : collect(value);
}

function collect(value: unknown, depth = 0): Statement[] {
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  if ('name' in value && 'text' in value && typeof value.name === 'string' && typeof value.text === 'string')
    return [{ name: value.name, text: value.text }];
  const parts = value instanceof Map ? [...value.values()] : isPlain(value) ? Object.values(value) : [];
  return parts.flatMap((part) => collect(part, depth + 1));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** Finds the reads and statements of the backend by the compiler's own syntax trees and types. */
function readSources(): void {
  const api = new API({ cwd: ROOT });
  const [project] = api.updateSnapshot({ openProjects: [join(ROOT, 'tsconfig.json')] }).getProjects();
  if (!project) throw new Error('The project has no configuration.');
  for (const path of globSync('backend/**/*.ts', { cwd: ROOT })) {
    if (path.endsWith('.test.ts') || /^backend\/(?:bench|testing|db\/seeds|db\/(?:pool|read)\.ts)/.test(path)) continue;
    if (!/\b(?:read|query)\b|\btext: /.test(readFileSync(join(ROOT, path), 'utf8'))) continue;
    const source = readSource(project, path);
    if (source.reads.length + source.names.length > 0) sources.push(source);
  }
  api.close();
}

function readSource({ program, checker }: Project, path: string): Source {
  const file = program.getSourceFile(join(ROOT, path));
  if (!file) throw new Error(`The compiler does not know ${path}.`);
  const names: string[] = [];
  const reads: Read[] = [];
  const scope = { file, constants: constantsOf(file) };
  /** Functions that pass their own type parameter on as the row, with its position. */
  const generic = new Map<string, number>();
  walk(file, (node) => {
    const name = nameOfStatement(node);
    if (name !== undefined) names.push(name);
    if (!isReadCall(node)) return;
    const [, statement] = node.arguments;
    if (!statement || isObjectLiteralExpression(statement)) return;
    const around = functionAround(node);
    const row = node.typeArguments?.[0]?.getText(file);
    const at = around?.typeParameters?.findIndex((parameter) => parameter.name.text === row) ?? -1;
    if (at !== -1) generic.set(nameOfFunction(around), at);
    reads.push({
      place: `${path} ${statement.getText(file).replace(/\s+/gu, ' ')}`,
      rows: at === -1 ? rowsOf(node.typeArguments?.[0], checker) : [],
      roots: rootsOf(statement, scope),
    });
  });
  walk(file, (node) => {
    if (!isCallExpression(node) || !isIdentifier(node.expression)) return;
    const at = generic.get(node.expression.text);
    if (at === undefined) return;
    const roots = node.arguments.flatMap((argument) => rootsOf(argument, scope));
    const place = `${path} ${node.getText(file).replace(/\s+/gu, ' ').slice(0, 60)}`;
    reads.push({ place, rows: rowsOf(node.typeArguments?.[at], checker), roots });
  });
  return { path, reads, names, constants: scope.constants };
}

interface Scope {
  file: SourceFile;
  constants: readonly string[];
}

/** The constants at the top of the file that a value comes from, through the variables and parameters between. */
function rootsOf(value: Node, scope: Scope, seen = new Set<Node>()): string[] {
  const roots = new Set<string>();
  walk(value, (node) => {
    if (!isIdentifier(node) || seen.has(node)) return;
    seen.add(node);
    if (isPropertyAccessExpression(node.parent) && node.parent.name === node) return;
    if (scope.constants.includes(node.text)) roots.add(node.text);
    else for (const source of sourcesOf(node, scope)) for (const root of rootsOf(source, scope, seen)) roots.add(root);
  });
  return [...roots];
}

/** What a variable or parameter inside of a function gets its value from. */
function sourcesOf(identifier: Identifier, { file }: Scope): Node[] {
  const found: Node[] = [];
  const outermost = functionAround(identifier, true);
  if (!outermost) return [];
  walk(outermost, (node) => {
    const isNamed =
      (isVariableDeclaration(node) || isBindingElement(node) || isParameterDeclaration(node)) &&
      nameText(node.name) === identifier.text;
    if (!isNamed) return;
    let declaration: Node = node;
    while (!isVariableDeclaration(declaration) && !isParameterDeclaration(declaration))
      declaration = declaration.parent;
    if (isParameterDeclaration(declaration)) found.push(...argumentsOf(declaration, file));
    else if (declaration.initializer) found.push(declaration.initializer);
    else if (isForOfStatement(declaration.parent.parent)) found.push(declaration.parent.parent.expression);
  });
  return found;
}

/** The text of a name; undefined for a pattern, and for a gap in one. */
function nameText(name: Node | undefined): string | undefined {
  return name && isIdentifier(name) ? name.text : undefined;
}

/** What the calls in a file pass for a parameter. */
function argumentsOf(parameter: ParameterDeclaration, file: SourceFile): Node[] {
  const around = functionAround(parameter);
  const name = nameOfFunction(around);
  const at = around?.parameters.indexOf(parameter) ?? -1;
  const found: Node[] = [];
  walk(file, (node) => {
    const isCall = isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === name;
    const argument = isCall ? node.arguments[at] : undefined;
    if (argument) found.push(argument);
  });
  return found;
}

type AnyFunction = ArrowFunction | FunctionDeclaration | FunctionExpression;

/** The function that holds a node: the nearest one, or the outermost. */
function functionAround(node: Node, isOutermost = false): AnyFunction | undefined {
  let found: AnyFunction | undefined;
  for (let at = node.parent; !isSourceFile(at); at = at.parent) {
    if (!isFunctionDeclaration(at) && !isFunctionExpression(at) && !isArrowFunction(at)) continue;
    found = at;
    if (!isOutermost) break;
  }
  return found;
}

function nameOfFunction(node: AnyFunction | undefined): string {
  if (!node) return '';
  if (!isArrowFunction(node) && node.name) return node.name.text;
  return isVariableDeclaration(node.parent) && isIdentifier(node.parent.name) ? node.parent.name.text : '';
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

function isReadCall(node: Node): node is CallExpression {
  return isCallExpression(node) && isIdentifier(node.expression) && ['read', 'query'].includes(node.expression.text);
}

/** The name of a literal `{ name, text }` as a pattern; undefined for any other node. */
function nameOfStatement(node: Node): string | undefined {
  if (!isObjectLiteralExpression(node)) return undefined;
  const keys = node.properties.map((property) => nameText('name' in property ? property.name : undefined));
  if (!keys.includes('name') || !keys.includes('text')) return undefined;
  const name = node.properties[keys.indexOf('name')];
  const value = name && isPropertyAssignment(name) ? name.initializer : undefined;
  if (value && (isStringLiteral(value) || isNoSubstitutionTemplateLiteral(value))) return value.text;
  if (value && isTemplateExpression(value))
    return value.head.text + value.templateSpans.map(({ literal }) => `.*${literal.text}`).join('');
  return '.*';
}

/** Properties of the rows that a call declares, one list for each member of a union; empty where it declares none. */
function rowsOf(argument: TypeNode | undefined, checker: Checker): Read['rows'] {
  const type = argument && checker.getTypeFromTypeNode(argument);
  if (!type) return [];
  return (type.isUnionType() ? type.getTypes() : [type]).map((member) => {
    const properties = checker.getPropertiesOfType(member);
    const isOptional = (flags: number) => (flags & SYMBOL_IS_OPTIONAL) !== 0;
    return {
      required: properties.filter(({ flags }) => !isOptional(flags)).map(({ name }) => name),
      optional: properties.filter(({ flags }) => isOptional(flags)).map(({ name }) => name),
    };
  });
}

/** Names at the top of a file that may hold statements: its own constants and what it imports by value. */
function constantsOf(file: SourceFile): string[] {
  const names: string[] = [];
  walk(file, (node) => {
    const isTop = isVariableDeclaration(node) && isSourceFile(node.parent.parent.parent);
    if (isTop && isIdentifier(node.name)) names.push(node.name.text);
    if (isImportSpecifier(node) && /^[A-Z][A-Z0-9_]+$/u.test(node.name.text) && !node.isTypeOnly)
      names.push(node.name.text);
  });
  return names;
}
