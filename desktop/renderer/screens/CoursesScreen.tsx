import { BookOpen } from 'lucide-react';
import { usePageTitle } from '../lib/page/page-title.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PageAd } from './PageAd.tsx';

/** The catalogue; empty until courses can be published. */
export function CoursesScreen() {
  usePageTitle('Courses');
  return (
    <PageColumns width="wide">
      <PageHeader title="Courses" text="Courses, books, documents and videos by members." />
      <Card isFlush>
        <EmptyState
          icon={<BookOpen />}
          title="Courses are coming soon"
          text="What members publish will be listed here, by type, subject and price. Until then, members share what they are working on at Home."
          action={<ButtonLink to="/home">Go to Home</ButtonLink>}
        />
      </Card>
      <PageAd section={3} />
    </PageColumns>
  );
}
