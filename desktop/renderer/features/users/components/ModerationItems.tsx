import { Ban, Flag } from 'lucide-react';
import { MenuItem } from '../../../ui/Menu.tsx';
import { useModeration, type Reportable } from '../moderation.ts';

interface ModerationItemsProps {
  target: Reportable;
  /** Called after a block, to leave what is no longer visible. */
  onBlocked?: (() => void) | undefined;
}

/** The menu item that reports a record of another user. */
export function ReportItem({ target, onBlocked }: ModerationItemsProps) {
  const { report } = useModeration();
  return (
    <MenuItem icon={<Flag />} isDanger onSelect={() => report(target, onBlocked)}>
      Report
    </MenuItem>
  );
}

/** The menu items that report a record of another user, and block that user. */
export function ModerationItems({ target, onBlocked }: ModerationItemsProps) {
  const { block } = useModeration();
  const { author } = target;
  return (
    <>
      <ReportItem target={target} onBlocked={onBlocked} />
      <MenuItem icon={<Ban />} isDanger onSelect={() => block(author, onBlocked)}>
        {`Block @${author.username}`}
      </MenuItem>
    </>
  );
}
