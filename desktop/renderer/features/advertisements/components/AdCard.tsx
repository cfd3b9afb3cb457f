import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';

/** Props of {@link AdCard}. */
export interface AdCardProps {
  advertiser: string;
  title: string;
  description: string;
  /** Where it leads; empty while it is being written. */
  linkUrl: string;
  onFollow?: (() => void) | undefined;
  menu?: ReactNode;
}

/** An advertisement as it stands in its place, labelled and with on whose behalf it is shown. */
export function AdCard({ advertiser, title, description, linkUrl, onFollow, menu }: AdCardProps) {
  return (
    <Card>
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 text-[0.8125rem] text-text-muted wrap-anywhere">
          Advertisement · by <Name>{advertiser}</Name>
        </p>
        {menu}
      </div>
      <p dir="auto" className="mt-1 font-semibold wrap-anywhere">
        {title}
      </p>
      <p dir="auto" className="mt-0.5 leading-relaxed wrap-anywhere">
        {description}
      </p>
      {linkUrl !== '' && (
        <a
          href={linkUrl}
          target="_blank"
          rel="noopener noreferrer nofollow sponsored"
          className="mt-2 inline-flex max-w-full items-center gap-1.5 rounded-sm font-medium text-accent-text hover:underline"
          onClick={onFollow}
          onAuxClick={onFollow}
        >
          <span dir="ltr" className="truncate">
            {hostOf(linkUrl)}
          </span>
          <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="sr-only">(leaves Lyceum, opens in a new window)</span>
        </a>
      )}
    </Card>
  );
}

function hostOf(link: string): string {
  return URL.canParse(link) ? new URL(link).hostname.replace(/^www\./u, '') : link;
}
