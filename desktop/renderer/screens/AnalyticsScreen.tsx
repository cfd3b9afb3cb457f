import { ChartNoAxesColumn } from 'lucide-react';
import { usePageTitle } from '../lib/page/page-title.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** The user's statistics; empty until they are available. */
export function AnalyticsScreen() {
  usePageTitle('Analytics');
  return (
    <PageColumns width="wide">
      <PageHeader title="Analytics" text="How your posts and courses perform." />
      <Card isFlush>
        <EmptyState
          icon={<ChartNoAxesColumn />}
          title="Nothing to measure yet"
          text="Numbers about your posts and courses will be shown here, each with what it counts. Only you will see them."
          action={<ButtonLink to="/home">Write a post</ButtonLink>}
        />
      </Card>
    </PageColumns>
  );
}
