import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DIRECTORY_FIELDS, type DirectoryField, type ListingView, type StudentView } from '#shared/api/students.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Name } from '../../../ui/Name.tsx';
import { useDirectoryWrites } from '../api/mutations.ts';
import { FIELD_LABELS } from '../fields.ts';
import { StudentCard } from './StudentCard.tsx';

/** Props of {@link ConsentForm}. */
export interface ConsentFormProps {
  listing: ListingView;
  /** The choice was saved or, where one had been made before, left as it is. */
  onClose: () => void;
}

/** A student chooses whether they stand in the directory and with what, and sees exactly what others will see. */
export function ConsentForm({ listing, onClose }: ConsentFormProps) {
  const writes = useDirectoryWrites();
  const [shows, setShows] = useState<readonly DirectoryField[]>(listing.shows);
  const [running, setRunning] = useState<'join' | 'leave'>();
  const [failure, setFailure] = useState<ReturnType<typeof describeFailure>>();
  const isFirst = listing.isListed === null;
  const save = async (which: 'join' | 'leave'): Promise<void> => {
    setRunning(which);
    setFailure(undefined);
    try {
      await writes.edit(which === 'join' ? { isListed: true, shows: [...shows] } : { isListed: false });
      onClose();
    } catch (error) {
      setFailure(describeFailure(error));
      setRunning(undefined);
    }
  };
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
          Students, teachers and institutions who are signed in. Never visitors or creators, and nobody who is blocked
          by you or blocks you. Your e-mail address is not shown to anyone.
        </p>
        <h3 className="mt-4 mb-2 font-medium">What they see</h3>
        <StudentCard student={previewOf(listing, shows)} />
        <p className="mt-2 text-[0.8125rem] text-text-muted">
          {shows.includes('name')
            ? 'Members also find you by your name in the search of people.'
            : 'Your name stays out of the directory and of the search of people. Whoever opens your page still reads it there.'}{' '}
          They also see how many connections you share
          {shows.includes('courses') && ', find you by the courses you learn with, and read which of them they share'}.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 lg:col-span-2">
        <Button variant="primary" isLoading={running === 'join'} onClick={() => void save('join')}>
          {listing.isListed === true ? 'Save' : 'Join the directory'}
        </Button>
        {isFirst ? (
          <Button isLoading={running === 'leave'} onClick={() => void save('leave')}>
            Not now
          </Button>
        ) : (
          <Button onClick={onClose}>Cancel</Button>
        )}
        <span className="text-[0.8125rem] text-text-muted">
          You can change this or leave at any time, here or in Settings.
        </span>
      </div>
      {failure && (
        <div className="lg:col-span-2">
          <ErrorPanel {...failure} />
        </div>
      )}
    </div>
  );
}

function valueOf({ own, courses }: ListingView, field: DirectoryField): string | null {
  if (field === 'courses') return courses.length === 0 ? null : courses.map(({ title }) => title).join(', ');
  if (field === 'photo') return own.photo === null ? null : 'Your profile picture';
  return own[field] === null ? null : String(own[field]);
}

function FieldLabel({ field, listing }: { field: DirectoryField; listing: ListingView }) {
  const value = valueOf(listing, field);
  return (
    <span className="block">
      {FIELD_LABELS[field]}
      <span className="block text-[0.8125rem] text-text-muted">
        {listing.withheld.includes(field) ? (
          <>
            Not shown: on{' '}
            <Link to="/profile" className={LINK_CLASSES}>
              your profile
            </Link>{' '}
            not everyone may see it
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
