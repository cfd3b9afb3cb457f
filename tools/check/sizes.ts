import { isScript, isTestCode, type Rule, type SourceFile, type Violation } from './source.ts';
import { isNode, lineOf, parse, programOf, walk, type SyntaxNode } from './syntax.ts';

/** Lines without blanks and comments. */
const SIZES = {
  file: 400,
  testFile: 600,
  aimedFile: 250,
  aboveAim: 0.05,
  function: 60,
  component: 200,
  params: 3,
} as const;
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
/** Migrations and seeds are data written as code. */
const DATA = /^backend\/db\/(?:migrations|seeds)\//;

/** Files, functions and parameter lists stay small enough to be read at once. */
export const checkSizes: Rule = (files) => {
  const scripts = files.filter(isScript).map((file) => ({ file, counted: countedLines(file) }));
  const violations = scripts.flatMap(({ file, counted }) => [
    ...checkFile(file, counted),
    ...checkFunctions(file, counted),
  ]);
  const shipped = scripts.filter(({ file }) => !isTestCode(file.path));
  const large = shipped
    .filter(({ counted }) => counted.size > SIZES.aimedFile)
    .sort((a, b) => b.counted.size - a.counted.size);
  const largest = large[0];
  if (largest && large.length > Math.ceil(shipped.length * SIZES.aboveAim)) {
    violations.push({
      file: largest.file.path,
      line: 1,
      message: `${large.length} of ${shipped.length} files pass ${SIZES.aimedFile} lines; at most 5% may`,
    });
  }
  return violations;
};

/** Numbers of the lines with code. */
function countedLines(file: SourceFile): Set<number> {
  let code = file.text;
  for (const { start, end } of parse(file).comments) {
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end);
  }
  return new Set(
    code.split('\n').flatMap((line, index) => (line.trim() === '' || line.trim() === '{}' ? [] : [index + 1])),
  );
}

function checkFile({ path: file }: SourceFile, counted: Set<number>): Violation[] {
  const limit = isTestCode(file) ? SIZES.testFile : SIZES.file;
  return counted.size > limit && !DATA.test(file)
    ? [{ file, line: 1, message: `${counted.size} lines; ${limit} at most` }]
    : [];
}

function checkFunctions(file: SourceFile, counted: Set<number>): Violation[] {
  const found: Violation[] = [];
  walk(programOf(file), (node, above) => {
    if (!FUNCTIONS.has(node.type)) return;
    const line = lineOf(file.text, node.start);
    const params = Array.isArray(node['params']) ? node['params'].filter((param) => !isThis(param)).length : 0;
    if (params > SIZES.params && !DATA.test(file.path) && !isImposed(node, above.at(-1)))
      found.push({ file: file.path, line, message: `${params} parameters; ${SIZES.params} at most, then an object` });
    if (DATA.test(file.path) || isTestCode(file.path)) return;
    let length = 0;
    for (let at = line; at <= lineOf(file.text, node.end); at += 1) if (counted.has(at)) length += 1;
    const limit = returnsJsx(node) ? SIZES.component : SIZES.function;
    if (length > limit)
      found.push({ file: file.path, line, message: `a function of ${length} lines; ${limit} at most` });
  });
  return found;
}

function isThis(param: unknown): boolean {
  return isNode(param) && param.type === 'Identifier' && param['name'] === 'this';
}

/** The caller of a callback defines its parameters; Express recognises an error handler by its four parameters. */
function isImposed(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  const params = Array.isArray(node['params']) ? node['params'].filter(isNode) : [];
  if (params.length === 4 && /^_?next$/.test(String(params[3]?.['name']))) return true;
  return parent?.type === 'CallExpression' || parent?.type === 'NewExpression';
}

function returnsJsx(node: SyntaxNode): boolean {
  let found = false;
  walk(node, ({ type }) => {
    found ||= type === 'JSXElement' || type === 'JSXFragment';
  });
  return found;
}
