import { expect, it } from 'vitest';
import { copyChapter, type ChapterCopy } from './copy-chapter.ts';

function copy(text: string): ChapterCopy {
  return copyChapter(new DOMParser().parseFromString(text, 'text/html'), {
    page: document.implementation.createHTMLDocument(''),
    imageUrl: (href) => (href === 'leaf.png' ? 'blob:leaf' : null),
    styleText: () => null,
  });
}

it.each([
  ['a script', '<p>a<script>top.x = 1</script>b</p>', '<p>ab</p>'],
  ['an event handler', '<p onclick="x()" class="c">a</p>', '<p class="c">a</p>'],
  ['a frame', '<iframe srcdoc="b"></iframe><p>a</p>', '<p>a</p>'],
  ['a form', '<form action="https://x.example">Name <input name="n"></form>', ''],
  ['a foreign image', '<img src="https://x.example/a.png" alt="A">', '<img alt="A">'],
  ['an image of this server', '<img src="/api/user" srcset="/api/user 2x">', '<img alt="">'],
  ['an object', '<object data="x.swf">a</object><embed src="x.swf">', ''],
  ['an unknown element', '<blink>a <b>b</b></blink>', 'a <b>b</b>'],
  ['a colour', '<p style="color: red; margin: 0px;">a</p>', '<p style="margin: 0px;">a</p>'],
  [
    'a base and a refresh',
    '<base href="https://x.example"><meta http-equiv="refresh" content="0"><p>a</p>',
    '<p>a</p>',
  ],
])('leaves %s out', (_what, source, expected) => {
  expect(copy(source).body.innerHTML).toBe(expected);
});

it('keeps the parts of a text', () => {
  const text =
    '<h2 id="top" lang="fr">Titre</h2><ol start="3"><li>a</li></ol>' +
    '<table><tbody><tr><th scope="row" colspan="2">b</th></tr></tbody></table><pre>c\n  d</pre>';
  expect(copy(text).body.innerHTML).toBe(text);
});

it('gives images of the book their address', () => {
  expect(copy('<img src="leaf.png" alt="A leaf">').body.innerHTML).toBe('<img alt="A leaf" src="blob:leaf">');
});

it('gives links no address, and says where they lead', () => {
  const { body, links } = copy('<a href="two.xhtml#p4">On</a><a href="javascript:x()">Run</a><a id="here">Here</a>');
  expect([...body.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['#', '#', null]);
  expect([...links.values()]).toEqual(['two.xhtml#p4', 'javascript:x()']);
});

it('collects the styles of the book in order', () => {
  const { styles } = copy('<head><style>h1 { margin: 0 }</style></head><p>a</p><style>p { margin: 0 }</style>');
  expect(styles).toEqual(['h1 { margin: 0 }', 'p { margin: 0 }']);
});

it('keeps drawings without code and addresses', () => {
  const source = document.implementation.createHTMLDocument('');
  const draw = (name: string, attributes: Record<string, string>, parent: Element): Element => {
    const element = source.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  };
  const svg = draw('svg', { viewBox: '0 0 4 4', onload: 'x()' }, source.body);
  draw('script', {}, svg).append('x()');
  draw('rect', { width: '4', style: 'fill: url(https://x.example)' }, svg);
  draw('use', { href: 'https://x.example#a' }, svg);
  draw('path', { d: 'M0 0', filter: 'url(https://x.example#f)', 'clip-path': 'url(#own)' }, svg);
  draw('image', { href: 'leaf.png' }, svg);
  draw('image', { href: 'https://x.example/a.png' }, svg);
  const page = document.implementation.createHTMLDocument('');
  const imageUrl = (href: string): string | null => (href === 'leaf.png' ? 'blob:leaf' : null);
  const { body } = copyChapter(source, { page, imageUrl, styleText: () => null });
  expect([...body.querySelectorAll('*')].map((element) => [element.localName, ...element.getAttributeNames()])).toEqual(
    [['svg', 'viewBox'], ['rect', 'width'], ['path', 'd', 'clip-path'], ['image', 'href'], ['image']],
  );
});
