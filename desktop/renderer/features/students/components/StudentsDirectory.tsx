import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { StudentView } from '#shared/api/students.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { Button } from '../../../ui/Button.tsx';
import { ListFoot } from '../../../ui/ListFoot.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { facetsQuery, studentsQuery } from '../api/queries.ts';
import { countFilters, type DirectoryPlace } from '../filters.ts';
import { DirectoryToolbar } from './DirectoryToolbar.tsx';
import { FilteredEmpty, EmptyDirectory } from './DirectoryEmpty.tsx';
import { StudentCard } from './StudentCard.tsx';
import { StudentFacets } from './StudentFacets.tsx';
import { StudentsSkeleton } from './StudentsSkeleton.tsx';
import { StudentsTable } from './StudentsTable.tsx';

interface StudentsDirectoryProps {
  place: DirectoryPlace;
  onMove: (place: DirectoryPlace) => void;
  /** Renders the actions for a student. */
  actions: (student: StudentView, view: DirectoryPlace['view']) => ReactNode;
}

/** The students whom the user can find, with filters and order. */
export function StudentsDirectory({ place, onMove, actions }: StudentsDirectoryProps) {
  const { filters } = place;
  const { data: facets } = useQuery(facetsQuery(filters));
  const [isOpen, setIsOpen] = useState(false);
  const chosen = countFilters(filters);
  if (facets?.everyone === 0 && chosen === 0) return <EmptyDirectory />;
  return (
    <div className="lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8">
      <div className="mb-4 lg:mb-0">
        <Button
          className="lg:hidden"
          aria-expanded={isOpen}
          aria-controls="student-filters"
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal className="size-4" />
          <span>{`Filters${chosen > 0 ? ` (${String(chosen)})` : ''}`}</span>
        </Button>
        <section
          id="student-filters"
          aria-label="Filters"
          className={clsx('mt-4 lg:mt-0 lg:block', !isOpen && 'hidden')}
        >
          {facets && (
            <StudentFacets facets={facets} filters={filters} onChange={(next) => onMove({ ...place, filters: next })} />
          )}
        </section>
      </div>
      <div className="min-w-0">
        <DirectoryToolbar place={place} onMove={onMove} total={facets?.total} />
        <Results place={place} onMove={onMove} actions={actions} />
      </div>
    </div>
  );
}

function Results({ place, onMove, actions }: StudentsDirectoryProps) {
  const query = useInfiniteQuery(studentsQuery(place));
  if (query.data === undefined) return <QueryState query={query} skeleton={<StudentsSkeleton />} />;
  const students = itemsOf(query.data);
  if (students.length === 0) return <FilteredEmpty place={place} onMove={onMove} />;
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={clsx(query.isPlaceholderData && 'opacity-60 transition-opacity')}
    >
      {place.view === 'table' ? (
        <StudentsTable
          students={students}
          sort={place.sort}
          onSort={(sort) => onMove({ ...place, sort })}
          actions={(student) => actions(student, 'table')}
        />
      ) : (
        <ul aria-label="Students" className="grid gap-4 sm:grid-cols-2">
          {students.map((student) => (
            <li key={student.user.id} className="min-w-0">
              <StudentCard student={student} actions={actions(student, 'cards')} />
            </li>
          ))}
        </ul>
      )}
      <ListFoot query={query} hasBorder={false} />
    </div>
  );
}
