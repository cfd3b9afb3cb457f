import { X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { AnalyticsView, AnnotationView } from '#shared/api/analytics.ts';
import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Name } from '../../../ui/Name.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useCreateNote, useRemoveNote } from '../api/mutations.ts';
import { formatLongDay, formatShortDay, wordAnnotation } from '../wording.ts';

/** What the user did in the period and their notes, newest first, and the form of a new note. */
export function Annotations({ view }: { view: AnalyticsView }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card as="section" aria-label="What you did, and notes" className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">What you did, and notes</h2>
        {!isAdding && (
          <Button size="sm" onClick={() => setIsAdding(true)}>
            Add a note
          </Button>
        )}
      </div>
      {isAdding && <NoteForm view={view} onClose={() => setIsAdding(false)} />}
      {view.annotations.length === 0 ? (
        <p className="mt-2 text-small text-text-muted">Nothing in this period. A note marks a day in the graph.</p>
      ) : (
        <ul
          className="mt-2 max-h-64 space-y-1.5 overflow-y-auto text-small"
          tabIndex={0}
          aria-label="What you did, and notes, by day"
        >
          {view.annotations.map((annotation) => (
            <Entry
              key={`${annotation.day} ${annotation.type} ${annotation.subjectId}`}
              annotation={annotation}
              currency={view.currency}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Entry({ annotation, currency }: { annotation: AnnotationView; currency: string }) {
  const { mutate: remove, isPending } = useRemoveNote();
  const { day, type, subjectId } = annotation;
  return (
    <li className="flex items-center gap-3">
      <time dateTime={day} className="w-14 shrink-0 text-text-muted tabular-nums">
        {formatShortDay(day)}
      </time>
      <Name className="min-w-0 flex-1 wrap-anywhere">{wordAnnotation(annotation, currency)}</Name>
      {type === 'note' && (
        <IconButton
          label={`Delete the note of ${formatLongDay(day)}`}
          icon={<X className="size-4" />}
          disabled={isPending}
          onClick={() => remove(subjectId)}
        />
      )}
    </li>
  );
}

function NoteForm({ view, onClose }: { view: AnalyticsView; onClose: () => void }) {
  const { mutate, isPending, error } = useCreateNote();
  const [day, setDay] = useState(view.to);
  const [text, setText] = useState('');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ day, text: text.trim() }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={save} className="my-3 flex flex-wrap items-end gap-3">
      <TextField
        label="Day"
        type="date"
        required
        min={ANALYTICS_LIMITS.firstDay}
        max={view.today}
        value={day}
        onChange={setDay}
      />
      <div className="min-w-48 flex-1">
        <TextField
          label="Note"
          required
          autoFocus
          maxLength={ANALYTICS_LIMITS.noteMaxChars}
          error={error ? describeFailure(error).message : undefined}
          value={text}
          onChange={setText}
        />
      </div>
      <Button type="submit" isLoading={isPending}>
        Save note
      </Button>
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
