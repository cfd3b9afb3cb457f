import type { QuietHours } from '#shared/api/privacy.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { usePrivacy } from '../hooks/use-privacy.ts';
import { TimeWindowFields } from './TimeWindowFields.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { OWN_ZONE } from '../../../lib/page/own-zone.ts';

/**
 * Fields for the quiet hours, in the time zone of the device on which they were turned on. `preview` renders what the
 * hours do.
 */
export function QuietHoursFields({ preview }: { preview: (hours: QuietHours) => Elements }) {
  const query = usePrivacy();
  const { data, change } = query;
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-28 w-full" />} />;
  const hours = data.quietHours;
  const set = (input: Partial<QuietHours>): void => change({ quietHours: { ...hours, ...input } });
  return (
    <div className="space-y-4">
      <Switch
        label="Quiet hours"
        text="No toasts and no push notifications. Notifications still appear in your list, emails are sent when quiet hours end, and messages about the security of your account are always sent."
        isOn={hours.isOn}
        onChange={(isOn) => set({ isOn, ...(isOn && { zone: OWN_ZONE }) })}
      />
      {hours.isOn && (
        <>
          <TimeWindowFields hours={hours} onChange={set} zoneNote="." />
          {preview(hours)}
        </>
      )}
    </div>
  );
}
