import type { FeedReason, PostViewer } from '#shared/api/posts.ts';
import type { FeedPost } from './feed.ts';

/** Labels and descriptions of the reasons, for the feed settings. */
export const REASON_SETTINGS: Record<FeedReason, { label: string; text: string }> = {
  connection: { label: 'By your connections', text: 'Posts that your connections write' },
  shared: { label: 'Shared by your connections', text: 'Reposts without a comment' },
  institution: { label: 'At your institution', text: 'Posts by members of the institution in your profile' },
  popular: { label: 'Popular', text: 'Posts with 10 or more likes' },
};

/** Returns why a post is in the feed, as a sentence. */
export function whyText({ viewer, author, audience }: Pick<FeedPost, 'viewer' | 'author' | 'audience'>): string {
  const texts: Record<PostViewer['why'], string> = {
    own: 'You wrote it.',
    group: `You belong to ${audience.name ?? 'its audience'}.`,
    connection: `You are connected with ${author.fullName}.`,
    shared: `You are connected with ${author.fullName}, who shared it.`,
    institution: `You and ${author.fullName} are at the same institution.`,
    popular: 'Many members like it.',
    everyone: 'The All feed shows every post on Lyceum.',
    saved: 'You saved it.',
  };
  return texts[viewer.why];
}

/** Returns the reason in two or three words, for the card; null where it is obvious. */
export function whyLabel({ why }: PostViewer): string | null {
  if (why === 'shared') return 'Shared by a connection';
  if (why === 'institution') return 'At your institution';
  return why === 'popular' ? 'Popular' : null;
}
