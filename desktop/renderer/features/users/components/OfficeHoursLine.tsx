import clsx from 'clsx';
import { Clock } from 'lucide-react';
import type { OfficeHours } from '#shared/api/privacy.ts';
import { officeHoursText } from '../office-hours.ts';

/** When a teacher answers, in the reader's own zone. */
export function OfficeHoursLine({ hours, className }: { hours: OfficeHours; className?: string | undefined }) {
  return (
    <p className={clsx('flex items-center gap-1.5 text-[0.8125rem] text-text-muted', className)}>
      <Clock aria-hidden="true" className="size-3.5 shrink-0" />
      <span title="In your time zone">Answers {officeHoursText(hours)}</span>
    </p>
  );
}
