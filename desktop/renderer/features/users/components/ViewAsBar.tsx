import { Eye } from 'lucide-react';
import type { ViewAs } from '#shared/api/users.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Select.tsx';

const AUDIENCES: readonly { value: ViewAs; label: string }[] = [
  { value: 'everyone', label: 'any member' },
  { value: 'connections', label: 'a connection' },
  { value: 'institution', label: 'someone at your institution' },
];

/** The bar above the preview of the user's own profile: chooses the audience and ends the preview. */
export function ViewAsBar({ as, onChange, onEnd }: { as: ViewAs; onChange: (as: ViewAs) => void; onEnd: () => void }) {
  return (
    <div
      role="region"
      aria-label="View as"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-lg border border-border bg-surface-sunken px-4 py-3"
    >
      <Eye className="size-4 shrink-0 text-text-muted" />
      <label htmlFor="view-as">Your profile as shown to</label>
      <Select id="view-as" value={as} options={AUDIENCES} onChange={onChange} className="min-w-52" />
      <Button size="sm" className="ms-auto" onClick={onEnd}>
        Back to your view
      </Button>
    </div>
  );
}
