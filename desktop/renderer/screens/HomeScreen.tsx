import { ArrowLeft, CalendarDays, UsersRound } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { PostView } from '#shared/api/posts.ts';
import { useFeedAds } from '../features/advertisements/hooks/use-feed-ads.tsx';
import { useAuth } from '../features/auth/auth-provider.tsx';
import { Feed } from '../features/posts/components/Feed.tsx';
import { FeedBar } from '../features/posts/components/FeedBar.tsx';
import { PostComposer } from '../features/posts/components/PostComposer.tsx';
import type { FeedScope } from '../features/posts/feed.ts';
import { useFeedChoice } from '../features/posts/hooks/use-feed-choice.ts';
import { lazily } from '../lib/lazily.tsx';
import { usePageTitle } from '../lib/page/page-title.ts';
import type { WritingState } from '../lib/page/share-in-post.ts';
import { toast } from '../lib/page/toasts.ts';
import { buttonClasses } from '../ui/button-classes.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { HomeAside } from './home/HomeAside.tsx';
import { useAttachment } from './home/use-attachment.tsx';
import { drawAttachment } from './post-attachment.tsx';
import { usePostComments } from './use-post-comments.tsx';

const SinglePost = lazily(async () => (await import('../features/posts/components/SinglePost.tsx')).SinglePost);
const ReasonsDialog = lazy(async () => ({
  default: (await import('../features/posts/components/ReasonsDialog.tsx')).ReasonsDialog,
}));

const SCOPE_LABELS: Record<FeedScope, string> = {
  all: 'All',
  network: 'Network',
  saved: 'Saved',
  mine: 'Mine',
  unanswered: 'Unanswered',
};
const SCOPES = ['all', 'network', 'saved', 'mine'] as const;
/** Teachers also see unanswered questions. */
const TEACHER_SCOPES = [...SCOPES, 'unanswered'] as const;

/** /home: the composer and the feeds, or one post (`?post=`). */
export function HomeScreen() {
  const { user } = useAuth();
  return user && <Home user={user} />;
}

function Home({ user }: { user: CurrentUser }) {
  usePageTitle('Home');
  const [params] = useSearchParams();
  const postId = params.get('post');
  const comments = usePostComments(user);
  return (
    <PageColumns aside={<HomeAside user={user} />} asideLabel="For you">
      {postId === null ? (
        <Feeds user={user} comments={comments} />
      ) : (
        <>
          <h1 className="sr-only">Post</h1>
          <Link to="/home" className={`${buttonClasses('ghost', 'sm')} -ms-2.5 mb-3`}>
            <ArrowLeft className="size-4" />
            All posts
          </Link>
          <SinglePost key={postId} postId={postId} comments={comments} attachment={drawAttachment} />
        </>
      )}
    </PageColumns>
  );
}

interface FeedsProps {
  user: CurrentUser;
  comments: (post: { id: string }) => ReactNode;
}

function Feeds({ user, comments }: FeedsProps) {
  const { scope, sort, name, chooseScope, chooseSort } = useFeedChoice(user);
  const [areReasonsOpen, setAreReasonsOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const attachment = useAttachment();
  const ads = useFeedAds();
  // No advertisements in Saved and Mine.
  const between = scope === 'all' || scope === 'network' ? ads : undefined;
  const onWrite = useCallback(() => {
    field.current?.focus();
    field.current?.scrollIntoView({ block: 'center' });
  }, []);
  const { state } = useLocation() as { state: WritingState | null };
  // "Write a post" on another page opens this one.
  useEffect(() => {
    if (state?.isWriting) onWrite();
  }, [state, onWrite]);
  const onPosted = (_post: PostView): void => {
    toast({ title: 'Posted' });
    attachment.clear();
    // In Top a new post is far below.
    if (sort === 'top') chooseSort('recent');
  };
  const scopes: readonly FeedScope[] = user.role === 'teacher' || scope === 'unanswered' ? TEACHER_SCOPES : SCOPES;
  return (
    <>
      <h1 className="sr-only">Home</h1>
      <PostComposer author={user} onPosted={onPosted} attach={attachment} fieldRef={field} />
      <AsideLinks />
      <div className="mt-5">
        <Tabs
          label="Which posts"
          value={scope}
          onChange={chooseScope}
          items={scopes.map((value) => ({
            value,
            label: SCOPE_LABELS[value],
            content: (
              <Feed
                key={name}
                name={name}
                userId={user.id}
                comments={comments}
                attachment={drawAttachment}
                between={between}
                onWrite={onWrite}
              />
            ),
          }))}
          end={
            (scope === 'all' || scope === 'network') && (
              <FeedBar sort={sort} onSort={chooseSort} onReasons={() => setAreReasonsOpen(true)} />
            )
          }
        />
      </div>
      {areReasonsOpen && (
        <Suspense fallback={null}>
          <ReasonsDialog post={null} onClose={() => setAreReasonsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Opens what the right column shows, where the window is too narrow for it and it is below the feed. */
function AsideLinks() {
  return (
    <nav aria-label="More on Home" className="mt-4 flex flex-wrap gap-2 lg:hidden">
      <ButtonLink to="/home?event=all" size="sm">
        <CalendarDays className="size-4" />
        Events
      </ButtonLink>
      <ButtonLink to="/connections/suggestions" size="sm">
        <UsersRound className="size-4" />
        People you may know
      </ButtonLink>
    </nav>
  );
}
