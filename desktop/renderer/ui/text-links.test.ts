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

  it.each([
    ['詳細はこちら（https://example.com/c）です。', ['https://example.com/c']],
    ['請看https://example.com/c。謝謝', ['https://example.com/c']],
    ['https://example.com/a、https://example.com/b', ['https://example.com/a', 'https://example.com/b']],
    ['「https://example.com/a?b=1」を見て', ['https://example.com/a?b=1']],
    ['https://example.com/a！https://example.com/b？', ['https://example.com/a', 'https://example.com/b']],
    ['链接：https://example.com/a，密码：12', ['https://example.com/a']],
    ['【https://example.com/a】《https://example.com/b》', ['https://example.com/a', 'https://example.com/b']],
    ['https://example.com/a／b～c＞', ['https://example.com/a']],
    ['https://example.com/a\u3000次', ['https://example.com/a']],
    ['انظر https://example.com/a، ثم https://example.com/b؟', ['https://example.com/a', 'https://example.com/b']],
    ['دیکھیں https://example.com/a۔', ['https://example.com/a']],
    ['देखें https://example.com/a। धन्यवाद', ['https://example.com/a']],
    ['ดู https://example.com/a๛', ['https://example.com/a']],
    ['https://example.com/a። https://example.com/b։', ['https://example.com/a', 'https://example.com/b']],
    ['«https://example.com/a» “https://example.com/b” ¿https://example.com/c?', ['a', 'b', 'c']],
    ['https://example.com/a—and', ['https://example.com/a']],
    ['https://example.com/a\u200b\u2060b', ['https://example.com/a']],
    ['https://example.comです', ['https://example.com']],
    ['https://example.comを見て/読む', ['https://example.com']],
    ['https://example.com’s', ['https://example.com']],
    ['https://sub.example日本.jp/a', ['https://sub.example日本.jp/a']],
    ['https://日本.jp/東京（首都）', ['https://日本.jp/東京']],
    ['https://ja.wikipedia.org/wiki/東京_(曖昧さ回避)。', ['https://ja.wikipedia.org/wiki/東京_(曖昧さ回避)']],
    ['https://ja.wikipedia.org/wiki/ジョン・スミス', ['https://ja.wikipedia.org/wiki/ジョン・スミス']],
    ['https://a.test/x・https://b.test/y', ['https://a.test/x', 'https://b.test/y']],
    ['https://en.wikipedia.org/wiki/Bose–Einstein', ['https://en.wikipedia.org/wiki/Bose–Einstein']],
    ['https://fr.wikipedia.org/wiki/L’Étranger', ['https://fr.wikipedia.org/wiki/L’Étranger']],
    ['https://fa.wikipedia.org/wiki/می\u200cروم', ['https://fa.wikipedia.org/wiki/می\u200cروم']],
    ['https://hi.wikipedia.org/wiki/हिन्दी', ['https://hi.wikipedia.org/wiki/हिन्दी']],
  ])('ends a URL where punctuation of any script begins: %j', (text, expected) => {
    const whole = expected.map((link) => (link.length === 1 ? `https://example.com/${link}` : link));
    expect(linksOf(text)).toEqual(whole);
  });

  it('loses no character', () => {
    const text = 'a https://example.org/?q=1. b\nhttp://x.test/(y) c';
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  const REPEATED = [')', '.', '().', '](', 'http://', 'http://a)', '.ab', '.abで', '’', 'ア・'];
  it.each(REPEATED)('reads a text of %j as fast as one of letters', (part) => {
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
