/** What {@link copyChapter} needs of the book. */
interface ChapterParts {
  /** The document that shows the chapter. */
  page: Document;
  /** Returns the address of an image that the chapter names; null to leave it out. */
  imageUrl: (href: string) => string | null;
  /** Returns the text of a style sheet that the chapter names; null to leave it out. */
  styleText: (href: string) => string | null;
}

/** A chapter that can be shown: elements without code, addresses and forms. */
export interface ChapterCopy {
  body: HTMLElement;
  /** Attributes of the root, by which styles of the book find it; null for none. */
  root: ReadonlyMap<string, string | null>;
  /** Texts of the style sheets, in order. */
  styles: readonly string[];
  /** What each link leads to, as its author wrote it. */
  links: ReadonlyMap<Element, string>;
}

const XHTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
const MATHML = 'http://www.w3.org/1998/Math/MathML';
const XLINK = 'http://www.w3.org/1999/xlink';

/** Elements of a text; others are replaced by their content. */
const HTML_ELEMENTS = new Set(
  (
    'a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt ' +
    'em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark nav ol p pre q rp rt ' +
    'ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
);
const SVG_ELEMENTS = new Set(
  (
    'svg g path rect circle ellipse line polyline polygon text tspan image defs linearGradient radialGradient stop ' +
    'clipPath mask pattern marker symbol title desc a'
  ).split(' '),
);
const MATHML_LEFT_OUT = new Set(['annotation', 'annotation-xml', 'maction']);
/** Elements that are left out with their content. */
const LEFT_OUT = new Set(
  (
    'script style link meta base title template noscript iframe frame frameset object embed applet portal audio video ' +
    'canvas form input button select textarea option datalist foreignObject animate animateMotion animateTransform set ' +
    'handler use'
  ).split(' '),
);
/** Attributes that describe a text. */
const ATTRIBUTES = new Set(
  'id class lang dir title alt width height colspan rowspan scope headers start value reversed datetime open role'.split(
    ' ',
  ),
);
/** Attributes of drawings and formulas whose value is an address or can contain one. */
const ADDRESS = /href|src|^on|^style$|^(?:action|data|ping|poster|background|altimg|cdgroup)$/i;
const REFERENCE = /url\(\s*["']?(?!["']?#)/i;

/**
 * Copies the body of a chapter into another document, by a list of elements and attributes that are allowed. Images
 * become files of the book; links keep their text, and `links` says where they lead.
 */
export function copyChapter(source: Document, parts: ChapterParts): ChapterCopy {
  const { page } = parts;
  const state: CopyState = { ...parts, links: new Map() };
  const body = page.createElement('body');
  const root = source.querySelector('body') ?? source.documentElement;
  for (const name of ['id', 'class', 'lang', 'dir']) copyAttribute(root, body, name);
  const language = source.documentElement.getAttribute('lang') ?? source.documentElement.getAttribute('xml:lang');
  if (language !== null && !body.hasAttribute('lang')) body.setAttribute('lang', language);
  if (root.localName === 'svg') copyNode(root, body, state);
  else for (const node of root.childNodes) copyNode(node, body, state);
  const ofRoot = ['class', 'dir'].map((name): [string, string | null] => [
    name,
    source.documentElement.getAttribute(name),
  ]);
  return { body, root: new Map(ofRoot), styles: stylesOf(source, parts.styleText), links: state.links };
}

function stylesOf(source: Document, styleText: ChapterParts['styleText']): string[] {
  return [...source.querySelectorAll('link[rel~="stylesheet"][href], style')].flatMap((element) => {
    const text = element.localName === 'style' ? element.textContent : styleText(element.getAttribute('href') ?? '');
    return text === null || text === '' ? [] : [text];
  });
}

/** What is copied from, and the links that were found. */
interface CopyState extends ChapterParts {
  links: Map<Element, string>;
}

function copyNode(node: Node, parent: Element, state: CopyState): void {
  if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) {
    parent.append(node.nodeValue ?? '');
    return;
  }
  if (node.nodeType !== Node.ELEMENT_NODE) return;
  const element = node as Element;
  if (LEFT_OUT.has(element.localName)) return;
  const copy = copyElement(element, state);
  if (copy) parent.append(copy);
  for (const child of element.childNodes) copyNode(child, copy ?? parent, state);
}

/** Returns an empty copy; null for an element that is replaced by its content. */
function copyElement(element: Element, state: CopyState): Element | null {
  const { localName } = element;
  const namespace = element.namespaceURI ?? XHTML;
  if (namespace === SVG && SVG_ELEMENTS.has(localName)) return copyDrawing(element, state);
  if (namespace === MATHML && !MATHML_LEFT_OUT.has(localName)) return copyShape(element, state.page);
  if (namespace !== XHTML || !HTML_ELEMENTS.has(localName)) return null;
  const copy = state.page.createElement(localName);
  for (const { name } of element.attributes) {
    if (ATTRIBUTES.has(name) || name.startsWith('aria-')) copyAttribute(element, copy, name);
  }
  copyStyle(element, copy);
  if (localName === 'a') copyLink(element.getAttribute('href'), copy, state);
  if (copy.localName === 'img') copyImage(element, copy, state);
  return copy;
}

function copyDrawing(element: Element, state: CopyState): Element {
  const copy = copyShape(element, state.page);
  const href = element.getAttribute('href') ?? element.getAttributeNS(XLINK, 'href');
  if (element.localName === 'a') copyLink(href, copy, state);
  if (element.localName === 'image' && href !== null) {
    const url = state.imageUrl(href);
    if (url !== null) copy.setAttribute('href', url);
  }
  return copy;
}

/** Copies an element of a drawing or formula with the attributes that contain no address. */
function copyShape(element: Element, page: Document): Element {
  const copy = page.createElementNS(element.namespaceURI, element.localName);
  for (const { name, value } of element.attributes) {
    if (!name.includes(':') && !ADDRESS.test(name) && !REFERENCE.test(value) && name !== 'xmlns')
      copy.setAttribute(name, value);
  }
  return copy;
}

function copyImage(element: Element, copy: Element, { imageUrl }: ChapterParts): void {
  const url = imageUrl(element.getAttribute('src') ?? '');
  if (url !== null) copy.setAttribute('src', url);
  if (!copy.hasAttribute('alt')) copy.setAttribute('alt', '');
}

/** A link gets no address, so that it cannot leave the book by itself; the reader follows it. */
function copyLink(href: string | null, copy: Element, { links }: CopyState): void {
  if (href === null || href === '') return;
  copy.setAttribute('href', '#');
  links.set(copy, href);
}

function copyAttribute(from: Element, to: Element, name: string): void {
  const value = from.getAttribute(name);
  if (value !== null) to.setAttribute(name, value);
}

/** Properties that would make a text unreadable in the theme of the reader, or cover it. */
const PROPERTIES_LEFT_OUT = ['color', 'background', 'background-color', 'background-image'] as const;

function copyStyle(element: Element, copy: HTMLElement): void {
  const text = element.getAttribute('style');
  if (text === null) return;
  copy.style.cssText = text;
  cleanStyle(copy.style);
  if (copy.getAttribute('style') === '') copy.removeAttribute('style');
}

/** Removes colours from a rule of a book, and a position that is fixed to the window. */
export function cleanStyle(style: CSSStyleDeclaration): void {
  for (const name of PROPERTIES_LEFT_OUT) style.removeProperty(name);
  if (style.position === 'fixed') style.removeProperty('position');
}
