import { Bookmark, CircleHelp, Newspaper, PenLine, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { FeedName } from '../feed.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';

interface FeedEmptyProps {
  name: FeedName;
  /** Moves the focus to the composer. */
  onWrite: () => void;
}

/** The empty state of each feed. */
export function FeedEmpty({ name, onWrite }: FeedEmptyProps) {
  const write = (
    <Button variant="primary" onClick={onWrite}>
      Write a post
    </Button>
  );
  const toAll = <ButtonLink to="/home?scope=all">See all posts</ButtonLink>;
  const states: Record<
    Exclude<FeedName, `${string}-top`>,
    { icon: ReactNode; title: string; text: string; action: ReactNode }
  > = {
    all: {
      icon: <Newspaper />,
      title: 'No posts yet',
      text: 'Share what you are reading, teaching or wondering about. New posts appear here automatically.',
      action: write,
    },
    network: {
      icon: <UsersRound />,
      title: 'No posts by your connections yet',
      text: 'Posts by you and your connections appear here. Find members to connect with, or read all posts.',
      action: (
        <>
          <ButtonLink to="/connections/suggestions">Find members</ButtonLink>
          {toAll}
        </>
      ),
    },
    saved: {
      icon: <Bookmark />,
      title: 'No saved posts',
      text: 'Choose Save under a post to keep it here. Only you see what you save.',
      action: toAll,
    },
    unanswered: {
      icon: <CircleHelp />,
      title: 'No open questions',
      text: 'Questions without a chosen answer appear here.',
      action: toAll,
    },
    mine: {
      icon: <PenLine />,
      title: 'You have not posted yet',
      text: 'Your posts appear here, with their likes and comments.',
      action: write,
    },
  };
  return <EmptyState {...states[name === 'all-top' ? 'all' : name === 'network-top' ? 'network' : name]} />;
}
