import type { ReactNode } from 'react';
import type { QuietHours } from '#shared/api/privacy.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { usePrivacy } from '../hooks/use-privacy.ts';

/** When a member is left alone, in the zone of the device it was chosen on. `preview` shows what the hours would have done. */
export function QuietHoursFields({ preview }: { preview: (hours: QuietHours) => ReactNode }) {
  const { data, error, isFetching, refetch, change } = usePrivacy();
  if (data === undefined) {
    if (error) return <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />;
    return <Skeleton className="h-28 w-full" />;
  }
  const hours = data.quietHours;
  const hereZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const set = (input: Partial<QuietHours>): void => change({ quietHours: { ...hours, ...input } });
  const time = (name: 'from' | 'to', label: string) => (
    <Field label={label}>
      {(control) => <TextInput {...control} type="time" required className="w-32" value={hours[name]} onChange={({ target }) => target.value !== '' && set({ [name]: target.value })} />}
    </Field>
  );
  return (
    <div className="space-y-4">
      <Switch
        label="Quiet hours"
        text="Nothing pops up and no push comes. Your list fills all the same, mail waits until the end, and what concerns the safety of your account always comes."
        isOn={hours.isOn}
        onChange={(isOn) => set({ isOn, ...(isOn && { zone: hereZone }) })}
      />
      {hours.isOn && (
        <>
          <div className="flex flex-wrap gap-4">
            {time('from', 'From')}
            {time('to', 'To')}
          </div>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-text-muted">
            <span>Times are those of {hours.zone.replaceAll('_', ' ')}.</span>
            {hours.zone !== hereZone && (
              <Button size="sm" onClick={() => set({ zone: hereZone })}>
                Use {hereZone.replaceAll('_', ' ')}
              </Button>
            )}
          </p>
          {preview(hours)}
        </>
      )}
    </div>
  );
}
