import { useInfiniteQuery } from '@tanstack/react-query';
import { authorPostsQuery } from '../api/queries.ts';
import { PostList, type PostListProps } from './PostList.tsx';

interface AuthorPostsProps extends Pick<PostListProps, 'comments' | 'attachment' | 'empty'> {
  authorId: string;
}

/** The posts of one user, newest first, with their actions. */
export function AuthorPosts({ authorId, ...list }: AuthorPostsProps) {
  return <PostList query={useInfiniteQuery(authorPostsQuery(authorId))} {...list} />;
}
