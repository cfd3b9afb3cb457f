import { Ban, Flag } from 'lucide-react';
import { MenuItem } from '../../../ui/Menu.tsx';
import { useModeration, type Reportable } from '../moderation.ts';

interface ModerationItemsProps {
  target: Reportable;
  /** Called after a block, to leave what is no longer visible. */
  onBlocked?: (() => void) | undefined;
}

/** The menu items that report a record of another user, and block that user. */
export function ModerationItems({ target, onBlocked }: ModerationItemsProps) {
  const { report, block } = useModeration();
  const { author } = target;
  return (
    <>
      <MenuItem icon={<Flag />} isDanger onSelect={() => report(target, onBlocked)}>
        Report
      </MenuItem>
      <MenuItem icon={<Ban />} isDanger onSelect={() => block(author, onBlocked)}>
        {`Block @${author.username}`}
      </MenuItem>
    </>
  );
}
