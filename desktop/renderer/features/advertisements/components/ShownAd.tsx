import { CircleHelp, Ellipsis, EyeOff, Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { AdvertisementView } from '#shared/api/advertisements.ts';
import type { UserCard } from '#shared/api/users.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { useAdvertisementWrites } from '../api/mutations.ts';
import { useSeen } from '../hooks/use-seen.ts';
import { AdCard } from './AdCard.tsx';

const WhyDialog = lazy(async () => ({ default: (await import('./WhyDialog.tsx')).WhyDialog }));

/** An advertisement that a member wants to report. */
export interface ReportedAd {
  id: string;
  author: UserCard;
}

/** Props of {@link ShownAd}. */
export interface ShownAdProps {
  advertisement: AdvertisementView;
  isInFeed?: boolean | undefined;
  onReport: (advertisement: ReportedAd) => void;
  /** The member has hidden it. */
  onHidden?: (() => void) | undefined;
}

/** An advertisement on screen: counted when it is seen and followed, with why it is there and the ways to be rid of it. */
export function ShownAd({ advertisement, isInFeed, onReport, onHidden }: ShownAdProps) {
  const { id, advertiser } = advertisement;
  const writes = useAdvertisementWrites();
  const frame = useSeen(() => writes.countImpression(id));
  const [isWhyOpen, setIsWhyOpen] = useState(false);
  const hide = async (): Promise<void> => {
    try {
      await writes.hide(id);
      onHidden?.();
      toast({ title: 'You will not see it again' });
    } catch (error) {
      toast({ title: 'Not hidden', description: describeFailure(error).message, variant: 'destructive' });
    }
  };
  const menu = (
    <Menu
      trigger={
        <IconButton
          label="More about this advertisement"
          icon={<Ellipsis aria-hidden="true" className="size-4" />}
          hasTooltip={false}
          className="-my-1.5 -me-2"
        />
      }
    >
      <MenuItem icon={<CircleHelp />} onSelect={() => setIsWhyOpen(true)}>
        Why do I see this?
      </MenuItem>
      <MenuItem icon={<EyeOff />} onSelect={() => void hide()}>
        Do not show it again
      </MenuItem>
      <MenuItem icon={<Flag />} isDanger onSelect={() => onReport({ id, author: advertiser })}>
        Report
      </MenuItem>
    </Menu>
  );
  return (
    <div ref={frame}>
      <AdCard
        {...advertisement}
        advertiser={advertiser.fullName}
        isInFeed={isInFeed}
        onFollow={() => writes.countClick(id)}
        menu={menu}
      />
      {isWhyOpen && (
        <Suspense fallback={null}>
          <WhyDialog id={id} onClose={() => setIsWhyOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
