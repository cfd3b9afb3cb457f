import { useState } from 'react';
import { EVENT_LIMITS } from '#shared/limits.ts';
import type { FieldErrors } from '../../../lib/page/form.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { RadioCards } from '../../../ui/RadioCards.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { EventDraft } from '../event-form.ts';
import { OWN_ZONE } from '../../../lib/page/own-zone.ts';

interface EventFieldsProps {
  idPrefix: string;
  draft: EventDraft;
  errors: FieldErrors;
  isStudent: boolean;
  onChange: (change: Partial<EventDraft>) => void;
}

const PLACES = [
  { value: 'place', title: 'In person' },
  { value: 'online', title: 'Online' },
] as const;
const ZONES = Intl.supportedValuesOf('timeZone');

function zoneOptions(zone: string): { value: string; label: string }[] {
  const zones = [...new Set([OWN_ZONE, zone, 'UTC', ...ZONES])];
  return zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}

/** The fields of an event. */
export function EventFields({ idPrefix, draft, errors, isStudent, onChange }: EventFieldsProps) {
  const id = (field: string): string => `${idPrefix}-${field}`;
  const field = (name: 'title' | 'description' | 'location' | 'joinUrl' | 'capacity') => ({
    id: id(name),
    error: errors[name],
    value: draft[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <>
      <TextField {...field('title')} label="Title" dir="auto" maxLength={EVENT_LIMITS.titleMaxChars} />
      <TextareaField
        {...field('description')}
        label="Description"
        isOptional
        hint={<Remaining text={draft.description} maxChars={EVENT_LIMITS.descriptionMaxChars} />}

        dir="auto"
        rows={3}
      />
      <TimeFields id={id} draft={draft} errors={errors} onChange={onChange} />
      <RadioCards
        label="Where"
        id={id('isVirtual')}
        options={PLACES}
        value={draft.isVirtual ? 'online' : 'place'}
        onChange={(value) => onChange({ isVirtual: value === 'online' })}
      />
      <TextField
        {...field('location')}
        label={draft.isVirtual ? 'Platform or room' : 'Place'}
        isOptional={draft.isVirtual}
        dir="auto"
        maxLength={EVENT_LIMITS.locationMaxChars}
      />
      {draft.isVirtual && (
        <TextField
          {...field('joinUrl')}
          label="Link to join"
          isOptional
          hint="Shown to attendees from 15 minutes before the start. It is not in lists or calendar files."
          type="url"
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          maxLength={EVENT_LIMITS.joinUrlMaxChars}
        />
      )}
      <TextField
        {...field('capacity')}
        label="Seats"
        isOptional={!isStudent}
        hint={
          isStudent
            ? `At most ${EVENT_LIMITS.studentCapacityMax}. When all are taken, members can join a waiting list.`
            : 'Leave empty for no limit. When all are taken, members can join a waiting list.'
        }
        type="number"
        min={1}
        inputMode="numeric"
        className="w-32"
      />
    </>
  );
}

interface TimeFieldsProps {
  id: (field: string) => string;
  draft: EventDraft;
  errors: FieldErrors;
  onChange: (change: Partial<EventDraft>) => void;
}

function TimeFields({ id, draft, errors, onChange }: TimeFieldsProps) {
  const [isLong, setIsLong] = useState(draft.lastDay !== draft.day);
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <TextField
          label="Day"
          id={id('date')}
          error={errors['date']}
          type="date"
          value={draft.day}
          onChange={(value) => onChange({ day: value, ...(!isLong && { lastDay: value }) })}
        />
        <TextField label="From" type="time" value={draft.from} onChange={(value) => onChange({ from: value })} />
        <TextField
          label="Until"
          id={id('endsAt')}
          isOptional
          error={errors['endsAt']}
          type="time"
          value={draft.to}
          onChange={(value) => onChange({ to: value })}
        />
      </div>
      <Checkbox
        label="It ends on another day"
        isChecked={isLong}
        onChange={(isChecked) => {
          setIsLong(isChecked);
          if (!isChecked) onChange({ lastDay: draft.day });
        }}
      />
      {isLong && (
        <TextField
          label="Last day"
          type="date"
          min={draft.day}
          value={draft.lastDay}
          onChange={(value) => onChange({ lastDay: value })}
        />
      )}
      <SelectField
        label="Time zone"
        id={id('timezone')}
        error={errors['timezone']}
        hint="Everyone sees the time in their own zone."
        options={zoneOptions(draft.timezone)}
        value={draft.timezone}
        onChange={(timezone) => onChange({ timezone })}
      />
    </>
  );
}
