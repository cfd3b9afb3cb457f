import { useQuery } from '@tanstack/react-query';
import { FEED_REASONS, type FeedReason } from '#shared/api/posts.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { useHideReasons } from '../api/mutations.ts';
import { feedSettingsQuery } from '../api/queries.ts';
import type { FeedPost } from '../feed.ts';
import { REASON_SETTINGS, whyText } from '../why.ts';

/** Props of {@link ReasonsDialog}; with a post, the dialog first explains why that post is in the feed. */
interface ReasonsDialogProps {
  post: Pick<FeedPost, 'viewer' | 'author' | 'audience'> | null;
  onClose: () => void;
}

/** The reasons for which posts are shown, each with a switch. */
export function ReasonsDialog({ post, onClose }: ReasonsDialogProps) {
  const query = useQuery(feedSettingsQuery);
  const { data } = query;
  const { mutate: hide, error } = useHideReasons();
  const change = (reason: FeedReason, isOn: boolean): void => {
    const hidden = (data?.hiddenReasons ?? []).filter((other) => other !== reason);
    hide(isOn ? hidden : [...hidden, reason]);
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
      {data === undefined && <QueryState query={query} skeleton={<Skeleton className="h-48 w-full" />} />}
      {data !== undefined && (
        <div className="flex flex-col gap-4">
          {post !== null && <p className="text-text-muted">The All feed hides posts with a reason you switch off.</p>}
          {FEED_REASONS.map((reason) => (
            <Switch
              key={reason}
              {...REASON_SETTINGS[reason]}
              isOn={!data.hiddenReasons.includes(reason)}
              onChange={(isOn) => change(reason, isOn)}
            />
          ))}
          <p className="text-small text-text-muted">
            In Network you can only switch off shares. Nothing is ever shown because someone paid for it.
          </p>
        </div>
      )}
      {error && (
        <p role="alert" className="mt-3 text-danger">
          {describeFailure(error).message}
        </p>
      )}
    </Dialog>
  );
}
