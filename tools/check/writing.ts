import { isScript, isTestCode, type Rule, type SourceFile, type Violation } from './source.ts';
import { importsOf, isNode, lineOf, parse, programOf, walk, type SyntaxNode } from './syntax.ts';

const OPEN_END = /\b(?:TODO|FIXME|XXX|HACK)\b/;
const DISABLE = /(?:ox|es)lint-disable|@ts-(?:ignore|expect-error|nocheck)/;
/** The text of a reason: `-- why`, or words after a TypeScript directive. */
const REASON = /\s--\s+\S|@ts-expect-error\s+\S/;

/** Functions that a test may not call: they wait for time, record any output, or skip tests. */
const UNTRUE = new Map([
  ['waitForTimeout', 'a test waits for what happens, never for time'],
  ['toMatchSnapshot', 'a test states what it expects; snapshots record any output'],
  ['toMatchInlineSnapshot', 'a test states what it expects; snapshots record any output'],
  ['only', 'one test alone leaves the others out'],
  ['todo', 'a test that is to be written proves nothing'],
]);

/** What a bench measures takes time, and pauses pace its load. */
const BENCH = /^backend\/bench\//;

/**
 * Nothing is left open or silenced without a reason, and tests neither sleep nor record.
 */
export const checkWriting: Rule = (files) =>
  files.filter(isScript).flatMap((file) => [...checkComments(file), ...(isTestCode(file.path) ? checkTest(file) : [])]);

function checkComments(file: SourceFile): Violation[] {
  return parse(file).comments.flatMap(({ value, start }): Violation[] => {
    const at = { file: file.path, line: lineOf(file.text, start) };
    if (OPEN_END.test(value)) return [{ ...at, message: 'finish it, or file an issue' }];
    return DISABLE.test(value) && !REASON.test(value)
      ? [{ ...at, message: 'a rule is switched off without its reason (-- why)' }]
      : [];
  });
}

function checkTest(file: SourceFile): Violation[] {
  const violations = importsOf(file)
    .filter(({ source }) => source === 'node:timers/promises' && !BENCH.test(file.path))
    .map(({ start }): Violation => ({
      file: file.path,
      line: lineOf(file.text, start),
      message: 'a test waits for what happens, never for time',
    }));
  walk(programOf(file), (node) => {
    const message = node.type === 'CallExpression' ? UNTRUE.get(methodOf(node)) : undefined;
    if (message !== undefined) violations.push({ file: file.path, line: lineOf(file.text, node.start), message });
  });
  return violations;
}

/** `only` for `it.only()`; empty for a call that is no method's. */
function methodOf(node: SyntaxNode): string {
  const callee = node['callee'];
  const property = isNode(callee) && callee.type === 'MemberExpression' ? callee['property'] : undefined;
  return isNode(property) && typeof property['name'] === 'string' ? property['name'] : '';
}
