import { Unlink } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClasses } from '../../../ui/button-classes.ts';

/** Says that a mailed link does not work (any more), and where to get another. */
export function VoidLink({ reason, isReset = true }: { reason: string; isReset?: boolean }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-4">
      <Unlink aria-hidden="true" className="size-8 text-text-muted" strokeWidth={1.6} />
      <p>{reason}</p>
      {isReset ? (
        <Link to="/auth?mode=forgot" replace className={buttonClasses('primary', 'lg')}>
          Ask for a new link
        </Link>
      ) : (
        <p className="text-text-muted">Settings, Account, sends you another one.</p>
      )}
    </div>
  );
}
