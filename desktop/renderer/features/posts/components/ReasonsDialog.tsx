import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FEED_FACTS, type FeedFact } from '#shared/api/posts.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { setHiddenFacts } from '../api/feed-settings.ts';
import { feedSettingsQuery } from '../api/queries.ts';
import type { FeedPost } from '../feed.ts';
import { FACT_SETTINGS, whyText } from '../why.ts';

/** Props of {@link ReasonsDialog}; with a post, the dialog first explains why that post is in the feed. */
export interface ReasonsDialogProps {
  post: Pick<FeedPost, 'viewer' | 'author'> | null;
  onClose: () => void;
}

/** The reasons for which posts are shown, each with a switch. */
export function ReasonsDialog({ post, onClose }: ReasonsDialogProps) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(feedSettingsQuery);
  const [problem, setProblem] = useState<string>();
  const change = async (fact: FeedFact, isOn: boolean): Promise<void> => {
    const hidden = (data?.hiddenFacts ?? []).filter((other) => other !== fact);
    setProblem(undefined);
    try {
      await setHiddenFacts(client, isOn ? hidden : [...hidden, fact]);
    } catch (failed) {
      setProblem(describeFailure(failed).message);
    }
  };
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title={post === null ? 'Feed settings' : 'Why this post is here'}
      description={post === null ? 'The All feed hides posts with a reason you switch off.' : whyText(post)}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {data === undefined &&
        (error ? (
          <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-48 w-full" />
        ))}
      {data !== undefined && (
        <div className="flex flex-col gap-4">
          {post !== null && <p className="text-text-muted">The All feed hides posts with a reason you switch off.</p>}
          {FEED_FACTS.map((fact) => (
            <Switch
              key={fact}
              {...FACT_SETTINGS[fact]}
              isOn={!data.hiddenFacts.includes(fact)}
              onChange={(isOn) => void change(fact, isOn)}
            />
          ))}
          <p className="text-small text-text-muted">
            In Network it is the shares alone that can be switched off. Nothing is ever shown because someone paid for
            it.
          </p>
        </div>
      )}
      {problem !== undefined && (
        <p role="alert" className="mt-3 text-danger">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
