import type { Role } from '#shared/api/endpoint.ts';
import { LEARNER_FILTERS, type LearnerView, type OwnLearnerView } from '#shared/api/enrollments.ts';
import { MessageSquare } from 'lucide-react';
import { Link } from 'react-router-dom';
import { chatPath } from '../../../../lib/page/chat-path.ts';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { iconButtonClasses } from '../../../../ui/button-classes.ts';
import { Card } from '../../../../ui/Card.tsx';
import { Name } from '../../../../ui/Name.tsx';
import { Progress } from '../../../../ui/Progress.tsx';
import { TextLink } from '../../../../ui/TextLink.tsx';
import { Time } from '../../../../ui/Time.tsx';
import { Tooltip } from '../../../../ui/Tooltip.tsx';
import { ToggleButtons } from '../../../../ui/ToggleButtons.tsx';
import { AvatarLink } from '../../../users/components/AvatarLink.tsx';
import { NameLink } from '../../../users/components/NameLink.tsx';
import type { LearnerFilter } from '../../api/authoring.ts';

/** The names of the filters of learners. */
export const LEARNER_FILTER_LABELS: Record<LearnerFilter, string> = {
  all: 'All',
  inactive: 'No activity for 14 days',
  behind: 'Less than 20%',
  completed: 'Completed',
};

interface LearnerFiltersProps {
  value: LearnerFilter;
  onChange: (value: LearnerFilter) => void;
}

/** The choice of which learners are shown. */
export function LearnerFilters({ value, onChange }: LearnerFiltersProps) {
  return (
    <ToggleButtons
      label="Show"
      options={LEARNER_FILTERS.map((filter) => ({ value: filter, label: LEARNER_FILTER_LABELS[filter] }))}
      value={value}
      onChange={onChange}
    />
  );
}

const CELL = 'px-3 py-2.5 align-middle';
const HEADINGS = ['Enrolled', 'Progress', 'Last activity', 'Completed'];

interface LearnersTableProps {
  /** Of one item, or of several, whose titles are shown. */
  learners: readonly (LearnerView | OwnLearnerView)[];
  role: Role;
}

/** Learners with their progress. */
export function LearnersTable({ learners, role }: LearnersTableProps) {
  const hasItems = learners.some((learner) => 'course' in learner);
  return (
    <Card isFlush className="relative overflow-x-auto" role="region" aria-label="Table of learners" tabIndex={0}>
      <table className="w-full min-w-[42rem] border-collapse text-start text-small">
        <thead className="border-b border-border text-text-muted">
          <tr>
            {['Name', ...(hasItems ? ['Item'] : []), ...HEADINGS].map((label) => (
              <th key={label} scope="col" className="px-3 py-2 text-start font-medium whitespace-nowrap">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {learners.map((learner) => (
            <LearnerRow
              key={'course' in learner ? learner.user.id + learner.course.id : learner.user.id}
              learner={learner}
              role={role}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function LearnerRow({ learner, role }: { learner: LearnerView | OwnLearnerView; role: Role }) {
  const { user, enrolledAt, progress, lastOpenedAt, completedAt } = learner;
  // Creators cannot open profiles.
  const isLinked = role !== 'creator';
  return (
    <tr>
      <th scope="row" className={`${CELL} min-w-44 text-start font-normal`}>
        <span className="flex items-center gap-2.5">
          {isLinked ? (
            <AvatarLink user={user} size="sm" />
          ) : (
            <Avatar id={user.id} name={user.fullName} src={user.profileImage} size="sm" />
          )}
          <span className="line-clamp-2 min-w-0 wrap-anywhere">
            {isLinked ? <NameLink user={user} /> : <Name>{user.fullName}</Name>}
          </span>
          {isLinked && (
            <Tooltip text="Message">
              <Link
                to={chatPath(role, `with=${user.id}`)}
                aria-label={`Message ${user.fullName}`}
                className={`ms-auto ${iconButtonClasses()}`}
              >
                <MessageSquare className="size-4" />
              </Link>
            </Tooltip>
          )}
        </span>
      </th>
      {'course' in learner && (
        <td className={`${CELL} min-w-40`}>
          <RosterLink course={learner.course} />
        </td>
      )}
      <td className={CELL}>
        <Time iso={enrolledAt} format="date" className="whitespace-nowrap" />
      </td>
      <td className={`${CELL} min-w-36`}>
        <Progress label={`Progress of ${user.fullName}`} share={progress / 100} doneText="100%" />
      </td>
      <td className={CELL}>{lastOpenedAt === null ? 'Never' : <Time iso={lastOpenedAt} />}</td>
      <td className={CELL}>
        {completedAt === null ? 'Not yet' : <Time iso={completedAt} format="date" className="whitespace-nowrap" />}
      </td>
    </tr>
  );
}

function RosterLink({ course: { id, title } }: { course: OwnLearnerView['course'] }) {
  return (
    <TextLink to={`/library?learners=${id}`}>
      <Name>{title}</Name>
    </TextLink>
  );
}
