import { ArrowRight, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AdvertisementView } from '#shared/api/advertisements.ts';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { OutsideLink } from '../../../ui/OutsideLink.tsx';
import type { Elements } from '../../../ui/elements.ts';

interface AdCardProps extends Pick<
  AdvertisementView,
  'title' | 'description' | 'imageUrl' | 'imageAlt' | 'linkUrl' | 'eventId'
> {
  advertiser: string;
  /** True between posts: as wide as a post and without a border. */
  isInFeed?: boolean | undefined;
  onFollow?: (() => void) | undefined;
  menu?: Elements;
}

/** An advertisement with its label and its advertiser. An image that fails to load is left out. */
export function AdCard({ isInFeed = false, ...ad }: AdCardProps) {
  return isInFeed ? (
    <div className="px-4 py-4 sm:px-5">
      <Content {...ad} shape="aspect-[5/2]" />
    </div>
  ) : (
    <Card>
      <Content {...ad} shape="aspect-[16/9]" />
    </Card>
  );
}

function Content({
  advertiser,
  title,
  description,
  imageUrl,
  imageAlt,
  linkUrl,
  eventId,
  onFollow,
  menu,
  shape,
}: AdCardProps & { shape: string }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 text-small text-text-muted wrap-anywhere">
          Advertisement · by <Name>{advertiser}</Name>
        </p>
        {menu}
      </div>
      {imageUrl !== null && imageUrl !== failedUrl && (
        <img
          src={imageUrl}
          alt={imageAlt ?? ''}
          loading="lazy"
          decoding="async"
          className={`mt-2 ${shape} w-full rounded-md border border-border bg-surface-sunken object-cover`}
          onError={() => setFailedUrl(imageUrl)}
        />
      )}
      <p dir="auto" className="mt-1.5 font-semibold wrap-anywhere">
        {title}
      </p>
      <p dir="auto" className="mt-0.5 leading-relaxed wrap-anywhere">
        {description}
      </p>
      <Way linkUrl={linkUrl} eventId={eventId} onFollow={onFollow} />
    </>
  );
}

const WAY_CLASSES =
  'mt-2 inline-flex max-w-full items-center gap-1.5 rounded-sm font-medium text-accent-text hover:underline';

function Way({ linkUrl, eventId, onFollow }: Pick<AdCardProps, 'linkUrl' | 'eventId' | 'onFollow'>) {
  if (eventId !== null) {
    return (
      <Link to={`/home?event=${eventId}`} className={WAY_CLASSES} onClick={onFollow}>
        See the event
        <ArrowRight className="size-3.5 shrink-0 rtl:rotate-180" />
      </Link>
    );
  }
  if (linkUrl === '') return null;
  return (
    <OutsideLink
      href={linkUrl}
      rel="noopener noreferrer nofollow sponsored"
      title="Opens another website"
      className={WAY_CLASSES}
      onFollow={onFollow}
    >
      <span dir="ltr" className="truncate">
        {hostOf(linkUrl)}
      </span>
      <ExternalLink className="size-3.5 shrink-0" />
      <span className="sr-only">(leaves Lyceum, opens in a new window)</span>
    </OutsideLink>
  );
}

function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).hostname.replace(/^www\./u, '') : link;
}
