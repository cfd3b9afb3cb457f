import { isDocumented } from './text-rules.ts';
import type { Rule, SourceFile, Violation } from './source.ts';
import { isNode, lineOf, parse, programOf, type SyntaxNode } from './syntax.ts';

/** Every exported declaration of production code has a docstring. */
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

/** The first of several signatures carries the docstring for all. */
function isOverload(file: SourceFile, statement: SyntaxNode): boolean {
  const all = declarationsOf(file);
  const at = all.findIndex((other) => other.statement === statement);
  const before = all[at - 1];
  return before !== undefined && before.names[0] === all[at]?.names[0];
}
