import { isDocumented } from './text-rules.ts';
import { isScript, isTestCode, type Rule, type SourceFile, type Violation } from './source.ts';
import { importsOf, isNode, lineOf, parse, programOf, resolveImport, walk, type SyntaxNode } from './syntax.ts';

/** Files that something other than an import runs. */
const ENTRIES = [
  /^backend\/main\.ts$/,
  /^tools\/[^/]+\.ts$/,
  /\.config\.ts$/,
  /^backend\/(?:db\/migrations|bench)\//,
  /^desktop\/renderer\/app\/main\.tsx$/,
  /^desktop\/e2e\/global-setup\.ts$/,
];

/** Every export is imported somewhere by its name; a type may also stand in another export of its file. */
export const checkExports: Rule = (files) => {
  const scripts = files.filter(isScript);
  const used = collectUses(scripts);
  return scripts
    .filter(({ path }) => !isTestCode(path) && !ENTRIES.some((entry) => entry.test(path)))
    .flatMap((file) => {
      const names = used.get(file.path) ?? new Set();
      if (names.has('*')) return [];
      return exportsOf(file)
        .filter((item) => !names.has(item.name) && !(item.isType && isMentioned(file, item)))
        .map(({ name, start }): Violation => ({
          file: file.path,
          line: lineOf(file.text, start),
          message: `nothing imports "${name}"`,
        }));
    });
};

/** Every exported declaration of code that ships says in a docstring what it is. */
export const checkDocs: Rule = (files) =>
  files
    .filter(({ path }) => isDocumented(path))
    .flatMap((file) => {
      const { comments } = parse(file);
      const described = new Set(
        comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*')).map(({ end }) => end),
      );
      return declarationsOf(file).flatMap(({ statement, names }): Violation[] => {
        const before = file.text.slice(0, statement.start).trimEnd().length;
        if (described.has(before) || isOverload(file, statement)) return [];
        return [
          {
            file: file.path,
            line: lineOf(file.text, statement.start),
            message: `"${names.join(', ')}" has no docstring`,
          },
        ];
      });
    });

interface ExportedName {
  name: string;
  start: number;
  isType: boolean;
}

function exportsOf(file: SourceFile): ExportedName[] {
  const names = parse(file).module.staticExports.flatMap(({ entries }) =>
    entries
      .filter(({ moduleRequest }) => !moduleRequest)
      .map(({ exportName, start, isType }) => ({ name: exportName.name ?? 'default', start, isType })),
  );
  const types = new Set(
    declarationsOf(file)
      .filter(({ statement }) => isTypeDeclaration(statement))
      .flatMap((declared) => declared.names),
  );
  return names.map((item) => ({ ...item, isType: item.isType || types.has(item.name) }));
}

interface Declaration {
  statement: SyntaxNode;
  names: string[];
}

function declarationsOf(file: SourceFile): Declaration[] {
  const body = programOf(file)['body'];
  return (Array.isArray(body) ? body.filter(isNode) : []).flatMap((statement): Declaration[] => {
    const declaration = statement['declaration'];
    if (!statement.type.startsWith('Export') || !isNode(declaration)) return [];
    if (statement.type === 'ExportDefaultDeclaration') return [{ statement, names: ['default'] }];
    const declarators = declaration['declarations'];
    const named = Array.isArray(declarators) ? declarators.filter(isNode) : [declaration];
    return [{ statement, names: named.map(({ id }) => (isNode(id) ? nameOf(id, file.text) : '')) }];
  });
}

function nameOf(id: SyntaxNode, text: string): string {
  return typeof id['name'] === 'string' ? id['name'] : text.slice(id.start, id.end);
}

function isTypeDeclaration(statement: SyntaxNode): boolean {
  const declaration = statement['declaration'];
  return isNode(declaration) && /^TS(?:Interface|TypeAlias)Declaration$/.test(declaration.type);
}

/** The first of several signatures carries the docstring for all. */
function isOverload(file: SourceFile, statement: SyntaxNode): boolean {
  const all = declarationsOf(file);
  const at = all.findIndex((other) => other.statement === statement);
  const before = all[at - 1];
  return before !== undefined && before.names[0] === all[at]?.names[0];
}

/** A type is part of its file's surface when another exported declaration speaks of it. */
function isMentioned(file: SourceFile, { name }: ExportedName): boolean {
  return declarationsOf(file).some(({ statement, names }) => {
    if (names.includes(name)) return false;
    let found = false;
    walk(statement, (node) => {
      found ||= node.type === 'Identifier' && node['name'] === name;
    });
    return found;
  });
}

/** For each file, the names that others take from it; `*` when all may be taken. */
function collectUses(files: readonly SourceFile[]): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const file of files) {
    for (const { source, names } of importsOf(file)) {
      const target = resolveImport(file.path, source);
      if (target === undefined) continue;
      const taken = used.get(target) ?? new Set();
      for (const name of names) taken.add(name);
      used.set(target, taken);
    }
  }
  return used;
}
