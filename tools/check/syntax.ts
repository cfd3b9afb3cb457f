import { parseSync, type ParseResult } from 'vite';
import type { SourceFile } from './source.ts';

/** A node of the syntax tree, without its specific type. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** An import or re-export: its source, and the imported names (`*` for all of them). */
export interface ImportEntry {
  source: string;
  start: number;
  isType: boolean;
  names: string[];
}

const parsed = new WeakMap<SourceFile, ParseResult>();

/** Parses a file once. */
export function parse(file: SourceFile): ParseResult {
  const known = parsed.get(file);
  if (known) return known;
  const result = parseSync(file.path, file.text);
  parsed.set(file, result);
  return result;
}

/** The line of an offset, counted from 1. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** True for an object that is a node. */
export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Nodes directly below a node. */
function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flatMap((value): SyntaxNode[] => {
    if (Array.isArray(value)) return value.filter(isNode);
    return isNode(value) ? [value] : [];
  });
}

/** Calls `visit` for a node and all below it, with the nodes above; the nearest one is last. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode, above: readonly SyntaxNode[]) => void): void {
  const above: SyntaxNode[] = [];
  const step = (at: SyntaxNode) => {
    visit(at, above);
    above.push(at);
    for (const child of childrenOf(at)) step(child);
    above.pop();
  };
  step(node);
}

/** The tree of a file. */
export function programOf(file: SourceFile): SyntaxNode {
  return parse(file).program as unknown as SyntaxNode;
}

/** Everything a file imports, also by `import()`, by `export from` and by `import('x').T`. */
export function importsOf(file: SourceFile): ImportEntry[] {
  const { module } = parse(file);
  const imports: ImportEntry[] = module.staticImports.map((entry) => ({
    source: entry.moduleRequest.value,
    start: entry.start,
    isType: entry.entries.length > 0 && entry.entries.every(({ isType }) => isType),
    names: entry.entries.map(({ importName }) =>
      importName.kind === 'Name' ? (importName.name ?? '*') : importName.kind === 'Default' ? 'default' : '*',
    ),
  }));
  for (const { start, entries } of module.staticExports) {
    for (const { moduleRequest, importName, isType } of entries) {
      if (moduleRequest) imports.push({ source: moduleRequest.value, start, isType, names: [importName.name ?? '*'] });
    }
  }
  walk(programOf(file), (node) => {
    if (node.type !== 'ImportExpression' && node.type !== 'TSImportType') return;
    const source = node['source'];
    if (!isNode(source) || typeof source['value'] !== 'string') return;
    imports.push({ source: source['value'], start: node.start, isType: node.type === 'TSImportType', names: ['*'] });
  });
  return imports;
}

/** Path that an import of a file of this repository leads to; undefined for a package. */
export function resolveImport(from: string, source: string): string | undefined {
  if (source.startsWith('#shared/')) return `shared/${source.slice('#shared/'.length)}`;
  if (!source.startsWith('.')) return undefined;
  const parts = from.split('/').slice(0, -1);
  for (const part of (source.split('?')[0] ?? '').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
