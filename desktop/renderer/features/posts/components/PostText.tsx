import { useId, useState } from 'react';
import type { Mention } from '#shared/mentions.ts';
import { MentionText } from '../../users/components/MentionText.tsx';

/** Length from which a post is shown shortened; above the cut, so that "Show more" always adds several lines. */
const FOLD = { fromChars: 720, toChars: 560, fromLines: 14, toLines: 10 } as const;

/** Returns the beginning of a text, cut at a word; undefined when the text is short enough. */
function beginningOf(text: string): string | undefined {
  const lines = text.split('\n');
  const isTall = lines.length > FOLD.fromLines;
  if (!isTall && text.length <= FOLD.fromChars) return undefined;
  const fewer = isTall ? lines.slice(0, FOLD.toLines).join('\n') : text;
  if (fewer.length <= FOLD.toChars) return `${fewer.trimEnd()}…`;
  const cut = fewer.slice(0, FOLD.toChars);
  const word = cut.search(/\s\S*$/u);
  return `${(word > FOLD.toChars / 2 ? cut.slice(0, word) : cut).trimEnd()}…`;
}

interface PostTextProps {
  text: string;
  mentions: readonly Mention[];
  className?: string | undefined;
}

/** The text of a post; a long text is expanded on request. */
export function PostText({ text, mentions, className }: PostTextProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const beginning = beginningOf(text);
  if (text === '') return null;
  return (
    <div className={className}>
      <div id={id}>
        <MentionText mentions={mentions}>{beginning !== undefined && !isOpen ? beginning : text}</MentionText>
      </div>
      {beginning !== undefined && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="mt-1 rounded-sm py-0.5 font-medium text-accent-text underline-offset-2 hover:underline"
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  );
}
