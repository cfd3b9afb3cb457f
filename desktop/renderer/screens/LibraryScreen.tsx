import { BookOpen, ChartLine, MessageCircleQuestion, ReceiptText, Store, UserRound } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import { SELLING_ROLES } from '#shared/api/courses.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { LIBRARY_TABS } from '#shared/api/enrollments.ts';
import { TAB_LABELS } from '../features/courses/components/library/first-use.tsx';
import { LibraryList, LibrarySkeleton } from '../features/courses/components/library/LibraryList.tsx';
import {
  readPlace,
  tabOf,
  withoutFilters,
  writePlace,
  type LibraryPlace,
} from '../features/courses/components/library/place.ts';
import { useFirstTab } from '../features/courses/components/library/use-first-tab.ts';
import { lazily } from '../lib/lazily.tsx';
import { readBridge } from '../lib/page/bridge.ts';
import { useHeadingFocus } from '../lib/page/focus.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { PageAd } from './PageAd.tsx';

const Item = lazily(async () => (await import('./item/Item.tsx')).Item);
const CourseEditor = lazily(
  async () => (await import('../features/courses/components/authoring/CourseEditor.tsx')).CourseEditor,
);
const AnalyticsPage = lazily(async () => (await import('./AnalyticsScreen.tsx')).AnalyticsScreen);
const LearningRecord = lazily(
  async () => (await import('../features/courses/components/library/LearningRecord.tsx')).LearningRecord,
);
const Roster = lazily(async () => (await import('../features/courses/components/authoring/Roster.tsx')).Roster);
const Questions = lazily(async () => (await import('./ChatScreen.tsx')).ChatScreen);
const PurchasePage = lazily(
  async () => (await import('../features/purchases/components/PurchasePage.tsx')).PurchasePage,
);
const BrowseItems = lazily(async () => (await import('./BrowseItems.tsx')).BrowseItems);
const OfflineCopies = lazily(
  async () => (await import('../features/courses/components/library/OfflineCopies.tsx')).OfflineCopies,
);
const PurchaseList = lazily(
  async () => (await import('../features/purchases/components/PurchaseList.tsx')).PurchaseList,
);
const SalesPage = lazily(async () => (await import('../features/purchases/components/SalesPage.tsx')).SalesPage);

/**
 * The user's own items in five tabs (`?tab=`), the page of one of them (`?item=`), and their author's side: a new item
 * (`?new=1`), an own one (`?edit=`) and its learners (`?learners=`), a creator's numbers (`?numbers=1`, with `&item=`
 * those of one item), and what is paid: a purchase (`?purchase=`), all of them (`?purchases=`), and the sales
 * (`?sales=`, `?sale=`). Creators also browse the catalogue (`?catalogue=`) and answer questions (`?questions=`) here.
 * `?record=1` is what the user has learned.
 */
export function LibraryScreen({ user }: { user: CurrentUser }) {
  const [search, setSearch] = useSearchParams();
  const itemId = search.get('item');
  const courseId = search.get('edit');
  const rosterId = search.get('learners');
  // Creators have no other page for their numbers.
  const isNumbers = search.has('numbers') && user.role === 'creator';
  const openedId = useRef<string | null>(null);
  const shownId = itemId ?? courseId ?? rosterId;
  useEffect(() => {
    openedId.current = shownId ?? openedId.current;
  }, [shownId]);

  const closeItem = (): void =>
    setSearch((current) => {
      const without = new URLSearchParams(current);
      without.delete('item');
      without.delete('lesson');
      without.delete('part');
      return without;
    });
  if (itemId !== null && !isNumbers) {
    return (
      <PageColumns width="wide">
        <Item key={itemId} itemId={itemId} user={user} onClose={closeItem} />
      </PageColumns>
    );
  }
  if (courseId !== null || search.has('new')) {
    return (
      <PageColumns width="wide">
        <CourseEditor courseId={courseId} user={user} />
      </PageColumns>
    );
  }
  if (isNumbers) return <AnalyticsPage />;
  if (search.has('record')) {
    return (
      <PageColumns width="wide">
        <LearningRecord fullName={user.fullName} />
      </PageColumns>
    );
  }
  if (rosterId !== null) {
    return (
      <PageColumns width="wide">
        <Roster key={rosterId} courseId={rosterId} role={user.role} />
      </PageColumns>
    );
  }
  if (user.role === 'creator' && search.has('catalogue')) {
    return (
      <PageColumns width="wide">
        <BrowseItems title="Catalogue" place="catalogue" />
      </PageColumns>
    );
  }
  if (user.role === 'creator' && search.has('questions')) return <Questions user={user} />;
  const paid = paidPage(search, user);
  if (paid !== null) return <PageColumns>{paid}</PageColumns>;
  return <Lists user={user} returnId={openedId.current} />;
}

/** Returns the page of a purchase, of all purchases or of the sales; null when the URL names none of them. */
function paidPage(search: URLSearchParams, user: CurrentUser): ReactNode {
  const purchaseId = search.get('purchase');
  if (purchaseId !== null) return <PurchasePage key={purchaseId} purchaseId={purchaseId} />;
  if (search.has('purchases')) return <PurchaseList />;
  return search.has('sales') || search.has('sale') ? <SalesPage role={user.role} /> : null;
}

function Lists({ user, returnId }: { user: CurrentUser; returnId: string | null }) {
  usePageTitle('Library');
  useHeadingFocus();
  const [search, setSearch] = useSearchParams();
  const first = useFirstTab(user.role, tabOf(search) === undefined);
  const isKnown = first !== undefined || tabOf(search) !== undefined;
  const place = useMemo(() => readPlace(search, first ?? 'purchased'), [search, first]);
  const onMove = useCallback(
    (next: LibraryPlace) => setSearch(writePlace(next), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  const bridge = readBridge();
  return (
    <PageColumns width="wide">
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <PageHeader title="Library" text="What you learn from, and what you make." />
        <PaidLinks role={user.role} />
      </div>
      {isKnown ? (
        <Tabs
          label="Library"
          value={place.tab}
          onChange={(tab) => onMove({ ...withoutFilters(place), tab })}
          items={LIBRARY_TABS.map((value) => ({
            value,
            label: TAB_LABELS[value],
            content: (
              <>
                {value === 'downloads' && bridge && <OfflineCopies bridge={bridge} />}
                <LibraryList place={place} role={user.role} onMove={onMove} returnId={returnId} />
              </>
            ),
          }))}
        />
      ) : (
        <LibrarySkeleton />
      )}
      <PageAd section={4} />
    </PageColumns>
  );
}

/** Links to the pages of buying and selling; creators, who have no other page, find everything of theirs here. */
function PaidLinks({ role }: { role: Role }) {
  return (
    <nav aria-label="Purchases and sales" className="mb-6 flex flex-wrap gap-2">
      {SELLING_ROLES.includes(role) && (
        <ButtonLink to="/library?sales=1" size="sm">
          <Store className="size-4" />
          Sales
        </ButtonLink>
      )}
      <ButtonLink to="/library?purchases=1" size="sm">
        <ReceiptText className="size-4" />
        Purchases
      </ButtonLink>
      {role === 'creator' && (
        <>
          <ButtonLink to="/library?catalogue=1" size="sm">
            <BookOpen className="size-4" />
            Catalogue
          </ButtonLink>
          <ButtonLink to="/library?numbers=1" size="sm">
            <ChartLine className="size-4" />
            Analytics
          </ButtonLink>
          <ButtonLink to="/library?questions=1" size="sm">
            <MessageCircleQuestion className="size-4" />
            Questions
          </ButtonLink>
          <ButtonLink to="/library?settings=profile" size="sm">
            <UserRound className="size-4" />
            Profile and settings
          </ButtonLink>
        </>
      )}
    </nav>
  );
}
