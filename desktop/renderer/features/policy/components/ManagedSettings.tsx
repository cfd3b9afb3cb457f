import { useQuery } from '@tanstack/react-query';
import { ManagedNote } from '../../../ui/ManagedNote.tsx';
import { policyQuery } from '../api/queries.ts';
import { managedSettings } from '../managed-settings.ts';

/** The settings of this computer that the institution has set. */
export function ManagedSettings() {
  const { data: policy } = useQuery(policyQuery);
  if (!policy) return null;
  const settings = managedSettings(policy);
  if (settings.length === 0) return <p className="text-text-muted">Your institution has not set anything here.</p>;
  return (
    <>
      {policy.values.sharedComputer && (
        <p className="mb-4">
          Other people use this computer too. When you leave, you are signed out and everything of yours is removed from
          it. Log out when you have finished.
        </p>
      )}
      <dl className="divide-y divide-border border-t border-border">
        {settings.map(({ key, label, value }) => (
          <div key={key} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3 last:pb-0">
            <dt className="min-w-0">{label}</dt>
            <dd className="flex min-w-0 flex-col sm:items-end">
              <span className="font-medium break-words">{value}</span>
              <ManagedNote />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
