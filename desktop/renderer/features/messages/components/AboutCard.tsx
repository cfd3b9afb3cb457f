import { BookOpen, CalendarDays, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { MessageAbout } from '#shared/api/messages.ts';
import { useItemPath } from '../../../lib/page/item-path.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const WHEN = new Intl.DateTimeFormat(OWN_LOCALE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const TYPE_NAMES = {
  course: 'Course',
  ebook: 'E-book',
  document: 'Document',
  video: 'Video',
  resource: 'Resource',
} as const;
const CARD_CLASSES =
  'flex min-w-0 items-center gap-2.5 rounded-md border border-border bg-surface-raised px-2.5 py-2 text-start';

/** The event or item that a message refers to, in its current state, as a link to its page. */
export function AboutCard({ about }: { about: MessageAbout }) {
  const pathOf = useItemPath();
  if (about.type === 'event') {
    return (
      <Link to={`/home?event=${about.id}`} className={`${CARD_CLASSES} transition-colors hover:bg-surface-sunken`}>
        <Lines
          icon={<CalendarDays />}
          title={about.title}
          text={about.isCancelled ? 'Event, cancelled' : `Event, ${WHEN.format(new Date(about.date))}`}
        />
      </Link>
    );
  }
  return (
    <Link to={pathOf(about.id)} className={`${CARD_CLASSES} transition-colors hover:bg-surface-sunken`}>
      <Lines
        icon={<BookOpen />}
        title={about.title}
        text={about.price === 0 ? `${TYPE_NAMES[about.contentType]}, free` : TYPE_NAMES[about.contentType]}
      />
    </Link>
  );
}

/** The subject of the message being written, with a button that removes it. */
export function AboutBar({ about, onRemove }: { about: MessageAbout; onRemove: () => void }) {
  return (
    <div className="flex items-center gap-2 border-t border-border px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <AboutCard about={about} />
      </div>
      <IconButton label="Remove the subject" icon={<X className="size-4" />} onClick={onRemove} />
    </div>
  );
}

function Lines({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <>
      <span aria-hidden="true" className="text-accent-text [&>svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0">
        <span dir="auto" className="block truncate font-medium">
          <span className="sr-only">About: </span>
          <span>{title}</span>
        </span>
        <span className="block truncate text-small text-text-muted">{text}</span>
      </span>
    </>
  );
}
