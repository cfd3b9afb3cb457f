import type { Role } from '#shared/api/endpoint.ts';
import type { Article, Block } from './article.ts';

/** What a match counts for, by where it stands. */
const WEIGHTS = { title: 8, words: 5, summary: 3, heading: 3, text: 1 } as const;

/** Lower case without accents, so that a search finds a word however it is typed. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('points' in block) return block.points.join(' ');
  return 'steps' in block ? block.steps.join(' ') : '';
}

/** The words of each part of an article, folded; markup and addresses left out. */
function fieldsOf({ title, words = '', summary, body }: Article): Record<keyof typeof WEIGHTS, string[]> {
  const split = (text: string) =>
    fold(text)
      .replaceAll(/\]\([^)]*\)/g, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return {
    title: split(title),
    words: split(words),
    summary: split(summary),
    heading: split(
      body.map((block) => (typeof block === 'object' && 'heading' in block ? block.heading : '')).join(' '),
    ),
    text: split(body.map(textOf).join(' ')),
  };
}

const fields = new WeakMap<Article, Record<keyof typeof WEIGHTS, string[]>>();

/**
 * How well an article fits; 0 when one of the words stands nowhere in it. A word fits by its beginning, better when it
 * fits whole.
 */
function score(article: Article, wanted: readonly string[]): number {
  const known = fields.get(article) ?? fieldsOf(article);
  fields.set(article, known);
  let sum = 0;
  for (const word of wanted) {
    let best = 0;
    for (const [place, weight] of Object.entries(WEIGHTS)) {
      for (const each of known[place as keyof typeof WEIGHTS]) {
        if (each === word) best = Math.max(best, weight * 2);
        else if (word.length > 1 && each.startsWith(word)) best = Math.max(best, weight);
      }
    }
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** Words that say nothing about what is looked for. */
const EMPTY_WORDS = new Set('a an the i my me how do does to can is in of on what why where and or'.split(' '));

/**
 * Finds the articles of a role that hold every word, best first; all of them, in their order, when there is no word.
 * Some fifty short articles are read through in well under a millisecond, which makes an index, and a library that
 * keeps one, pointless.
 */
export function searchArticles(articles: readonly Article[], { text, role }: { text: string; role: Role }): Article[] {
  const open = articles.filter(({ roles }) => roles.includes(role));
  const all = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = all.filter((word) => !EMPTY_WORDS.has(word));
  const wanted = telling.length > 0 ? telling : all;
  if (wanted.length === 0) return open;
  return open
    .map((article, index) => ({ article, index, points: score(article, wanted) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points || a.index - b.index)
    .map(({ article }) => article);
}
