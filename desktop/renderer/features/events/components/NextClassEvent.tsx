import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '../../../lib/http/pages.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { eventsQuery } from '../api/queries.ts';
import { startText } from '../times.ts';

/** The next event of a class with a link to all of them; nothing without one. */
export function NextClassEvent({ courseId, to }: { courseId: string; to: string }) {
  const { data } = useInfiniteQuery(eventsQuery({ when: 'upcoming', courseId }));
  const next = itemsOf(data).find(({ state }) => state === 'scheduled');
  if (next === undefined) return null;
  return (
    <p>
      <span className="text-text-muted">Next event: </span>
      <TextLink to={to}>
        <bdi className="wrap-anywhere">{next.title}</bdi>
      </TextLink>
      {', '}
      <time dateTime={next.date}>{startText(next.date)}</time>
    </p>
  );
}
