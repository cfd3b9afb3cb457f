import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '#shared/api/endpoint.ts';
import { ERROR_ARTICLES } from '#shared/api/error-articles.ts';
import { HELP_ARTICLE_IDS } from '#shared/api/help.ts';
import { settingsPathFor } from '../../lib/page/settings-path.ts';
import { TOPICS, type Article, type Block } from './article.ts';
import { ARTICLES, findArticle } from './articles/index.ts';
import { searchArticles } from './search.ts';

const MEMBER_PATHS = [
  '/home',
  '/chat',
  '/profile',
  '/settings',
  '/analytics',
  '/students',
  '/courses',
  '/connections',
  '/connections/suggestions',
  '/connections/all',
];
const PATHS = [...MEMBER_PATHS, '/library', '/help', '/privacy-policy', '/terms-of-service'];

const textsOf = (block: Block): readonly string[] => {
  if (typeof block === 'string') return [block];
  if ('points' in block) return block.points;
  return 'steps' in block ? block.steps : [];
};
const linksOf = ({ body, open }: Article) => [
  ...body.flatMap(textsOf).flatMap((text) => [...text.matchAll(/\]\(([^)]*)\)/g)].map((match) => match[1] ?? '')),
  ...(open ? [open.path] : []),
];

it('every id has exactly one article, and every topic some', () => {
  expect(ARTICLES.map(({ id }) => id).toSorted()).toEqual(HELP_ARTICLE_IDS.toSorted());
  expect(ARTICLES.length).toBeGreaterThanOrEqual(25);
  for (const { id } of TOPICS) expect(ARTICLES.some(({ topic }) => topic === id)).toBe(true);
});

describe.each(ARTICLES.map((article) => [article.id, article] as const))('%s', (_id, article) => {
  it('links only to pages that exist and that its readers can open', () => {
    for (const link of linksOf(article)) {
      const { pathname, searchParams } = new URL(link, 'http://app.invalid');
      expect(PATHS).toContain(pathname);
      const id = searchParams.get('article');
      if (id !== null) expect(findArticle(id)).toBeDefined();
      if (article.roles.includes('creator'))
        expect(MEMBER_PATHS).not.toContain(new URL(settingsPathFor('creator', link), 'http://app.invalid').pathname);
    }
  });

  it('contains text without HTML or open markup, and headings with an anchor each', () => {
    const texts = [article.title, article.summary, ...article.body.flatMap(textsOf)];
    for (const text of texts) {
      expect(text).not.toMatch(/[<>]|\bundefined\b|\bNaN\b/);
      expect((text.match(/\*\*/g) ?? []).length % 2).toBe(0);
    }
    const anchors = article.body.flatMap((block) =>
      typeof block === 'object' && 'heading' in block ? [block.id] : [],
    );
    expect(new Set(anchors).size).toBe(anchors.length);
  });
});

it.each(Object.entries(ERROR_ARTICLES))('the article for %s can be read by someone', (_code, id) => {
  expect(findArticle(id)?.roles.length).toBeGreaterThan(0);
});

const found = (text: string, role: Role = 'student') => searchArticles(ARTICLES, { text, role }).map(({ id }) => id);

it.each<[string, string, Role]>([
  ['How do I change my password?', 'password', 'student'],
  ['forgot', 'forgot-password', 'creator'],
  ['dark mode', 'appearance', 'creator'],
  ['CSV', 'find-students', 'teacher'],
  ['429', 'too-many', 'student'],
  ['bloc', 'block', 'teacher'],
  ['thème', 'appearance', 'student'],
  ['csrf', 'signed-out', 'institution'],
  ['money back', 'refunds', 'student'],
  ['receipt', 'buy-items', 'creator'],
  ['sales', 'sell-items', 'creator'],
])('finds %s', (text, id, role) => {
  expect(found(text, role).slice(0, 2)).toContain(id);
});

it('shows each role what it can do, and nothing for words that no article contains', () => {
  expect(found('')).toHaveLength(ARTICLES.filter(({ roles }) => roles.includes('student')).length);
  expect(found('study partner', 'teacher')).not.toContain('study-partner');
  expect(found('password warp')).toEqual([]);
  for (const role of ROLES) expect(found('', role).length).toBeGreaterThan(15);
});
