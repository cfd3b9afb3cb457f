import { useQuery } from '@tanstack/react-query';
import { GraduationCap, LayoutGrid, Plus, Rows3 } from 'lucide-react';
import { useCallback } from 'react';
import { COURSE_CATEGORIES, type ContentType } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { useSearchText } from '../../../../lib/page/use-search-text.ts';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { Checkbox } from '../../../../ui/Checkbox.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { SearchInput } from '../../../../ui/SearchInput.tsx';
import { Select } from '../../../../ui/Select.tsx';
import { libraryAuthorsQuery } from '../../api/library.ts';
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
const SUBJECTS: readonly { value: NonNullable<LibraryPlace['category']> | ''; label: string }[] = [
  { value: '', label: 'All subjects' },
  ...COURSE_CATEGORIES.map((value) => ({ value, label: value })),
];
const PRICES: readonly { value: NonNullable<LibraryPlace['price']> | ''; label: string }[] = [
  { value: '', label: 'Any price' },
  { value: 'free', label: 'Free' },
  { value: 'paid', label: 'Paid' },
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
    <div className="mb-4 grid grid-cols-2 items-center gap-3 sm:flex sm:flex-wrap">
      <SearchInput
        label="Search the Library"
        placeholder="Search by title"
        maxLength={COURSE_LIMITS.searchMaxChars}
        className="col-span-2 min-w-48 flex-1"
        value={text}
        onChange={setText}
      />
      <Select
        aria-label="Type"
        className="sm:min-w-36"
        value={place.contentType ?? ''}
        options={TYPES}
        onChange={(type) => onMove({ ...place, contentType: type === '' ? undefined : type })}
      />
      <Select
        aria-label="Subject"
        className="sm:min-w-36"
        value={place.category ?? ''}
        options={SUBJECTS}
        onChange={(category) => onMove({ ...place, category: category === '' ? undefined : category })}
      />
      <Select
        aria-label="Price"
        className="sm:min-w-28"
        value={place.price ?? ''}
        options={PRICES}
        onChange={(price) => onMove({ ...place, price: price === '' ? undefined : price })}
      />
      <AuthorSelect place={place} onMove={onMove} />
      <Select
        aria-label="Order"
        className="sm:min-w-36"
        value={place.sort}
        options={SORTS}
        onChange={(sort) => onMove({ ...place, sort })}
      />
      <span className="flex items-center gap-3">
        <IconButton
          label={place.layout === 'list' ? 'Show as a grid' : 'Show as a list'}
          icon={place.layout === 'list' ? <LayoutGrid className="size-4.5" /> : <Rows3 className="size-4.5" />}
          onClick={() => onMove({ ...place, layout: place.layout === 'list' ? 'grid' : 'list' })}
        />
        {hasArchive(place.tab) && (
          <Checkbox
            label="Archived"
            isChecked={place.isArchived}
            onChange={(isArchived) => onMove({ ...place, isArchived })}
          />
        )}
      </span>
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

/** The filter by author; nothing where it would change nothing, such as for own items. */
function AuthorSelect({ place, onMove }: LibraryToolbarProps) {
  const { data: authors = [] } = useQuery({ ...libraryAuthorsQuery(place.tab), enabled: place.tab !== 'created' });
  if (authors.length < 2 && place.authorId === undefined) return null;
  const options = authors.map(({ id, fullName }) => ({ value: id, label: fullName }));
  return (
    <Select
      aria-label="Author"
      className="sm:max-w-48 sm:min-w-36"
      value={place.authorId ?? ''}
      options={[{ value: '', label: 'All authors' }, ...options]}
      onChange={(id) => onMove({ ...place, authorId: id === '' ? undefined : id })}
    />
  );
}
