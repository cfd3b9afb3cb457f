import { GraduationCap, Plus } from 'lucide-react';
import { useCallback } from 'react';
import type { ContentType } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { useSearchText } from '../../../../lib/page/use-search-text.ts';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { Checkbox } from '../../../../ui/Checkbox.tsx';
import { SearchInput } from '../../../../ui/SearchInput.tsx';
import { Select } from '../../../../ui/Select.tsx';
import { CONTENT_TYPES } from '../../content-types.ts';
import { hasArchive, type LibraryPlace } from './place.ts';

interface LibraryToolbarProps {
  place: LibraryPlace;
  onMove: (place: LibraryPlace) => void;
}

const TYPES: readonly { value: ContentType | ''; label: string }[] = [
  { value: '', label: 'All types' },
  ...Object.entries(CONTENT_TYPES).map(([value, { label }]) => ({ value: value as ContentType, label })),
];
const SORTS: readonly { value: LibraryPlace['sort']; label: string }[] = [
  { value: 'recent', label: 'Latest first' },
  { value: 'title', label: 'By title' },
];

/** The search, the filters and the order of a tab. */
export function LibraryToolbar({ place, onMove }: LibraryToolbarProps) {
  const search = useCallback((q: string) => onMove({ ...place, q }), [place, onMove]);
  const [text, setText] = useSearchText(place.q, search);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <SearchInput
        label="Search the Library"
        placeholder="Search by title"
        maxLength={COURSE_LIMITS.searchMaxChars}
        className="min-w-48 flex-1"
        value={text}
        onChange={setText}
      />
      <Select
        aria-label="Type"
        className="min-w-36"
        value={place.contentType ?? ''}
        options={TYPES}
        onChange={(type) => onMove({ ...place, contentType: type === '' ? undefined : type })}
      />
      <Select
        aria-label="Order"
        className="min-w-36"
        value={place.sort}
        options={SORTS}
        onChange={(sort) => onMove({ ...place, sort })}
      />
      {hasArchive(place.tab) && (
        <Checkbox
          label="Archived"
          isChecked={place.isArchived}
          onChange={(isArchived) => onMove({ ...place, isArchived })}
        />
      )}
      {hasArchive(place.tab) && (
        <ButtonLink to="/library?record=1">
          <GraduationCap className="size-4" />
          Learning record
        </ButtonLink>
      )}
      {place.tab === 'created' && (
        <ButtonLink to="/library?new=1" variant="primary">
          <Plus className="size-4" />
          Create an item
        </ButtonLink>
      )}
    </div>
  );
}
