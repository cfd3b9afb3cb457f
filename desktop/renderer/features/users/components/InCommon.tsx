import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { MonthSpan, UserCard } from '#shared/api/users.ts';
import { useItemPath } from '../../../lib/page/item-path.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Time } from '../../../ui/Time.tsx';
import { commonQuery } from '../api/queries.ts';
import { spanOf } from '../months.ts';
import { mutualText } from '../user-text.ts';
import { AvatarLink } from './AvatarLink.tsx';
import { NameLink } from './NameLink.tsx';

const PEOPLE_SHOWN = 6;

/** Mutual connections, shared institutions with dates, courses and events; renders nothing without any. */
export function InCommon({ user, mutualCount }: { user: UserCard; mutualCount: number }) {
  const { data } = useQuery(commonQuery(user.id));
  const pathOf = useItemPath();
  if (data === undefined) return null;
  const { people, places, courses, events } = data;
  if (people.length + places.length + courses.length + events.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="common-title" className="space-y-4">
      <h2 id="common-title" className="font-semibold">
        How you know each other
      </h2>
      {people.length > 0 && (
        <Part title={mutualText(mutualCount)}>
          {people.slice(0, PEOPLE_SHOWN).map((person) => (
            <li key={person.id} className="flex min-w-0 items-center gap-2.5">
              <AvatarLink user={person} size="sm" />
              <span className="min-w-0">
                <NameLink user={person} isTruncated />
              </span>
            </li>
          ))}
        </Part>
      )}
      {places.length > 0 && (
        <Part title="Shared institution">
          {places.map((place) => (
            <li key={place.name}>
              <Name className="block wrap-anywhere">{place.name}</Name>
              <Dates name={user.fullName} mine={place.mine} theirs={place.theirs} />
            </li>
          ))}
        </Part>
      )}
      {courses.length > 0 && (
        <Part title="Shared courses">
          {courses.map(({ id, title }) => (
            <li key={id} dir="auto" className="wrap-anywhere">
              <Link to={pathOf(id)} className={QUIET_LINK_CLASSES}>
                {title}
              </Link>
            </li>
          ))}
        </Part>
      )}
      {events.length > 0 && (
        <Part title="Shared events">
          {events.map(({ id, title, date }) => (
            <li key={id}>
              <span dir="auto" className="block wrap-anywhere">
                {title}
              </span>
              <span className="text-small text-text-muted">
                <Time iso={date} format="date" />
              </span>
            </li>
          ))}
        </Part>
      )}
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-small text-text-muted">{title}</h3>
      <ul className="mt-2 space-y-2.5">{children}</ul>
    </div>
  );
}

function Dates({ name, mine, theirs }: { name: string; mine: MonthSpan | null; theirs: MonthSpan | null }) {
  if (mine === null && theirs === null) return null;
  return (
    <span className="block text-small text-text-muted">
      {mine !== null && <span>{`You ${spanOf(mine)}`}</span>}
      {mine !== null && theirs !== null && <span>{', '}</span>}
      {theirs !== null && (
        <>
          <Name>{name}</Name> <span>{spanOf(theirs)}</span>
        </>
      )}
    </span>
  );
}
