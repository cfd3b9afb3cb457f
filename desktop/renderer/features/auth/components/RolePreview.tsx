import { Eye } from 'lucide-react';
import type { Role } from '#shared/api/endpoint.ts';
import { ROLE_TEXTS } from '../roles.ts';

const PLACE_LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** What the chosen role will see after registering; nothing while none is chosen. */
export function RolePreview({ role }: { role: Role | undefined }) {
  const text = ROLE_TEXTS.find((candidate) => candidate.role === role);
  return (
    <div role="status" className={text ? 'rounded-md border border-border bg-surface-sunken p-3.5' : 'sr-only'}>
      {text && (
        <div className="flex items-start gap-3">
          <Eye aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-text-muted" />
          <div>
            <p>{text.preview}</p>
            <p className="mt-1.5 text-[0.8125rem] text-text-muted">
              Your pages: {PLACE_LIST.format(text.places)}. The role is chosen once and stays.
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
