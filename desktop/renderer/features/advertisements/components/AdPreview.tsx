import clsx from 'clsx';
import type { AdDraft } from '../ad-form.ts';
import { AdCard } from './AdCard.tsx';

interface AdPreviewProps {
  draft: AdDraft;
  /** Local address of a newly chosen image. */
  imagePreviewUrl: string | null;
  advertiser: string;
}

const THEMES = [
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
] as const;
const FEED_SECTION = 2;

/** The advertisement as it will be shown, in both themes. */
export function AdPreview({ draft, imagePreviewUrl, advertiser }: AdPreviewProps) {
  const { title, description, imageAlt, linkUrl, eventId, section } = draft;
  const isInFeed = section === FEED_SECTION;
  return (
    <section aria-label="Preview" className="flex flex-col gap-3">
      <p className="font-medium">Preview</p>
      {THEMES.map(({ theme, label }) => (
        <figure
          key={theme}
          inert={theme === 'dark'}
          data-theme={theme}
          data-scheme={document.documentElement.dataset['scheme'] ?? 'blue'}
          className="rounded-lg bg-surface text-text"
        >
          <div className={clsx('p-2', isInFeed && 'rounded-lg border border-border')}>
            <AdCard
              advertiser={advertiser}
              title={title || 'Title'}
              description={description || 'Text'}
              imageUrl={imagePreviewUrl ?? draft.imageUrl}
              imageAlt={imageAlt}
              linkUrl={linkUrl}
              eventId={eventId}
              isInFeed={isInFeed}
            />
          </div>
          <figcaption className="px-3 pb-2 text-small text-text-muted">{label}</figcaption>
        </figure>
      ))}
    </section>
  );
}
