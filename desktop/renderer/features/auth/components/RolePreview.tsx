import { Eye } from 'lucide-react';
import type { Role } from '#shared/api/endpoint.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ROLE_TEXTS } from '../roles.ts';

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
            <p className="mt-2 flex flex-wrap items-center gap-1.5">
              <span className="text-[0.8125rem] text-text-muted">You will see</span>
              {text.places.map((place) => (
                <Badge key={place}>{place}</Badge>
              ))}
            </p>
            <p className="mt-2 text-[0.8125rem] text-text-muted">The role is chosen once and stays.</p>
          </div>
        </div>
      )}
    </div>
  );
}
