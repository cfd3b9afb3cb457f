import type { QuietHours } from '#shared/api/privacy.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';

/** A stretch of the day in a time zone. */
type TimeWindow = Pick<QuietHours, 'from' | 'to' | 'zone'>;

/** Props of {@link TimeWindowFields}. */
export interface TimeWindowFieldsProps {
  hours: TimeWindow;
  onChange: (input: Partial<TimeWindow>) => void;
  /** Stands behind the name of the zone. */
  zoneNote: string;
}

/** The time zone of this device, by its IANA name. */
export function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** From when to when, and in which zone, which can be changed to that of this device. */
export function TimeWindowFields({ hours, onChange, zoneNote }: TimeWindowFieldsProps) {
  const here = zoneHere();
  const time = (name: 'from' | 'to', label: string) => (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="time"
          required
          className="w-32"
          value={hours[name]}
          onChange={({ target }) => target.value !== '' && onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <div className="flex flex-wrap gap-4">
        {time('from', 'From')}
        {time('to', 'To')}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-text-muted">
        <span>
          Times are those of {hours.zone.replaceAll('_', ' ')}
          {zoneNote}
        </span>
        {hours.zone !== here && (
          <Button size="sm" onClick={() => onChange({ zone: here })}>
            Use {here.replaceAll('_', ' ')}
          </Button>
        )}
      </p>
    </>
  );
}
