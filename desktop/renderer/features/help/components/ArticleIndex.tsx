import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { ROLES, type Role } from '#shared/api/endpoint.ts';
import { HELP_LIMITS } from '#shared/limits.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { ToggleButtons } from '../../../ui/ToggleButtons.tsx';
import { noteSearch } from '../api/mutations.ts';
import { TOPICS, type Article } from '../article.ts';
import { ARTICLES } from '../articles/index.ts';
import { searchArticles } from '../search.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';

interface ArticleIndexProps {
  /** The search text. */
  text: string;
  onText: (text: string) => void;
  /** The role whose articles are listed. */
  role: Role;
  onRole: (role: Role) => void;
  /** True for a reader without an account, who cannot write to the operators. */
  isVisitor: boolean;
}

const ROLE_LABELS: Record<Role, string> = {
  student: 'Students',
  teacher: 'Teachers',
  institution: 'Institutions',
  creator: 'Creators',
};

const NOTHING_FOUND =
  'Try another word, or ask the operators. Searches without results are stored without your name, so that the help ' +
  'can be improved.';

/** Pause in typing after which a search without results is reported, in milliseconds, and its minimum length. */
const REPORT_AFTER_MS = 1_500;
const REPORT_MIN_CHARS = 3;

/** The articles of a role by topic, or the results of a search. */
export function ArticleIndex({ text, onText, role, onRole, isVisitor }: ArticleIndexProps) {
  const isSearching = text.trim() !== '';
  const found = searchArticles(ARTICLES, { text, role });
  return (
    <>
      <SearchInput
        label="Search the help"
        placeholder="What would you like to know?"
        maxLength={HELP_LIMITS.searchMaxChars}
        value={text}
        onChange={onText}
      />
      <ToggleButtons
        label="Help for"
        className="mt-3"
        options={ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
        value={role}
        onChange={onRole}
      />
      <p role="status" className="sr-only">
        {isSearching && (found.length === 1 ? '1 article' : `${String(found.length)} articles`)}
      </p>
      <div className="mt-5">
        {isSearching ? <Results text={text} found={found} isVisitor={isVisitor} /> : <Topics articles={found} />}
      </div>
    </>
  );
}

function Topics({ articles }: { articles: readonly Article[] }) {
  return (
    <div className="space-y-4">
      {TOPICS.map(({ id, title }) => {
        const ofTopic = articles.filter(({ topic }) => topic === id);
        if (ofTopic.length === 0) return null;
        return (
          <Card key={id} as="section" aria-labelledby={`topic-${id}`} isFlush>
            <h2 id={`topic-${id}`} className="scroll-mt-6 px-5 pt-4 pb-1 text-base font-semibold">
              {title}
            </h2>
            <ArticleLinks articles={ofTopic} />
          </Card>
        );
      })}
    </div>
  );
}

interface ResultsProps {
  text: string;
  found: readonly Article[];
  isVisitor: boolean;
}

function Results({ text, found, isVisitor }: ResultsProps) {
  const isEmpty = found.length === 0;
  useEffect(() => {
    const query = text.trim();
    if (isVisitor || !isEmpty || query.length < REPORT_MIN_CHARS) return undefined;
    const timer = setTimeout(() => void noteSearch(query), REPORT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, isEmpty, isVisitor]);
  if (isEmpty) {
    return (
      <Card isFlush>
        <EmptyState
          icon={<Search />}
          title="Nothing found"
          text={isVisitor ? 'Try another word.' : NOTHING_FOUND}
          action={isVisitor ? undefined : <ButtonLink to="/help?contact=1">Write to us</ButtonLink>}
        />
      </Card>
    );
  }
  return (
    <Card isFlush>
      <ArticleLinks articles={found} />
    </Card>
  );
}

function ArticleLinks({ articles }: { articles: readonly Article[] }) {
  return (
    <ul className="divide-y divide-border px-5 pb-1.5">
      {articles.map(({ id, title, summary }) => (
        <li key={id} className="py-2.5">
          <Link to={`/help?article=${id}`} className={`${QUIET_LINK_CLASSES} font-medium`}>
            {title}
          </Link>
          <p className="text-small text-text-muted">{summary}</p>
        </li>
      ))}
    </ul>
  );
}
