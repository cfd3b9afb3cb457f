import { useQuery } from '@tanstack/react-query';
import type { LessonNumbersView } from '#shared/api/analytics.ts';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { useExportLessonNumbers } from '../api/mutations.ts';
import { lessonNumbersQuery } from '../api/queries.ts';
import { formatCount, wordDrop } from '../wording.ts';
import { Parts } from './Parts.tsx';
import { SaveCsvButton } from './SaveCsvButton.tsx';
import type { Elements } from '../../../ui/elements.ts';

type Numbers = NonNullable<LessonNumbersView['numbers']>;

/** How many learners opened and finished each lesson and file of an own item. */
export function LessonNumbers({ itemId }: { itemId: string }) {
  const { data } = useQuery(lessonNumbersQuery(itemId));
  const { mutate, isPending } = useExportLessonNumbers(itemId);
  if (data === undefined) return null;
  const { numbers } = data;
  if (numbers === null)
    return (
      <Card as="section" aria-label="Lessons and files" className="mb-4">
        <h2 className="text-base font-semibold">Lessons and files</h2>
        <p className="mt-1 text-small text-text-muted">
          How many learners opened and finished each lesson and file is shown from five learners on.
        </p>
      </Card>
    );
  const { lessons, files } = numbers;
  // One file has the rows of both tables.
  const save = <SaveCsvButton isPending={isPending} onSave={mutate} />;
  return (
    <>
      {lessons.length > 0 && (
        <PartNumbers
          numbers={numbers}
          parts={lessons}
          noun="lesson"
          title="Learners who finished each lesson"
          action={save}
        >
          <span>
            A lesson with a file is opened by reading or saving the file; it can also be marked as done without that.
          </span>
        </PartNumbers>
      )}
      {files.length > 0 && (
        <PartNumbers
          numbers={numbers}
          parts={files}
          noun="file"
          title="Learners who finished each file"
          action={lessons.length === 0 && save}
        >
          <span>A file is opened by reading or saving it, and finished by reading it to the end.</span>
        </PartNumbers>
      )}
    </>
  );
}

interface PartNumbersProps {
  numbers: Numbers;
  parts: Numbers['lessons'];
  noun: 'lesson' | 'file';
  title: string;
  action: Elements;
  /** What opened and finished mean. */
  children: Elements;
}

function PartNumbers({ numbers: { learners, isPart }, parts, noun, title, action, children }: PartNumbersProps) {
  return (
    <Parts
      title={title}
      action={action}
      text={
        <p className="text-small text-text-muted">
          <span>
            {`Of ${isPart ? `the ${formatCount(learners)} who enrolled last` : formatCount(learners)}, ` + 'up to now.'}
          </span>{' '}
          <span>{wordDrop(parts, noun)}</span> {children}
        </p>
      }
      columns={[noun === 'lesson' ? 'Lesson' : 'File', 'Opened', 'Finished']}
      parts={parts.map(({ id, title: name, opened, finished }) => ({
        key: id,
        name: <Name>{name}</Name>,
        extra: opened === null ? '–' : formatCount(opened),
        count: finished,
      }))}
      whole={learners}
      format={formatCount}
    />
  );
}
