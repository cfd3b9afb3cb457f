import { ArrowLeft, Bookmark, PenLine, UserRound } from 'lucide-react';
import { useCallback, useRef, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { PostScope, PostView } from '#shared/api/posts.ts';
import { useAuth } from '../features/auth/auth-provider.tsx';
import { Feed } from '../features/posts/components/Feed.tsx';
import { PostComposer } from '../features/posts/components/PostComposer.tsx';
import { SinglePost } from '../features/posts/components/SinglePost.tsx';
import { useScope } from '../features/posts/hooks/use-scope.ts';
import { RoleLine } from '../features/users/components/RoleLine.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { toast } from '../lib/toasts.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { Card } from '../ui/Card.tsx';
import { Name } from '../ui/Name.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { usePostComments } from './use-post-comments.tsx';
import { useReporting } from './use-reporting.tsx';

const SCOPE_LABELS: Record<PostScope, string> = { all: 'All', network: 'Network', saved: 'Saved', mine: 'Mine' };
const SCOPES = ['all', 'network', 'saved', 'mine'] as const;

/** /home: the composer over the feeds; with ?post= one post alone. */
export function HomeScreen() {
  const { user } = useAuth();
  return user && <Home user={user} />;
}

function Home({ user }: { user: CurrentUser }) {
  usePageTitle('Home');
  const [params] = useSearchParams();
  const postId = params.get('post');
  const reporting = useReporting();
  const comments = usePostComments(user, reporting.onReportComment);
  return (
    <PageColumns aside={<HomeAside user={user} />} asideLabel="You">
      {postId === null ? (
        <Feeds user={user} comments={comments} onReport={reporting.onReportPost} />
      ) : (
        <>
          <h1 className="sr-only">Post</h1>
          <Link to="/home" className={`${buttonClasses('ghost', 'sm')} -ms-2.5 mb-3`}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            All posts
          </Link>
          <SinglePost key={postId} postId={postId} comments={comments} onReport={reporting.onReportPost} />
        </>
      )}
      {reporting.window}
    </PageColumns>
  );
}

interface FeedsProps {
  user: CurrentUser;
  comments: (post: { id: string }) => ReactNode;
  onReport: (post: PostView) => void;
}

function Feeds({ user, comments, onReport }: FeedsProps) {
  const [scope, choose] = useScope(user);
  const field = useRef<HTMLTextAreaElement>(null);
  const onWrite = useCallback(() => {
    field.current?.focus();
    field.current?.scrollIntoView({ block: 'center' });
  }, []);
  const onPosted = useCallback((_post: PostView) => {
    toast({ title: 'Posted' });
  }, []);
  return (
    <>
      <h1 className="sr-only">Home</h1>
      <PostComposer author={user} onPosted={onPosted} fieldRef={field} />
      <div className="mt-5">
        <Tabs
          label="Which posts"
          value={scope}
          onChange={choose}
          items={SCOPES.map((value) => ({
            value,
            label: SCOPE_LABELS[value],
            content: <Feed scope={value} userId={user.id} comments={comments} onReport={onReport} onWrite={onWrite} />,
          }))}
        />
      </div>
    </>
  );
}

const QUICK_LINK_CLASSES =
  'flex min-h-9 items-center gap-2.5 rounded-md px-2 text-text-muted transition-colors hover:bg-surface-sunken hover:text-text [&>svg]:size-4';

/** Who is reading, with the shortest ways to what is theirs. */
function HomeAside({ user }: { user: CurrentUser }) {
  return (
    <Card as="section" aria-label="Your card" className="max-lg:hidden">
      <div className="flex items-center gap-3">
        <Avatar name={user.fullName} src={user.profileImage} />
        <div className="min-w-0">
          <Name className="block truncate font-semibold">{user.fullName}</Name>
          <RoleLine user={user} />
        </div>
      </div>
      <ul className="-mx-2 mt-3 -mb-2 border-t border-border pt-2">
        <li>
          <Link to="/profile" className={QUICK_LINK_CLASSES}>
            <UserRound aria-hidden="true" />
            Your profile
          </Link>
        </li>
        <li>
          <Link to="/home?scope=saved" className={QUICK_LINK_CLASSES}>
            <Bookmark aria-hidden="true" />
            Saved posts
          </Link>
        </li>
        <li>
          <Link to="/home?scope=mine" className={QUICK_LINK_CLASSES}>
            <PenLine aria-hidden="true" />
            Your posts
          </Link>
        </li>
      </ul>
    </Card>
  );
}
