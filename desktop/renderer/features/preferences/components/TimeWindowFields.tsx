import type { QuietHours } from '#shared/api/privacy.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { OWN_ZONE } from '../../../lib/page/own-zone.ts';

/** A time range in a time zone. */
type TimeWindow = Pick<QuietHours, 'from' | 'to' | 'zone'>;

interface TimeWindowFieldsProps {
  hours: TimeWindow;
  onChange: (input: Partial<TimeWindow>) => void;
  /** Text after the name of the time zone. */
  zoneNote: string;
}

/** Fields for start and end, with a button that changes the time zone to this device's. */
export function TimeWindowFields({ hours, onChange, zoneNote }: TimeWindowFieldsProps) {
  const here = OWN_ZONE;
  const time = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      type="time"
      required
      className="w-32"
      value={hours[name]}
      onChange={(value) => value !== '' && onChange({ [name]: value })}
    />
  );
  return (
    <>
      <div className="flex flex-wrap gap-4">
        {time('from', 'From')}
        {time('to', 'To')}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-text-muted">
        <span>
          <span>{`Time zone: ${hours.zone.replaceAll('_', ' ')}`}</span>
          <span>{zoneNote}</span>
        </span>
        {hours.zone !== here && (
          <Button size="sm" onClick={() => onChange({ zone: here })}>
            {`Use ${here.replaceAll('_', ' ')}`}
          </Button>
        )}
      </p>
    </>
  );
}
