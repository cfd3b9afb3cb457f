import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { AudienceView } from '#shared/api/audiences.ts';
import { Select } from '../../../ui/Select.tsx';
import { audiencesQuery } from '../api/audiences.ts';
import { choiceText, EVERYONE, meaningText } from '../audience-text.ts';

interface AudienceFieldProps {
  value: AudienceView;
  /** True for an event: its audience can be one that the user leads. */
  isForEvent?: boolean;
  onChange: (audience: AudienceView) => void;
}

const keyOf = ({ type, id }: AudienceView): string => (id === null ? type : `${type}:${id}`);

/** The choice of who can see a new post or event, in words, and what it means. */
export function AudienceField({ value, isForEvent = false, onChange }: AudienceFieldProps) {
  const meaningId = useId();
  const { data = [] } = useQuery(audiencesQuery);
  const listed = data.filter(({ canHost }) => canHost || !isForEvent);
  // Until the list has arrived, the chosen one and the default are all there is.
  const known: AudienceView[] = [EVERYONE, value, ...listed];
  const choices = new Map(known.map((audience) => [keyOf(audience), audience]));
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Select
        aria-label="Who can see this"
        aria-describedby={meaningId}
        className="max-w-56"
        value={keyOf(value)}
        options={Array.from(choices, ([key, audience]) => ({ value: key, label: choiceText(audience) }))}
        onChange={(key) => onChange(choices.get(key) ?? EVERYONE)}
      />
      <p id={meaningId} className="min-w-0 text-small wrap-anywhere text-text-muted">
        {meaningText(value)}
      </p>
    </div>
  );
}
