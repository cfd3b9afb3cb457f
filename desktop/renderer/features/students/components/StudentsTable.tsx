import clsx from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StudentSort, StudentView } from '#shared/api/students.ts';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { AvatarLink } from '../../users/components/AvatarLink.tsx';
import { NameLink } from '../../users/components/NameLink.tsx';
import { formatDay } from './StudentDetails.tsx';

interface StudentsTableProps {
  students: readonly StudentView[];
  sort: StudentSort;
  onSort: (sort: StudentSort) => void;
  actions: (student: StudentView) => ReactNode;
}

const CELL = 'px-3 py-2.5 align-top';

/** The directory as a table; two of its columns can be sorted. */
export function StudentsTable({ students, sort, onSort, actions }: StudentsTableProps) {
  return (
    <Card isFlush className="overflow-x-auto" role="region" aria-label="Table of students" tabIndex={0}>
      <table className="w-full min-w-[42rem] border-collapse text-start text-small">
        <thead className="border-b border-border text-text-muted">
          <tr>
            <SortHeader
              label="Name"
              direction="ascending"
              isOn={sort === 'name'}
              onSort={() => onSort(sort === 'name' ? 'new' : 'name')}
            />
            <Header>Studies</Header>
            <Header>Since</Header>
            <SortHeader
              label="Mutual"
              direction="descending"
              isOn={sort === 'mutual'}
              onSort={() => onSort(sort === 'mutual' ? 'new' : 'mutual')}
            />
            <Header>Study partner</Header>
            <Header>
              <span className="sr-only">Actions</span>
            </Header>
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {students.map((student) => (
            <StudentRow key={student.user.id} student={student} actions={actions(student)} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function StudentRow({ student, actions }: { student: StudentView; actions: ReactNode }) {
  const { user, field, year, mutualCount, partnerFlags } = student;
  return (
    <tr>
      <th scope="row" className={clsx(CELL, 'min-w-44 text-start font-normal')}>
        <span className="flex items-center gap-2.5">
          <AvatarLink user={user} size="sm" />
          <span className="line-clamp-2 min-w-0 wrap-anywhere">
            <NameLink user={user} />
          </span>
        </span>
      </th>
      <td className={clsx(CELL, 'min-w-40')}>
        {[user.institution, field].map(
          (text, index) =>
            text !== null && (
              <Name key={text} className={clsx('line-clamp-2 wrap-anywhere', index > 0 && 'text-text-muted')}>
                {text}
              </Name>
            ),
        )}
        {user.institution === null && field === null && <Nothing />}
      </td>
      <td className={clsx(CELL, 'tabular-nums')}>{year ?? <Nothing />}</td>
      <td className={clsx(CELL, 'tabular-nums')}>{mutualCount}</td>
      <td className={clsx(CELL, 'min-w-28')}>
        {partnerFlags.map(({ course, until }) => (
          <span key={course.id} className="block">
            <Name className="line-clamp-2">{course.title}</Name>
            <span className="text-text-muted">
              until <time dateTime={until}>{formatDay(until)}</time>
            </span>
          </span>
        ))}
        {partnerFlags.length === 0 && <Nothing />}
      </td>
      <td className={clsx(CELL, 'text-end')}>
        <span className="flex flex-wrap justify-end gap-1.5">{actions}</span>
      </td>
    </tr>
  );
}

function Nothing() {
  return (
    <span className="text-text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not shown</span>
    </span>
  );
}

function Header({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className="px-3 py-2 text-start font-medium whitespace-nowrap">
      {children}
    </th>
  );
}

function SortHeader({
  label,
  direction,
  isOn,
  onSort,
}: {
  label: string;
  direction: 'ascending' | 'descending';
  isOn: boolean;
  onSort: () => void;
}) {
  const Arrow = !isOn ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={isOn ? direction : 'none'} className="px-1.5 py-1 text-start font-medium">
      <button
        type="button"
        onClick={onSort}
        className={clsx('inline-flex items-center gap-1 rounded-sm px-1.5 py-1 hover:text-text', isOn && 'text-text')}
      >
        <span>{label}</span>
        <Arrow className="size-3.5" />
      </button>
    </th>
  );
}
