import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SearchResult, SearchWhy } from '#shared/api/search.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Name } from '../../../ui/Name.tsx';
import { Time } from '../../../ui/Time.tsx';
import { addressOf, peerName, TYPE_LABELS } from '../options.tsx';
import { Highlight } from './Highlight.tsx';
import { VerifiedMark } from '../../users/components/VerifiedMark.tsx';

interface ResultRowProps {
  result: SearchResult;
  onOpen: () => void;
  onAuthor: (author: { id: string; fullName: string }) => void;
  onCategory: (category: string) => void;
}

const WHY: Record<SearchWhy['kind'], (word: string) => string> = {
  title: () => 'in the title',
  tag: (word) => `tag “${word}”`,
  keyword: (word) => `keyword “${word}”`,
  content: () => 'in the text',
  spelling: () => 'spelt differently',
  connection: () => 'you are connected',
  importance: () => 'often sought',
};

/** One search result: its type, the matching text and why it matched. */
export function ResultRow({ result, onOpen, onAuthor, onCategory }: ResultRowProps) {
  const { entityType, title, snippet, ranges, author, date, category, why } = result;
  const isPerson = entityType === 'user';
  const name = entityType === 'message' ? peerName(result.with) : title;
  return (
    <article className="flex gap-3 py-3">
      {isPerson && author && <Avatar id={author.id} name={author.fullName} src={author.profileImage} />}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <h3 className="min-w-0 flex-1 truncate font-medium">
            <Link
              to={addressOf(result)}
              // The dialog stays open when a result is opened in a new tab.
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onOpen();
              }}
              className={QUIET_LINK_CLASSES}
            >
              <bdi>
                <Highlight text={name} ranges={ranges.title} />
              </bdi>
              {isPerson && author && <VerifiedMark user={author} className="ms-1" />}
            </Link>
          </h3>
          <Badge>{TYPE_LABELS[entityType].one}</Badge>
        </div>
        {snippet !== '' && (
          <p dir="auto" className="mt-0.5 line-clamp-2 wrap-anywhere text-text-muted">
            <Highlight text={snippet} ranges={ranges.snippet} />
          </p>
        )}
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-small text-text-muted">
          {!isPerson && (
            <>
              {author && (
                <Small
                  label={`More by ${author.fullName}`}
                  onClick={() => onAuthor({ id: author.id, fullName: author.fullName })}
                >
                  {author.fullName}
                </Small>
              )}
              <Time iso={date} format={entityType === 'event' ? 'date' : 'relative'} />
            </>
          )}
          {category !== null && (
            <Small label={`More in ${category}`} onClick={() => onCategory(category)}>
              {category}
            </Small>
          )}
          {why.length > 0 && <span>{`Why: ${why.map(({ kind, word = '' }) => WHY[kind](word)).join(' · ')}`}</span>}
        </p>
      </div>
    </article>
  );
}

function Small({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode & string }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="max-w-56 truncate rounded-sm py-0.5 underline-offset-2 hover:underline"
    >
      <Name>{children}</Name>
    </button>
  );
}
