import { X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { ListingView } from '#shared/api/students.ts';
import { STUDENT_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Name } from '../../../ui/Name.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useRemovePartner, useSetPartner } from '../api/mutations.ts';
import { formatDay } from './StudentDetails.tsx';

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Default duration of a new search, in days. */
const USUAL_DAYS = 30;

/** The courses in which the student looks for a study partner, and the form to add one. */
export function PartnerFlags({ listing: { courses, partnerFlags } }: { listing: ListingView }) {
  const { mutate: remove } = useRemovePartner();
  const [isAdding, setIsAdding] = useState(false);
  const free = courses.filter(({ id }) => !partnerFlags.some(({ course }) => course.id === id));
  return (
    <div className="border-t border-border pt-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">Study partners you look for</h3>
        {free.length > 0 && !isAdding && (
          <Button size="sm" variant="ghost" onClick={() => setIsAdding(true)}>
            Look for one
          </Button>
        )}
      </div>
      {partnerFlags.length === 0 && !isAdding && (
        <p className="text-small text-text-muted">
          {courses.length === 0
            ? 'You can look for a study partner in a course that you learn with. You learn with none yet.'
            : 'None. Your card can show the course in which you look for a study partner.'}
        </p>
      )}
      <ul className="space-y-1">
        {partnerFlags.map(({ course, until }) => (
          <li key={course.id} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <Name>{course.title}</Name> <span className="text-text-muted">{`until ${formatDay(until)}`}</span>
            </span>
            <IconButton
              label={`Stop looking in ${course.title}`}
              icon={<X className="size-4" />}
              onClick={() =>
                remove(course.id, { onSuccess: () => toast({ title: 'You no longer look for a study partner there' }) })
              }
            />
          </li>
        ))}
      </ul>
      {isAdding && free[0] && <PartnerForm courses={free} first={free[0].id} onClose={() => setIsAdding(false)} />}
    </div>
  );
}

function PartnerForm({
  courses,
  first,
  onClose,
}: {
  courses: ListingView['courses'];
  first: string;
  onClose: () => void;
}) {
  const { mutate, isPending, error } = useSetPartner();
  const [courseId, setCourseId] = useState(first);
  const [until, setUntil] = useState(() => inDays(USUAL_DAYS));
  const save = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ courseId, until }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={save} className="mt-2 flex flex-wrap items-end gap-3">
      <div className="min-w-48 flex-1">
        <SelectField
          label="Course"
          value={courseId}
          options={courses.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={setCourseId}
        />
      </div>
      <TextField
        label="Until"
        error={error ? describeFailure(error).message : undefined}
        type="date"
        required
        min={inDays(0)}
        max={inDays(STUDENT_LIMITS.partnerMaxDays)}
        value={until}
        onChange={setUntil}
      />
      <Button type="submit" isLoading={isPending}>
        Show on my card
      </Button>
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
