import type { CourseStatus } from '#shared/api/courses.ts';
import { Badge } from '../../../ui/Badge.tsx';

const STATUSES = {
  draft: { label: 'Draft', tone: 'warning' },
  published: { label: 'Published', tone: 'success' },
  archived: { label: 'Archived', tone: 'neutral' },
} as const satisfies Record<CourseStatus, { label: string; tone: string }>;

/** The status of an item, for its author. */
export function StatusBadge({ status }: { status: CourseStatus }) {
  const { label, tone } = STATUSES[status];
  return <Badge tone={tone}>{label}</Badge>;
}
