import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import type { HelpArticleId } from '#shared/api/help.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { useRateArticle } from '../api/mutations.ts';
import { TextLink } from '../../../ui/TextLink.tsx';

interface ArticleVoteProps {
  articleId: HelpArticleId;
  /** Path of the contact form. */
  contactPath: string;
}

/** "Was this helpful?" under an article. */
export function ArticleVote({ articleId, contactPath }: ArticleVoteProps) {
  const { mutate, isPending, variables, error } = useRateArticle(articleId);
  const [vote, setVote] = useState<boolean>();
  return (
    <div className="mt-8 border-t border-border pt-4 print:hidden">
      <div role="group" aria-label="Was this helpful?" className="flex flex-wrap items-center gap-2">
        <p className="me-1 font-medium">Was this helpful?</p>
        {([true, false] as const).map((isHelpful) => (
          <Button
            key={String(isHelpful)}
            size="sm"
            aria-pressed={vote === isHelpful}
            isLoading={isPending && variables === isHelpful}
            onClick={() => mutate(isHelpful, { onSuccess: () => setVote(isHelpful) })}
          >
            {isHelpful ? <ThumbsUp className="size-4" /> : <ThumbsDown className="size-4" />}
            <span>{isHelpful ? 'Yes' : 'No'}</span>
          </Button>
        ))}
      </div>
      <p role="status" className="mt-2 text-small text-text-muted">
        {error && <span>{describeFailure(error).message}</span>}
        {!error && vote === true && <span>Thank you.</span>}
        {!error && vote === false && (
          <>
            <span>Thank you. We will look at it. You can also</span> <TextLink to={contactPath}>write to us</TextLink>
            <span>.</span>
          </>
        )}
      </p>
    </div>
  );
}
