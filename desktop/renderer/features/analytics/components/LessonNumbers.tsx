import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { lessonNumbersQuery } from '../api/queries.ts';
import { formatCount, wordDrop } from '../wording.ts';
import { Parts } from './Parts.tsx';

/** How many learners finished each lesson of an own item; nothing for an item without lessons. */
export function LessonNumbers({ itemId }: { itemId: string }) {
  const { data } = useQuery(lessonNumbersQuery(itemId));
  if (data === undefined) return null;
  const { numbers } = data;
  if (numbers === null)
    return (
      <Card as="section" aria-label="Lessons" className="mb-4">
        <h2 className="text-base font-semibold">Lessons</h2>
        <p className="mt-1 text-small text-text-muted">
          How many learners finished each lesson is shown from five learners on.
        </p>
      </Card>
    );
  const { learners, isPart, lessons } = numbers;
  return (
    <Parts
      title="Learners who finished each lesson"
      text={
        <p className="text-small text-text-muted">
          Of {isPart ? `the ${formatCount(learners)} who enrolled last` : formatCount(learners)}, up to now.{' '}
          {wordDrop(lessons)}
        </p>
      }
      columns={['Lesson', 'Learners']}
      parts={lessons.map(({ id, title, finished }) => ({ key: id, name: <Name>{title}</Name>, count: finished }))}
      whole={learners}
      format={formatCount}
    />
  );
}
