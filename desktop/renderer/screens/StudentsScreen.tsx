import { GraduationCap } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePageTitle } from '../lib/page-title.ts';
import { buttonClasses } from '../ui/button-classes.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** The directory of students in its first state. */
export function StudentsScreen() {
  usePageTitle('Students');
  return (
    <PageColumns width="wide">
      <PageHeader title="Students" text="Students who have chosen to be found." />
      <Card isFlush>
        <EmptyState
          icon={<GraduationCap />}
          title="No one is listed yet"
          text="A student appears here only after choosing to, and decides which details are shown. You will find their posts at Home."
          action={
            <Link to="/home" className={buttonClasses('secondary')}>
              Go to Home
            </Link>
          }
        />
      </Card>
    </PageColumns>
  );
}
