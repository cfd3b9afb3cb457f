import { useState } from 'react';
import type { PeriodView } from '#shared/api/analytics.ts';
import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { ToggleButtons } from '../../../ui/ToggleButtons.tsx';
import { checkRange, periodOf, PERIODS, type AnalyticsPlace } from '../place.ts';

interface PeriodPickerProps {
  place: AnalyticsPlace;
  onMove: (place: AnalyticsPlace) => void;
}

const RANGE = 'range';
const OPTIONS = [
  ...PERIODS.map((days) => ({ value: String(days), label: `${String(days)} days` })),
  { value: RANGE, label: 'Other days' },
];

/** Chooses the days whose numbers are shown, and whether they are compared with the days before. */
export function PeriodPicker({ place, onMove }: PeriodPickerProps) {
  const choose = (value: string): void => {
    const days = PERIODS.find((each) => String(each) === value);
    onMove(days ? { ...place, days, range: null } : { ...place, range: periodOf(place) });
  };
  return (
    <div className="mb-5 space-y-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ToggleButtons
          label="Period"
          options={OPTIONS}
          value={place.range === null ? String(place.days) : RANGE}
          onChange={choose}
        />
        <Checkbox
          label="Compare with the period before"
          isChecked={place.isCompared}
          onChange={(isCompared) => onMove({ ...place, isCompared })}
        />
      </div>
      {place.range !== null && <RangeFields range={place.range} onChoose={(range) => onMove({ ...place, range })} />}
    </div>
  );
}

/** Two days in UTC; a range that is not valid is explained, and not chosen. */
function RangeFields({ range, onChoose }: { range: PeriodView; onChoose: (range: PeriodView) => void }) {
  const [typed, setTyped] = useState(range);
  const change = (next: PeriodView): void => {
    setTyped(next);
    if (checkRange(next) === null) onChoose(next);
  };
  const today = new Date().toISOString().slice(0, 10);
  const limits = { type: 'date', min: ANALYTICS_LIMITS.firstDay, max: today } as const;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <TextField
        label="From"
        {...limits}
        value={typed.from}
        error={checkRange(typed) ?? undefined}
        onChange={(from) => change({ ...typed, from })}
      />
      <TextField label="To" {...limits} value={typed.to} onChange={(to) => change({ ...typed, to })} />
    </div>
  );
}
