import { describe, expect, it } from 'vitest';
import { labelOf, splitLinks } from './text-links.ts';

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
    ['http://a.test/(b)]).', ['http://a.test/(b)']],
    ['https://accounts.google.com@evil.example/login', []],
    ['https://@evil.example', []],
    ['https://\\a.test@evil.example', []],
    ['https://a.test/@ben?x=@', ['https://a.test/@ben?x=@']],
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

  it.each([')', '.', '().', '](', 'http://', 'http://a)'])('reads a text of %j as fast as one of letters', (part) => {
    const costOf = (text: string): number => {
      let best = Infinity;
      for (let run = 0; run < 30; run += 1) {
        const startedAt = performance.now();
        splitLinks(text);
        best = Math.min(best, performance.now() - startedAt);
      }
      return best;
    };
    const fill = (text: string) => `http://a${text.repeat(5_000)}`.slice(0, 5_000);
    // Finding the URLs again in each of their parts would cost some hundred times as much.
    expect(costOf(fill(part))).toBeLessThan(50 * costOf(fill('x')));
  });
});

describe('the label of a URL', () => {
  const HOST = 'login.microsoftonline.com.account-security-check.evil.example';
  it.each([
    ['https://example.org/', 'example.org'],
    ['http://example.org:8080/a?b#c', 'example.org:8080/a?b#c'],
    [`https://example.org/${'a'.repeat(60)}`, `example.org/${'a'.repeat(35)}…`],
    [`https://${HOST}`, HOST],
    [`https://${HOST}/login`, `${HOST}/…`],
    ['https://%65vil.example/', 'evil.example'],
    ['https://xn--80ak6aa92e.com/', 'xn--80ak6aa92e.com'],
    ['https://åbo.fi/a', 'åbo.fi/a'],
  ])('of %s contains the whole host', (href, label) => {
    expect(labelOf(href)).toBe(label);
  });
});
