import { Eye } from 'lucide-react';
import type { Role } from '#shared/api/endpoint.ts';
import { ROLE_TEXTS } from '../role-texts.ts';

const PAGE_LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Describes what the chosen role sees after registering; empty while no role is chosen. */
export function RolePreview({ role }: { role: Role | undefined }) {
  const text = ROLE_TEXTS.find((candidate) => candidate.role === role);
  return (
    <div role="status" className={text ? 'rounded-md border border-border bg-surface-sunken p-3.5' : 'sr-only'}>
      {text && (
        <div className="flex items-start gap-3">
          <Eye className="mt-0.5 size-4 shrink-0 text-text-muted" />
          <div>
            <p>{text.preview}</p>
            <p className="mt-1.5 text-small text-text-muted">
              {`Your pages: ${PAGE_LIST.format(text.pages)}. You can't change your role later.`}
            </p>
          </div>
        </div>
      )}
    </div>
  );
}
