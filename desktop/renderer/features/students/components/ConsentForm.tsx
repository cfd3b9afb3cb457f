import { useState } from 'react';
import { DIRECTORY_FIELDS, type DirectoryField, type ListingView, type StudentView } from '#shared/api/students.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Name } from '../../../ui/Name.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { useEditListing } from '../api/mutations.ts';
import { FIELD_LABELS } from '../fields.ts';
import { StudentCard } from './StudentCard.tsx';

interface ConsentFormProps {
  listing: ListingView;
  /** Called after the choice was saved, and on Cancel. */
  onClose: () => void;
}

/** A student chooses whether to be listed in the directory and with which fields, with a preview for others. */
export function ConsentForm({ listing, onClose }: ConsentFormProps) {
  const { mutate, isPending, variables, error } = useEditListing({ action: null });
  const [shows, setShows] = useState<readonly DirectoryField[]>(listing.shows);
  const isFirst = listing.isListed === null;
  const running = isPending ? variables.isListed : null;
  const save = (isListed: boolean): void =>
    mutate(isListed ? { isListed, shows: [...shows] } : { isListed }, { onSuccess: onClose });
  const toggle = (field: DirectoryField, isOn: boolean): void =>
    setShows(DIRECTORY_FIELDS.filter((each) => (each === field ? isOn : shows.includes(each))));
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
      <fieldset className="min-w-0">
        <legend className="font-medium">What others see of you here</legend>
        <div className="mt-2.5 space-y-2.5">
          {DIRECTORY_FIELDS.map((field) => (
            <Checkbox
              key={field}
              isChecked={shows.includes(field)}
              onChange={(isOn) => toggle(field, isOn)}
              label={<FieldLabel field={field} listing={listing} />}
            />
          ))}
        </div>
      </fieldset>
      <div className="min-w-0">
        <h3 className="font-medium">Who can find you</h3>
        <p className="mt-1 text-text-muted">
          Students, teachers and institutions who are signed in. Never visitors or creators, and no one who blocks you
          or whom you block. Your email address is not shown to anyone.
        </p>
        <h3 className="mt-4 mb-2 font-medium">What they see</h3>
        <StudentCard student={previewOf(listing, shows)} />
        <p className="mt-2 text-small text-text-muted">
          <span>
            {shows.includes('name')
              ? 'Members also find you by your name in the search of people.'
              : 'Your name stays out of the directory and of the search of people. ' +
                'Members who open your profile still see it there.'}
          </span>{' '}
          <span>
            {shows.includes('courses')
              ? 'They also see how many connections you share, find you by the courses you learn with, ' +
                'and read which of them they share.'
              : 'They also see how many connections you share.'}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 lg:col-span-2">
        <Button variant="primary" isLoading={running === true} onClick={() => save(true)}>
          {listing.isListed === true ? 'Save' : 'Join the directory'}
        </Button>
        {isFirst ? (
          <Button isLoading={running === false} onClick={() => save(false)}>
            Not now
          </Button>
        ) : (
          <Button onClick={onClose}>Cancel</Button>
        )}
        <span className="text-small text-text-muted">
          You can change this or leave at any time, here or in Settings.
        </span>
      </div>
      {error && (
        <div className="lg:col-span-2">
          <ErrorPanel {...describeFailure(error)} />
        </div>
      )}
    </div>
  );
}

function valueOf({ own, courses }: ListingView, field: DirectoryField): string | null {
  if (field === 'courses') return courses.length === 0 ? null : courses.map(({ title }) => title).join(', ');
  if (field === 'photo') return own.photo === null ? null : 'Your profile photo';
  return own[field] === null ? null : String(own[field]);
}

function FieldLabel({ field, listing }: { field: DirectoryField; listing: ListingView }) {
  const value = valueOf(listing, field);
  return (
    <span className="block">
      <span>{FIELD_LABELS[field]}</span>
      <span className="block text-small text-text-muted">
        {listing.withheld.includes(field) ? (
          <>
            <span>Not shown: on</span> <TextLink to="/profile">your profile</TextLink>{' '}
            <span>not everyone can see it</span>
          </>
        ) : (
          <span className="line-clamp-2 wrap-anywhere">
            {value === null ? 'Nothing to show yet' : <Name>{value}</Name>}
          </span>
        )}
      </span>
    </span>
  );
}

/** The card as a stranger with nothing in common sees it. */
function previewOf({ own, partnerFlags }: ListingView, shows: readonly DirectoryField[]): StudentView {
  const pick = <Value,>(field: DirectoryField, value: Value): Value | null => (shows.includes(field) ? value : null);
  return {
    user: {
      id: '',
      username: own.username,
      role: 'student',
      position: null,
      fullName: shows.includes('name') ? own.name : own.username,
      institution: pick('institution', own.institution),
      profileImage: pick('photo', own.photo),
    },
    field: pick('field', own.field),
    year: pick('year', own.year),
    bio: pick('bio', own.bio),
    mutualCount: 0,
    sharedCourses: [],
    partnerFlags,
    relation: { state: 'none', connectionId: null },
  };
}
