import { Keyboard, LifeBuoy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { ROLES, type Role } from '#shared/api/endpoint.ts';
import { findArticle } from '../features/help/articles/index.ts';
import { ArticleIndex } from '../features/help/components/ArticleIndex.tsx';
import { ArticleView } from '../features/help/components/ArticleView.tsx';
import { ContactForm } from '../features/help/components/ContactForm.tsx';
import { ShortcutsTable } from '../features/help/components/ShortcutsTable.tsx';
import { StatusLine } from '../features/help/components/StatusLine.tsx';
import { ThirdPartyNotices } from '../features/help/components/ThirdPartyNotices.tsx';
import { UpdateStatus } from '../features/updates/components/UpdateStatus.tsx';
import { usePageTitle } from '../lib/page/page-title.ts';
import { QUIET_LINK_CLASSES } from '../ui/button-classes.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/**
 * /help: the articles, one article (`?article=`), the contact form (`?contact=`) the keys (`?shortcuts=`) or the
 * licences (`?licences=`). A visitor (`userId` is null) reads only.
 */
export function HelpScreen({ role, userId }: { role: Role; userId: string | null }) {
  const [search] = useSearchParams();
  const article = findArticle(search.get('article'));
  const requestId = search.get('request') ?? '';
  return (
    <PageColumns aside={<HelpAside requestId={requestId} isVisitor={userId === null} />} asideLabel="More help">
      {article ? (
        <ArticleView article={article} role={role} requestId={requestId} isVisitor={userId === null} />
      ) : search.has('contact') && userId !== null ? (
        <Titled title="Write to us" text="Your message is sent to the operator of this Lyceum.">
          <ContactForm key={requestId} userId={userId} requestId={requestId} />
        </Titled>
      ) : search.has('shortcuts') ? (
        <Titled title="Keyboard shortcuts" text="Press the question mark to see them on any page.">
          <ShortcutsTable level={2} isAllowed={(path) => role !== 'creator' || path === '/library'} />
        </Titled>
      ) : search.has('licences') ? (
        <Titled title="Third-party software" text="The software that Lyceum contains, with its licences.">
          <ThirdPartyNotices />
        </Titled>
      ) : (
        <Index role={role} isVisitor={userId === null} />
      )}
    </PageColumns>
  );
}

function Titled({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <>
      <PageHeader title={title} text={text} />
      <Card className="p-6">{children}</Card>
    </>
  );
}

function Index({ role, isVisitor }: { role: Role; isVisitor: boolean }) {
  usePageTitle('Help');
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState(() => search.get('q') ?? '');
  const [chosen, setChosen] = useState(() => ROLES.find((each) => each === search.get('role')) ?? role);
  const address = new URLSearchParams({
    ...(text.trim() !== '' && { q: text.trim() }),
    ...(chosen !== role && { role: chosen }),
  }).toString();
  const shown = search.toString();
  const { key } = useLocation();
  const how = useNavigationType();
  const [shownKey, setShownKey] = useState(key);
  if (how === 'PUSH' && key !== shownKey) {
    // The user chose Help again: the search starts empty.
    setShownKey(key);
    setText('');
    setChosen(role);
  }
  useEffect(() => {
    // The URL contains the search, so that Back returns from an article to it.
    if (address !== shown) setSearch(address, { replace: true, preventScrollReset: true });
  }, [address, shown, setSearch]);
  return (
    <>
      <PageHeader title="Help" text="How Lyceum works, for your role." />
      <ArticleIndex text={text} onText={setText} role={chosen} onRole={setChosen} isVisitor={isVisitor} />
    </>
  );
}

function HelpAside({ requestId, isVisitor }: { requestId: string; isVisitor: boolean }) {
  const contact = `/help?contact=1${requestId === '' ? '' : `&request=${encodeURIComponent(requestId)}`}`;
  return (
    <div className="flex flex-col gap-4 print:hidden">
      <Card as="section" aria-labelledby="help-contact">
        <h2 id="help-contact" className="font-semibold">
          Didn’t find what you need?
        </h2>
        <div className="mt-3 flex flex-col gap-2">
          <ButtonLink to={isVisitor ? `/auth?next=${encodeURIComponent(contact)}` : contact}>
            <LifeBuoy className="size-4" />
            <span>{isVisitor ? 'Log in to write to us' : 'Write to us'}</span>
          </ButtonLink>
          <ButtonLink to="/help?shortcuts=1" variant="ghost">
            <Keyboard className="size-4" />
            Keyboard shortcuts
          </ButtonLink>
        </div>
      </Card>
      <Card as="section" aria-labelledby="help-status">
        <h2 id="help-status" className="mb-2 font-semibold">
          Server
        </h2>
        <StatusLine />
        <UpdateStatus />
      </Card>
      <nav aria-label="Policies" className="px-4">
        <ul className="space-y-1.5">
          <li>
            <Link to="/privacy-policy" className={QUIET_LINK_CLASSES}>
              Privacy policy
            </Link>
          </li>
          <li>
            <Link to="/terms-of-service" className={QUIET_LINK_CLASSES}>
              Terms of service
            </Link>
          </li>
          <li>
            <Link to="/help?licences=1" className={QUIET_LINK_CLASSES}>
              Third-party software
            </Link>
          </li>
        </ul>
      </nav>
    </div>
  );
}
