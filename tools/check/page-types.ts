import {
  isArrowFunction,
  isBlock,
  isCallExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isJsxElement,
  isJsxSelfClosingElement,
  isParenthesizedExpression,
  isReturnStatement,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import type { JsxElement, JsxSelfClosingElement, Node } from 'typescript/unstable/ast';
import { SymbolFlags, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync';

const TEXT = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;
const NOTHING = TypeFlags.Undefined | TypeFlags.Null | TypeFlags.BooleanLike | TypeFlags.Void | TypeFlags.Never;
/** Packages whose components are always one element: icons and links. */
const ONE_ELEMENT = /\/node_modules\/(?:lucide-react|react-router(?:-dom)?)\//;
/** Components of React without an element of their own. */
export const TRANSPARENT = /^(?:Suspense|Fragment|StrictMode|\w*Provider|\w*Context|\w+\.Provider)$/;

/** What an expression can be on the page. */
export interface Content {
  /** It can be a text, or contain one. */
  hasText: boolean;
  /** It can be a list with texts. */
  hasTexts: boolean;
  /** It can be an element. */
  hasElement: boolean;
  /** It is always the same element, neither absent nor a list. */
  isOneElement: boolean;
}

/** One element. */
export const ELEMENT: Content = { hasText: false, hasTexts: false, hasElement: true, isOneElement: true };
/** Elements that come and go. */
export const ELEMENTS: Content = { ...ELEMENT, isOneElement: false };
/** A text. */
export const ONLY_TEXT: Content = { ...ELEMENTS, hasText: true, hasElement: false };
const EMPTY: Content = { ...ELEMENTS, hasElement: false };
const ANYTHING: Content = { ...ELEMENTS, hasText: true };

/** Judges expressions by their types, and components by what they return. */
export class PageTypes {
  readonly checker: Checker;
  readonly #at = new Map<Node, Type | undefined>();
  readonly #contents = new Map<number, Content>();
  readonly #components = new Map<number, boolean>();

  constructor(checker: Checker) {
    this.checker = checker;
  }

  /** Fetches the types of expressions in one request to the compiler. */
  load(nodes: readonly Node[]): void {
    const types = this.checker.getTypeAtLocation(nodes);
    for (const [index, node] of nodes.entries()) this.#at.set(node, types[index]);
  }

  /** Type of an expression; undefined if the compiler knows none. */
  typeAt(node: Node): Type | undefined {
    if (!this.#at.has(node)) this.#at.set(node, this.checker.getTypeAtLocation(node));
    return this.#at.get(node);
  }

  /** What values of a type are on the page. */
  contentOf(type: Type | undefined): Content {
    if (!type) return ANYTHING;
    const known = this.#contents.get(type.id);
    if (known) return known;
    // A list of nodes contains lists of nodes.
    this.#contents.set(type.id, EMPTY);
    const content = this.#judge(type);
    this.#contents.set(type.id, content);
    return content;
  }

  /** What an element of JSX is on the page: nothing is known of most components of packages. */
  contentOfElement(element: JsxElement | JsxSelfClosingElement): Content {
    return this.#isOneElement(element) ? ELEMENT : ELEMENTS;
  }

  #judge(type: Type): Content {
    if (type.flags & TEXT) return ONLY_TEXT;
    if (type.flags & NOTHING) return EMPTY;
    if (type.isUnionType()) return join(type.getTypes().map((part) => this.contentOf(part)));
    const name = type.getSymbol()?.name ?? '';
    if (name === 'Element' || name === 'ReactElement') return ELEMENT;
    if (name === 'ReactPortal') return ELEMENTS;
    const isArray = this.checker.isArrayLikeType(type);
    if (type.isTypeReference() && (isArray || name === 'Iterable' || name === 'Promise')) {
      const parts = this.checker.getTypeArguments(type).map((part) => this.contentOf(part));
      const all = join(parts);
      return { ...all, hasTexts: isArray && all.hasText, isOneElement: false };
    }
    return ANYTHING;
  }

  /** True if an element of JSX is one element of the page, whatever the state of its component. */
  #isOneElement(element: JsxElement | JsxSelfClosingElement): boolean {
    const tag = isJsxElement(element) ? element.openingElement.tagName : element.tagName;
    if (/^[a-z]/.test(tag.getText())) return true;
    if (TRANSPARENT.test(tag.getText())) return false;
    let symbol = this.checker.getSymbolAtLocation(tag);
    if (symbol && symbol.flags & SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol);
    if (!symbol) return false;
    const known = this.#components.get(symbol.id);
    if (known !== undefined) return known;
    // A component that contains itself.
    this.#components.set(symbol.id, true);
    const handle = symbol.valueDeclaration ?? symbol.declarations[0];
    const declaration = handle?.resolve();
    const isOne = ONE_ELEMENT.test(handle?.path ?? '') || (declaration !== undefined && this.#returnsOne(declaration));
    this.#components.set(symbol.id, isOne);
    return isOne;
  }

  #returnsOne(declaration: Node): boolean {
    const returned = returnsOf(declaration);
    return returned.length > 0 && returned.every((node) => this.#isOneReturned(node));
  }

  #isOneReturned(node: Node): boolean {
    if (isParenthesizedExpression(node)) return this.#isOneReturned(node.expression);
    return (isJsxElement(node) || isJsxSelfClosingElement(node)) && this.#isOneElement(node);
  }
}

function join(parts: readonly Content[]): Content {
  return {
    hasText: parts.some(({ hasText }) => hasText),
    hasTexts: parts.some(({ hasTexts }) => hasTexts),
    hasElement: parts.some(({ hasElement }) => hasElement),
    isOneElement: parts.every(({ isOneElement }) => isOneElement),
  };
}

/** What a component returns; empty when this is not found. */
function returnsOf(declaration: Node): Node[] {
  if (isVariableDeclaration(declaration)) return declaration.initializer ? returnsOf(declaration.initializer) : [];
  if (isCallExpression(declaration)) {
    const [first] = declaration.arguments;
    return declaration.expression.getText() === 'memo' && first ? returnsOf(first) : [];
  }
  if (!isArrowFunction(declaration) && !isFunctionDeclaration(declaration) && !isFunctionExpression(declaration)) {
    return [];
  }
  const { body } = declaration;
  if (!body) return [];
  if (!isBlock(body)) return [body];
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (isArrowFunction(node) || isFunctionDeclaration(node) || isFunctionExpression(node)) return;
    if (isReturnStatement(node) && node.expression) found.push(node.expression);
    else node.forEachChild(visit);
  };
  visit(body);
  return found;
}
