import { Bookmark, CircleHelp, Newspaper, PenLine, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { FeedName } from '../feed.ts';

/** Props of {@link FeedEmpty}. */
export interface FeedEmptyProps {
  name: FeedName;
  /** Puts the cursor into the composer. */
  onWrite: () => void;
}

/** What each feed says while there is nothing in it. */
export function FeedEmpty({ name, onWrite }: FeedEmptyProps) {
  const write = (
    <Button variant="primary" onClick={onWrite}>
      Write a post
    </Button>
  );
  const toAll = (
    <Link to="/home?scope=all" className={buttonClasses('secondary')}>
      See all posts
    </Link>
  );
  const states: Record<
    Exclude<FeedName, `${string}-top`>,
    { icon: ReactNode; title: string; text: string; action: ReactNode }
  > = {
    all: {
      icon: <Newspaper />,
      title: 'Nobody has posted yet',
      text: 'Share what you are reading, teaching or wondering about. New posts by others appear here by themselves.',
      action: write,
    },
    network: {
      icon: <UsersRound />,
      title: 'Quiet in your network',
      text: 'Posts by you and the people you are connected with stand here. Meanwhile, read what everyone shares.',
      action: toAll,
    },
    saved: {
      icon: <Bookmark />,
      title: 'Nothing saved yet',
      text: 'Choose Save under a post to keep it here. Only you see what you save.',
      action: toAll,
    },
    unanswered: {
      icon: <CircleHelp />,
      title: 'No open questions',
      text: 'Questions whose author has not chosen an answer yet stand here.',
      action: toAll,
    },
    mine: {
      icon: <PenLine />,
      title: 'You have not posted yet',
      text: 'What you share will stand here, with its likes and comments.',
      action: write,
    },
  };
  return <EmptyState {...states[name === 'all-top' ? 'all' : name === 'network-top' ? 'network' : name]} />;
}
