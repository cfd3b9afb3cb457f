import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import type { CourseDetailView } from '#shared/api/courses.ts';
import { Button } from '../../../ui/Button.tsx';
import { courseQuery, filePositionsQuery } from '../api/queries.ts';
import { canRead, fileToContinue, isRead } from '../files.ts';
import { OpenFile } from './FileContent.tsx';

interface ContinueFileProps {
  course: CourseDetailView;
  /** True until the server has enrolled the learner: it gives no positions and no files before. */
  isEnrolling: boolean;
}

/**
 * The main action of a learner in an item without lessons: opens the file to continue with in the reader. Renders
 * nothing when no file can be read in the app.
 */
export function ContinueFile({ course, isEnrolling }: ContinueFileProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const query = useQuery({ ...filePositionsQuery(course.id), enabled: !isEnrolling, refetchOnMount: 'always' });
  // The addresses of the files come with the item after the enrollment.
  const isRefetching = useIsFetching({ queryKey: courseQuery(course.id).queryKey }) > 0;
  const readable = course.files.filter(canRead);
  const files = readable.filter(({ url }) => url !== null);
  const positions = query.data ?? [];
  const next = fileToContinue(files, positions);
  const open = files.find(({ id }) => id === openId);
  const isUnlocking = readable.length > 0 && (isEnrolling || isRefetching || query.isLoading);
  if (next === undefined && !isUnlocking) return null;
  const position = positions.find(({ fileId }) => fileId === next?.id);
  const label = position === undefined ? 'Open' : isRead(position) ? 'Open again' : 'Continue';
  return (
    <>
      <Button
        variant="primary"
        isLoading={next === undefined || isEnrolling || query.isLoading}
        onClick={() => setOpenId(next?.id ?? null)}
      >
        <Play className="size-4" />
        <span>{label}</span>
      </Button>
      {open && <OpenFile key={open.id} course={course} file={open} onClose={() => setOpenId(null)} />}
    </>
  );
}
