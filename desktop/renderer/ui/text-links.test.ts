import { describe, expect, it } from 'vitest';
import { splitLinks } from './text-links.ts';

const linksOf = (text: string): (string | null)[] =>
  splitLinks(text)
    .map((part) => part.href)
    .filter(Boolean);

describe('splitLinks', () => {
  it.each([
    ['see https://example.org/a.', ['https://example.org/a']],
    ['(https://example.org/a)', ['https://example.org/a']],
    ['https://en.wikipedia.org/wiki/Plato_(disambiguation)', ['https://en.wikipedia.org/wiki/Plato_(disambiguation)']],
    ['http://a.test, then https://b.test!', ['http://a.test', 'https://b.test']],
    ['javascript:alert(1) data:text/html,x ftp://a.test', []],
    ['https://', []],
    ['nothing here', []],
  ])('finds the URLs of %j', (text, expected) => {
    expect(linksOf(text)).toEqual(expected);
  });

  it('loses no character', () => {
    const text = 'a https://example.org/?q=1. b\nhttp://x.test/(y) c';
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
