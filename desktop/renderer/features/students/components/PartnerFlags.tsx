import { X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { ListingView } from '#shared/api/students.ts';
import { STUDENT_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { useDirectoryWrites } from '../api/mutations.ts';
import { formatDay } from './StudentFacts.tsx';

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Days ahead that a new flag stands unless told otherwise. */
const USUAL_DAYS = 30;

/** In which courses the student looks for somebody to learn with, and the way to say so. */
export function PartnerFlags({ listing: { courses, partnerFlags } }: { listing: ListingView }) {
  const writes = useDirectoryWrites();
  const [isAdding, setIsAdding] = useState(false);
  const free = courses.filter(({ id }) => !partnerFlags.some(({ course }) => course.id === id));
  const remove = async (courseId: string): Promise<void> => {
    try {
      await writes.removePartner(courseId);
      toast({ title: 'You no longer look for a study partner there' });
    } catch (error) {
      toast({ title: 'That did not work', description: describeFailure(error).message, variant: 'destructive' });
    }
  };
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
        <p className="text-[0.8125rem] text-text-muted">
          {courses.length === 0
            ? 'You can look for somebody in a course that you learn with. You learn with none yet.'
            : 'None. Your card can say in which course you would like company.'}
        </p>
      )}
      <ul className="space-y-1">
        {partnerFlags.map(({ course, until }) => (
          <li key={course.id} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <Name>{course.title}</Name> <span className="text-text-muted">until {formatDay(until)}</span>
            </span>
            <IconButton
              label={`Stop looking in ${course.title}`}
              icon={<X aria-hidden="true" className="size-4" />}
              onClick={() => void remove(course.id)}
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
  const writes = useDirectoryWrites();
  const [courseId, setCourseId] = useState(first);
  const [until, setUntil] = useState(() => inDays(USUAL_DAYS));
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<string>();
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsSaving(true);
    try {
      await writes.setPartner(courseId, until);
      onClose();
    } catch (failed) {
      setError(describeFailure(failed).message);
      setIsSaving(false);
    }
  };
  return (
    <form onSubmit={(event) => void save(event)} className="mt-2 flex flex-wrap items-end gap-3">
      <div className="min-w-48 flex-1">
        <Field label="Course">
          {(control) => (
            <Select
              {...control}
              value={courseId}
              options={courses.map(({ id, title }) => ({ value: id, label: title }))}
              onChange={setCourseId}
            />
          )}
        </Field>
      </div>
      <Field label="Until" error={error}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            required
            min={inDays(0)}
            max={inDays(STUDENT_LIMITS.partnerMaxDays)}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" isLoading={isSaving}>
        Show on my card
      </Button>
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
