import { join, relative } from 'node:path';
import {
  isFunctionDeclaration,
  isIdentifier,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  isStringLiteral,
} from 'typescript/unstable/ast/is';
import type { JsxChild, JsxElement, JsxFragment, Node, SourceFile } from 'typescript/unstable/ast';
import { API, SignatureKind, TypeFlags } from 'typescript/unstable/sync';
import { ROOT } from '../stack.ts';
import { ELEMENT, ELEMENTS, ONLY_TEXT, PageTypes, TRANSPARENT, type Content } from './page-types.ts';
import { lineOf } from './syntax.ts';
import type { Violation } from './source.ts';

const PAGES = /^desktop\/renderer\/.*(?<!\.test)\.tsx$/;
const ONE_TEXT = TypeFlags.StringLiteral | TypeFlags.NumberLiteral | TypeFlags.BigIntLiteral;
const OWN_ELEMENT = 'needs an element of its own, since browsers replace the texts that they translate';

/**
 * Programs that translate a page replace each text node. React then fails to remove that text or to insert something
 * before it, and a changed value stays invisible (react/react#11538). Both work for a text that is the only child of
 * its element, which React sets as the content of the element. So a text that changes is the only child of its element,
 * and a constant text has no siblings that come and go. A slot whose type permits a text counts as a text.
 */
export function checkPageTexts(root: string = ROOT): Violation[] {
  const project = join(root, 'desktop', 'tsconfig.json');
  const api = new API({ cwd: root });
  try {
    const opened = api.updateSnapshot({ openProject: project }).getProject(project);
    if (!opened) return [{ file: 'desktop/tsconfig.json', line: 1, message: 'the project cannot be opened' }];
    const { program, checker } = opened;
    const types = new PageTypes(checker);
    return program.getSourceFileNames().flatMap((name): Violation[] => {
      const path = relative(root, name).replaceAll('\\', '/');
      const file = PAGES.test(path) ? program.getSourceFile(name) : undefined;
      return file ? checkPage(file, types).map(({ node, message }) => violationAt(file, path, { node, message })) : [];
    });
  } finally {
    api.close();
  }
}

interface Finding {
  node: Node;
  message: string;
}

function violationAt(file: SourceFile, path: string, { node, message }: Finding): Violation {
  const text = node.getText(file).trim();
  const line = lineOf(file.text, node.getEnd() - node.getText(file).trimStart().length);
  return { file: path, line, message: `${text.split('\n')[0]?.slice(0, 40)} ${message}` };
}

function checkPage(file: SourceFile, types: PageTypes): Finding[] {
  const parents: (JsxElement | JsxFragment)[] = [];
  const components: Node[] = [];
  const visit = (node: Node): void => {
    if (isJsxElement(node) || isJsxFragment(node)) parents.push(node);
    if (isFunctionDeclaration(node) && node.name && /^[A-Z]/.test(node.name.text)) components.push(node.name);
    node.forEachChild(visit);
  };
  visit(file);
  types.load(parents.flatMap(({ children }) => children.flatMap((child) => expressionOf(child) ?? [])));
  return [
    ...parents.flatMap((parent) => checkChildren(parent, types)),
    ...components.flatMap((name) => checkComponent(name, types)),
  ];
}

function checkComponent(name: Node, types: PageTypes): Finding[] {
  const { checker } = types;
  const type = checker.getTypeAtLocation(name);
  const signatures = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
  return signatures.some((signature) => {
    const content = types.contentOf(checker.getReturnTypeOfSignature(signature));
    return content.hasText && !content.hasElement;
  })
    ? [{ node: name, message: `returns a text, which ${OWN_ELEMENT}` }]
    : [];
}

/** What a child of an element can be. */
interface ChildContent extends Content {
  /** A text that never changes. */
  isConstant: boolean;
}

function checkChildren(parent: JsxElement | JsxFragment, types: PageTypes): Finding[] {
  const children = parent.children.filter((child) => !isSpace(child));
  const isAlone = children.length === 1;
  const isTransparent = isJsxFragment(parent) || TRANSPARENT.test(parent.openingElement.tagName.getText());
  const contents = children.map((child) => judge(child, types));
  if (isAlone && !isTransparent && contents[0]?.hasTexts !== true) return [];
  const isSteady = !isTransparent && contents.every((content) => content.isOneElement || content.isConstant);
  return children.flatMap((node, index): Finding[] => {
    const content = contents[index];
    if (!content?.hasText || (content.isConstant && isSteady)) return [];
    if (isAlone && isChildren(node)) return [];
    return content.hasElement
      ? [{ node, message: `can be a text, which ${OWN_ELEMENT}: use the type Elements, or the class "contents"` }]
      : [{ node, message: OWN_ELEMENT }];
  });
}

function judge(child: JsxChild, types: PageTypes): ChildContent {
  if (isJsxText(child)) return { ...ONLY_TEXT, isConstant: true };
  if (isJsxFragment(child)) return { ...ELEMENTS, isConstant: false };
  if (!isJsxExpression(child)) return { ...types.contentOfElement(child), isConstant: false };
  const expression = expressionOf(child);
  if (!expression) return { ...ELEMENT, isConstant: false };
  if (isJsxElement(expression) || isJsxSelfClosingElement(expression)) return judge(expression, types);
  const type = types.typeAt(expression);
  return { ...types.contentOf(type), isConstant: type !== undefined && (type.flags & ONE_TEXT) !== 0 };
}

function expressionOf(child: JsxChild): Node | undefined {
  return isJsxExpression(child) ? child.expression : undefined;
}

/** White space, which no program translates, or a comment. */
function isSpace(child: JsxChild): boolean {
  if (isJsxText(child)) return child.text.trim() === '';
  const expression = expressionOf(child);
  if (!isJsxExpression(child)) return false;
  return !expression || (isStringLiteral(expression) && expression.text.trim() === '');
}

/** What a component passes on to where it is used. */
function isChildren(child: JsxChild): boolean {
  const expression = expressionOf(child);
  return expression !== undefined && isIdentifier(expression) && expression.text === 'children';
}
