import { Bookmark, Download, GraduationCap, PenLine, ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { PageAd } from './PageAd.tsx';

const TABS = ['purchased', 'enrolled', 'downloads', 'saved', 'created'] as const;
type LibraryTab = (typeof TABS)[number];

interface FirstUse {
  label: string;
  icon: ReactNode;
  title: string;
  text: string;
  /** The next step; not for creators, who can open only the Library. */
  step: { path: string; label: string };
}

const COURSES = { path: '/courses', label: 'Go to Courses' };
const HELP = { path: '/help', label: 'Read how Lyceum works' };
const FIRST_USE: Record<LibraryTab, FirstUse> = {
  purchased: {
    label: 'Purchased',
    icon: <ShoppingBag />,
    title: 'Nothing bought yet',
    text: 'Courses, books, documents and videos you buy appear here, each with its receipt.',
    step: COURSES,
  },
  enrolled: {
    label: 'Enrolled',
    icon: <GraduationCap />,
    title: 'Not enrolled anywhere yet',
    text: 'Courses you join appear here with your progress, so that you can continue where you stopped.',
    step: COURSES,
  },
  downloads: {
    label: 'Downloads',
    icon: <Download />,
    title: 'No downloads yet',
    text: 'Files you download from your items are listed here, and you can fetch them again at any time.',
    step: COURSES,
  },
  saved: {
    label: 'Saved',
    icon: <Bookmark />,
    title: 'Nothing saved in the Library yet',
    text: 'Courses and resources you save appear here. Only you can see them. Saved posts are on Home, under Saved.',
    step: { path: '/home', label: 'Go to Home' },
  },
  created: {
    label: 'Created',
    icon: <PenLine />,
    title: 'Nothing created yet',
    text: 'What you publish is listed here with its sales, enrolments and downloads.',
    step: HELP,
  },
};

/** The tab that creators start on. */
const CREATOR_TAB: LibraryTab = 'created';

/** The user's own items in five tabs; `?tab=` is the open one. */
export function LibraryScreen({ role }: { role: Role }) {
  usePageTitle('Library');
  const [search, setSearch] = useSearchParams();
  const requested = search.get('tab');
  const tab = TABS.find((value) => value === requested) ?? (role === 'creator' ? CREATOR_TAB : 'purchased');
  return (
    <PageColumns width="wide">
      <PageHeader title="Library" text="What you learn from, and what you make." />
      <Tabs
        label="Library"
        value={tab}
        onChange={(next) => setSearch({ tab: next }, { replace: true })}
        items={TABS.map((value) => {
          const { label, icon, title, text, step } = FIRST_USE[value];
          const { path, label: action } = role === 'creator' ? HELP : step;
          return {
            value,
            label,
            content: (
              <EmptyState icon={icon} title={title} text={text} action={<ButtonLink to={path}>{action}</ButtonLink>} />
            ),
          };
        })}
      />
      <PageAd section={4} />
    </PageColumns>
  );
}
