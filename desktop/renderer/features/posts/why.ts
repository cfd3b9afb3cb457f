import type { FeedFact, PostViewer } from '#shared/api/posts.ts';
import type { FeedPost } from './feed.ts';

/** The reasons as settings: what is shown while one is on. */
export const FACT_SETTINGS: Record<FeedFact, { label: string; text: string }> = {
  connection: { label: 'By your connections', text: 'What people you are connected with write' },
  shared: { label: 'Shared by your connections', text: 'What they pass on without a word of their own' },
  institution: { label: 'At your institution', text: 'What others write whose profile names the same institution' },
  popular: { label: 'Popular', text: 'What 10 people or more like' },
};

/** Why a post is here, as a sentence about the post. */
export function whyText({ viewer, author }: Pick<FeedPost, 'viewer' | 'author'>): string {
  const texts: Record<PostViewer['why'], string> = {
    own: 'You wrote it.',
    connection: `You are connected with ${author.fullName}.`,
    shared: `You are connected with ${author.fullName}, who shared it.`,
    institution: `You and ${author.fullName} are at the same institution.`,
    popular: 'Many people like it.',
    everyone: 'All shows what everyone on Lyceum writes.',
    saved: 'You saved it.',
  };
  return texts[viewer.why];
}

/** The reason in two or three words, for the card; null where it goes without saying. */
export function whyLabel({ why }: PostViewer): string | null {
  if (why === 'shared') return 'Shared by a connection';
  if (why === 'institution') return 'At your institution';
  return why === 'popular' ? 'Popular' : null;
}
