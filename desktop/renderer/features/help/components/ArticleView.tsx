import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import { useLightPrint } from '../../../lib/page/light-print.ts';
import { usePageTitle } from '../../../lib/page/page-title.ts';
import { settingsPathFor } from '../../../lib/page/settings-path.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Card } from '../../../ui/Card.tsx';
import { TOPICS, type Article } from '../article.ts';
import { ARTICLES } from '../articles/index.ts';
import { ArticleBody } from './ArticleBody.tsx';
import { ArticleVote } from './ArticleVote.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';

interface ArticleViewProps {
  article: Article;
  /** The reader's role. */
  role: Role;
  /** Id of the failed request whose error linked to the article; empty for none. */
  requestId: string;
  /** True for a reader without an account, who cannot vote or open the pages of members. */
  isVisitor: boolean;
}

/** One article with its anchors, the vote, and links to the other articles of its topic. */
export function ArticleView({ article, role, requestId, isVisitor }: ArticleViewProps) {
  usePageTitle(article.title);
  useAnchor(article.id);
  useLightPrint();
  const { title, summary, body, open, topic, roles } = article;
  const others = ARTICLES.filter(
    (other) => other.topic === topic && other.id !== article.id && other.roles.includes(role),
  );
  const headings = body.flatMap((block) => (typeof block === 'object' && 'heading' in block ? [block] : []));
  const contactPath = `/help?contact=1${requestId === '' ? '' : `&request=${encodeURIComponent(requestId)}`}`;
  return (
    <>
      <ButtonLink to="/help" variant="ghost" size="sm" className="-ms-2.5 mb-3 print:hidden">
        <ArrowLeft className="size-4 rtl:rotate-180" />
        All articles
      </ButtonLink>
      <Card as="article" className="p-6 sm:p-8 print:border-0">
        <p className="text-small text-text-muted">{TOPICS.find(({ id }) => id === topic)?.title}</p>
        <h1 tabIndex={-1} className="mt-1 text-title leading-tight font-semibold tracking-[-0.015em]">
          {title}
        </h1>
        <p className="mt-2 mb-5 text-base">{summary}</p>
        {headings.length > 1 && (
          <nav aria-label="In this article" className="mb-5 print:hidden">
            <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small">
              {headings.map(({ heading, id }) => (
                <li key={id}>
                  <Link to={{ search: `?article=${article.id}`, hash: id }} className={QUIET_LINK_CLASSES}>
                    {heading}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <ArticleBody body={body} role={role} />
        {open !== undefined && roles.includes(role) && !isVisitor && (
          <ButtonLink to={settingsPathFor(role, open.path)} className="mt-6 print:hidden">
            <span>{open.label}</span>
            <ArrowRight className="size-4 rtl:rotate-180" />
          </ButtonLink>
        )}
        {!isVisitor && <ArticleVote key={article.id} articleId={article.id} contactPath={contactPath} />}
      </Card>
      {others.length > 0 && (
        <nav aria-labelledby="more-articles" className="mt-6 print:hidden">
          <h2 id="more-articles" className="font-semibold">
            More about this
          </h2>
          <ul className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
            {others.map((other) => (
              <li key={other.id}>
                <Link to={`/help?article=${other.id}`} className={QUIET_LINK_CLASSES}>
                  {other.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

/** Scrolls to the heading in the URL, and to the top when another article opens. */
function useAnchor(articleId: string): void {
  const { hash } = useLocation();
  const how = useNavigationType();
  useEffect(() => {
    // After Back and on the first load the browser restores the scroll position.
    if (hash === '' && how === 'POP') return;
    if (hash === '') {
      globalThis.scrollTo(0, 0);
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      return;
    }
    const heading = document.querySelector<HTMLElement>(`#${CSS.escape(hash.slice(1))}`);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, how, articleId]);
}
