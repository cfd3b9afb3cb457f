import clsx from 'clsx';
import type { OfficeHours } from '#shared/api/privacy.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { usePrivacy } from '../hooks/use-privacy.ts';
import { TimeWindowFields } from './TimeWindowFields.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { OWN_ZONE } from '../../../lib/page/own-zone.ts';

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;

interface OfficeHoursFieldsProps {
  /** Short name of a weekday, 1 being Monday. */
  dayName: (day: number) => string;
  /** Shows the hours as other members see them. */
  preview: (hours: OfficeHours) => Elements;
}

/** Fields for a teacher's office hours: weekdays and times, in the time zone of the device they were set on. */
export function OfficeHoursFields({ dayName, preview }: OfficeHoursFieldsProps) {
  const query = usePrivacy();
  const { data, change } = query;
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-28 w-full" />} />;
  const hours = data.officeHours;
  const set = (input: Partial<OfficeHours>): void => change({ officeHours: { ...hours, ...input } });
  const toggle = (day: number): void => {
    const days = hours.days.includes(day)
      ? hours.days.filter((other) => other !== day)
      : [...hours.days, day].toSorted((a, b) => a - b);
    // At least one day stays chosen; the switch turns the hours off.
    if (days.length > 0) set({ days });
  };
  return (
    <div className="space-y-4">
      <Switch
        label="Show office hours"
        text="Your hours appear on your profile and above your conversations. Members can write at any time."
        isOn={hours.isOn}
        onChange={(isOn) => set({ isOn, ...(isOn && { zone: OWN_ZONE }) })}
      />
      {hours.isOn && (
        <>
          <div role="group" aria-label="Days" className="flex flex-wrap gap-1.5">
            {WEEK.map((day) => (
              <button
                key={day}
                type="button"
                aria-pressed={hours.days.includes(day)}
                onClick={() => toggle(day)}
                className={clsx(
                  'h-9 min-w-12 rounded-md border px-2.5 text-sm font-medium transition-colors',
                  hours.days.includes(day)
                    ? 'border-accent bg-accent text-accent-contrast'
                    : 'border-border-strong bg-surface-raised text-text hover:bg-surface-sunken',
                )}
              >
                {dayName(day)}
              </button>
            ))}
          </div>
          <TimeWindowFields hours={hours} onChange={set} zoneNote="; other members see them in their own time zone." />
          {preview(hours)}
        </>
      )}
    </div>
  );
}
