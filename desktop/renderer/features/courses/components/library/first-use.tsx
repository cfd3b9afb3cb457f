import { Bookmark, Download, GraduationCap, PenLine, ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Role } from '#shared/api/endpoint.ts';
import type { LibraryTab } from '#shared/api/enrollments.ts';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';

/** Labels of the tabs. */
export const TAB_LABELS: Record<LibraryTab, string> = {
  purchased: 'Purchased',
  enrolled: 'Enrolled',
  downloads: 'Downloads',
  saved: 'Saved',
  created: 'Created',
};

interface FirstUseText {
  icon: ReactNode;
  title: string;
  text: string;
}

const TEXTS: Record<LibraryTab, FirstUseText> = {
  purchased: {
    icon: <ShoppingBag />,
    title: 'Nothing bought yet',
    text: 'Courses, books, documents and videos you buy appear here, each with its receipt.',
  },
  enrolled: {
    icon: <GraduationCap />,
    title: 'Not enrolled anywhere yet',
    text: 'Courses you join appear here with your progress, so that you can continue where you stopped.',
  },
  downloads: {
    icon: <Download />,
    title: 'No downloads yet',
    text: 'Files you download from your items are listed here, and you can fetch them again at any time.',
  },
  saved: {
    icon: <Bookmark />,
    title: 'Nothing saved in the Library yet',
    text: 'Courses and resources you save appear here. Only you can see them.',
  },
  created: {
    icon: <PenLine />,
    title: 'Nothing created yet',
    text: 'What you make is listed here with its learners and downloads. An item is a draft until you publish it.',
  },
};

/** The next step; creators browse the catalogue in the Library. */
function stepOf(tab: LibraryTab, role: Role): { path: string; label: string } {
  if (tab === 'created') return { path: '/library?new=1', label: 'Create an item' };
  return role === 'creator'
    ? { path: '/library?catalogue=1', label: 'Browse the catalogue' }
    : { path: '/courses', label: 'Go to Courses' };
}

/** The empty state of a tab that has never had an item. */
export function FirstUse({ tab, role }: { tab: LibraryTab; role: Role }) {
  const { icon, title, text } = TEXTS[tab];
  const { path, label } = stepOf(tab, role);
  const isMember = role !== 'creator';
  return (
    <Card isFlush>
      <EmptyState
        icon={icon}
        title={title}
        text={tab === 'saved' && isMember ? `${text} Saved posts are on Home, under Saved.` : text}
        action={<ButtonLink to={path}>{label}</ButtonLink>}
      />
    </Card>
  );
}
