import clsx from 'clsx';
import { Clock } from 'lucide-react';
import type { OfficeHours } from '#shared/api/privacy.ts';
import { officeHoursText } from '../office-hours.ts';

/** The office hours of a teacher, in the user's time zone. */
export function OfficeHoursLine({ hours, className }: { hours: OfficeHours; className?: string | undefined }) {
  return (
    <p className={clsx('flex items-center gap-1.5 text-small text-text-muted', className)}>
      <Clock className="size-3.5 shrink-0" />
      <span title="In your time zone">{`Office hours: ${officeHoursText(hours)}`}</span>
    </p>
  );
}
