import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import type { AdSection, OwnAdvertisementView } from '#shared/api/advertisements.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useRemoveAdvertisement, useSetPaused } from '../api/mutations.ts';
import { ownAdvertisementsQuery } from '../api/queries.ts';
import { SECTION_NAMES, STATE_NAMES } from '../sections.ts';
import { AdDays } from './AdDays.tsx';
import { AdForm } from './AdForm.tsx';
import { AdRegister } from './AdRegister.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

/** A dialog with the user's advertisements, their figures and the form; `section` is preselected for a new one. */
export function AdsWindow({ section, onClose }: { section: AdSection; onClose: () => void }) {
  const [form, setForm] = useState<'new' | OwnAdvertisementView | null>(null);
  const [isRegister, setIsRegister] = useState(false);
  if (form !== null)
    return (
      <AdForm
        advertisement={form === 'new' ? null : form}
        section={section}
        onDone={() => setForm(null)}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={isRegister ? 'All advertisements' : 'Your advertisements'}
      description="An operator reviews each one before it is shown. Everyone sees the same advertisements, in rotation."
      footer={
        <>
          <Button variant="ghost" className="me-auto" onClick={() => setIsRegister(!isRegister)}>
            {isRegister ? 'Your advertisements' : 'All advertisements'}
          </Button>
          <Button variant="primary" onClick={() => setForm('new')}>
            New advertisement
          </Button>
        </>
      }
    >
      {isRegister ? <AdRegister /> : <OwnList onEdit={setForm} />}
    </Dialog>
  );
}

function OwnList({ onEdit }: { onEdit: (advertisement: OwnAdvertisementView) => void }) {
  const query = useQuery(ownAdvertisementsQuery);
  if (query.data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-48 w-full" />} />;
  if (query.data.length === 0) {
    return (
      <EmptyState
        level={3}
        icon={<Megaphone />}
        title="No advertisements yet"
        text="Advertise a course, an event or an open day. Your advertisement is labelled and shown to everyone in one place."
      />
    );
  }
  return (
    <Card isFlush>
      <ul aria-label="Your advertisements" className="divide-y divide-border">
        {query.data.map((advertisement) => (
          <li key={advertisement.id}>
            <OwnRow advertisement={advertisement} onEdit={() => onEdit(advertisement)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const TONES = {
  draft: 'neutral',
  review: 'warning',
  active: 'success',
  paused: 'neutral',
  rejected: 'danger',
} as const;

function OwnRow({ advertisement, onEdit }: { advertisement: OwnAdvertisementView; onEdit: () => void }) {
  const { id, title, section, state, rejectionReason, imageUrl, impressions, clicks } = advertisement;
  const { mutate: setPaused, isPending } = useSetPaused(id);
  const { mutateAsync: remove } = useRemoveAdvertisement();
  const [opened, setOpened] = useState<'days' | 'delete' | null>(null);
  return (
    <article aria-label={title} className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        {imageUrl !== null && (
          <img src={imageUrl} alt="" className="h-9 w-16 shrink-0 rounded-sm bg-surface-sunken object-cover" />
        )}
        <p dir="auto" className="min-w-0 flex-1 font-medium wrap-anywhere">
          {title}
        </p>
        <Badge tone={TONES[state]}>{STATE_NAMES[state]}</Badge>
      </div>
      <p className="text-small text-text-muted">
        {`${SECTION_NAMES[section]} · shown ${impressions.toLocaleString(OWN_LOCALE)} ` +
          `times · clicked ${clicks.toLocaleString(OWN_LOCALE)} times`}
      </p>
      {rejectionReason !== null && <p className="text-small">{`Rejected: ${rejectionReason}`}</p>}
      <div className="flex flex-wrap gap-2">
        {(state === 'active' || state === 'paused') && (
          <Button size="sm" isLoading={isPending} onClick={() => setPaused(state === 'active')}>
            {state === 'active' ? 'Pause' : 'Resume'}
          </Button>
        )}
        <Button size="sm" onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={opened === 'days'}
          onClick={() => setOpened(opened === 'days' ? null : 'days')}
        >
          By day
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setOpened('delete')}>
          Delete
        </Button>
      </div>
      {opened === 'days' && <AdDays id={id} />}
      {opened === 'delete' && (
        <ConfirmDialog
          title="Delete this advertisement?"
          description="Its statistics are deleted too. This can't be undone."
          confirmLabel="Delete"
          onConfirm={() => remove(id)}
          onClose={() => setOpened(null)}
        />
      )}
    </article>
  );
}
