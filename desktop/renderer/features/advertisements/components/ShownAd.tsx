import { CircleHelp, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { AdvertisementView } from '#shared/api/advertisements.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { MenuItem } from '../../../ui/Menu.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { countAdvertisement, useHideAdvertisement } from '../api/mutations.ts';
import { ModerationItems } from '../../users/components/ModerationItems.tsx';
import { useImpression } from '../hooks/use-impression.ts';
import { AdCard } from './AdCard.tsx';
import { lazily } from '../../../lib/lazily.tsx';

const WhyDialog = lazily(async () => (await import('./WhyDialog.tsx')).WhyDialog);

interface ShownAdProps {
  advertisement: AdvertisementView;
  isInFeed?: boolean | undefined;
  /** Called after the user has hidden it, or blocked the advertiser. */
  onHidden?: (() => void) | undefined;
}

/** An advertisement on screen: counts impressions and clicks, and offers to explain, hide or report it. */
export function ShownAd({ advertisement, isInFeed, onHidden }: ShownAdProps) {
  const { id, advertiser } = advertisement;
  const frame = useImpression(() => countAdvertisement(id, 'impression'));
  const [isWhyOpen, setIsWhyOpen] = useState(false);
  const { mutate } = useHideAdvertisement();
  const hide = (): void =>
    mutate(id, {
      onSuccess: () => {
        onHidden?.();
        toast({ title: 'Advertisement hidden' });
      },
    });
  const menu = (
    <MoreMenu label="More about this advertisement" className="-my-1.5 -me-2">
      <MenuItem icon={<CircleHelp />} onSelect={() => setIsWhyOpen(true)}>
        Why am I seeing this?
      </MenuItem>
      <MenuItem icon={<EyeOff />} onSelect={hide}>
        Hide this advertisement
      </MenuItem>
      <ModerationItems target={{ type: 'advertisement', id, author: advertiser }} onBlocked={onHidden} />
    </MoreMenu>
  );
  return (
    <div ref={frame}>
      <AdCard
        {...advertisement}
        advertiser={advertiser.fullName}
        isInFeed={isInFeed}
        onFollow={() => countAdvertisement(id, 'click')}
        menu={menu}
      />
      {isWhyOpen && <WhyDialog id={id} onClose={() => setIsWhyOpen(false)} />}
    </div>
  );
}
