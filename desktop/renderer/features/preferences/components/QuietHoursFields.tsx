import type { ReactNode } from 'react';
import type { QuietHours } from '#shared/api/privacy.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { usePrivacy } from '../hooks/use-privacy.ts';
import { TimeWindowFields, zoneHere } from './TimeWindowFields.tsx';

/**
 * When a member is left alone, in the zone of the device it was chosen on. `preview` shows what the hours would have
 * done.
 */
export function QuietHoursFields({ preview }: { preview: (hours: QuietHours) => ReactNode }) {
  const { data, error, isFetching, refetch, change } = usePrivacy();
  if (data === undefined) {
    if (error) return <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />;
    return <Skeleton className="h-28 w-full" />;
  }
  const hours = data.quietHours;
  const set = (input: Partial<QuietHours>): void => change({ quietHours: { ...hours, ...input } });
  return (
    <div className="space-y-4">
      <Switch
        label="Quiet hours"
        text="Nothing pops up and no push comes. Your list fills all the same, mail waits until the end, and what concerns the safety of your account always comes."
        isOn={hours.isOn}
        onChange={(isOn) => set({ isOn, ...(isOn && { zone: zoneHere() }) })}
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
