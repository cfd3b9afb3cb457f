import type { Role } from '#shared/api/endpoint.ts';
import type { Article, Block } from './article.ts';

/** Weight of a match, by the part of the article that contains it. */
const WEIGHTS = { title: 8, words: 5, summary: 3, heading: 3, text: 1 } as const;

/** Returns a text in lower case without accents, so that a search finds a word however it is typed. */
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

/** Returns the folded words of each part of an article, without markup and addresses. */
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

/** Returns how well an article matches; 0 when it lacks one of the words. A prefix matches too, with less weight. */
function score(article: Article, wanted: readonly string[]): number {
  const parts = fields.get(article) ?? fieldsOf(article);
  fields.set(article, parts);
  let sum = 0;
  for (const word of wanted) {
    let best = 0;
    for (const [part, weight] of Object.entries(WEIGHTS)) {
      for (const each of parts[part as keyof typeof WEIGHTS]) {
        if (each === word) best = Math.max(best, weight * 2);
        else if (word.length > 1 && each.startsWith(word)) best = Math.max(best, weight);
      }
    }
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** Words without a meaning for the search. */
const EMPTY_WORDS = new Set('a an the i my me how do does to can is in of on what why where and or'.split(' '));

/**
 * Returns the articles of a role that contain all words, best first; without a word all articles in their order. It
 * uses no index: about fifty short articles take well under a millisecond.
 */
export function searchArticles(articles: readonly Article[], { text, role }: { text: string; role: Role }): Article[] {
  const open = articles.filter(({ roles }) => roles.includes(role));
  const all = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const meaningful = all.filter((word) => !EMPTY_WORDS.has(word));
  const wanted = meaningful.length > 0 ? meaningful : all;
  if (wanted.length === 0) return open;
  return open
    .map((article, index) => ({ article, index, points: score(article, wanted) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points || a.index - b.index)
    .map(({ article }) => article);
}
