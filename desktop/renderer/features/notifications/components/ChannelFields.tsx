import type { Role } from '#shared/api/endpoint.ts';
import type { Digest } from '#shared/api/notifications.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useUnmute } from '../api/mutations.ts';
import { useNotificationPreferences } from '../hooks/use-notification-preferences.ts';
import { TypeTable } from './TypeTable.tsx';

const DIGEST_OPTIONS: readonly { value: Digest; label: string }[] = [
  { value: 'off', label: 'One by one, after two minutes' },
  { value: 'daily', label: 'As one email, once a day' },
];
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** Fields for the channels by type and the email frequency, and the list of muted sources. */
export function ChannelFields({ role }: { role: Role }) {
  const { change, ...query } = useNotificationPreferences();
  const { data } = query;
  const { mutate: unmute } = useUnmute();
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-72 w-full" />} />;
  return (
    <div className="space-y-6">
      <TypeTable
        role={role}
        types={data.types}
        onChange={(type, channels) => change({ types: { [type]: channels } })}
      />
      <div className="flex flex-wrap gap-4">
        <SelectField
          label="Email frequency"
          hint="Notifications you have already read are skipped."
          className="w-64 max-w-full"
          options={DIGEST_OPTIONS}
          value={data.digest}
          onChange={(digest) => change({ digest })}
        />
        {data.digest === 'daily' && (
          <SelectField
            label="At"
            className="w-28"
            options={HOURS}
            value={String(data.digestHour)}
            onChange={(hour) => change({ digestHour: Number(hour) })}
          />
        )}
      </div>
      {data.muted.length > 0 && (
        <div>
          <h4 className="mb-2 font-medium">Muted</h4>
          <ul aria-label="Muted" className="divide-y divide-border rounded-md border border-border">
            {data.muted.map((source) => (
              <li key={source.sourceId} className="flex items-center gap-3 px-4 py-2">
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {source.title || 'No longer available'}
                </span>
                <Button
                  size="sm"
                  aria-label={`Unmute: ${source.title || 'no longer available'}`}
                  onClick={() =>
                    unmute(
                      { sourceType: source.sourceType, sourceId: source.sourceId },
                      { onSuccess: () => toast({ title: 'Unmuted' }) },
                    )
                  }
                >
                  Unmute
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
