import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { useState } from 'react';
import { sessionEndpoints, type SessionView } from '#shared/api/sessions.ts';
import { call } from '../../../lib/http/api.ts';
import { toastFailure } from '../../../lib/http/failure.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { sessionsQuery } from '../api/queries.ts';

/** Lists the devices the user is signed in on, with buttons that sign them out. */
export function Devices() {
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  const { data } = query;
  const [running, setRunning] = useState<string | null>(null);
  const end = async (session: SessionView | 'others'): Promise<void> => {
    setRunning(session === 'others' ? session : session.id);
    try {
      if (session === 'others') await call(sessionEndpoints.revokeOtherSessions, {});
      else await call(sessionEndpoints.revokeSession, { params: { id: session.id } });
      toast({ title: session === 'others' ? 'All other devices are signed out' : `${session.device} is signed out` });
    } catch (failed) {
      toastFailure('sign the device out', failed);
    }
    await client.invalidateQueries(sessionsQuery);
    setRunning(null);
  };
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-16 w-full" />} />;
  return (
    <>
      <ul className="divide-y divide-border rounded-md border border-border">
        {data.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
            <Monitor className="size-5 text-text-muted" />
            <div className="min-w-0 flex-1 basis-44">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <span>{session.device}</span> {session.isCurrent && <Badge tone="accent">This device</Badge>}
              </p>
              <p className="text-small text-text-muted">
                <span>Last used</span> <Time iso={session.lastSeenAt} />
                {session.ip !== null && (
                  <>
                    {' '}
                    <span>from</span> <span dir="ltr">{session.ip}</span>
                  </>
                )}
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                size="sm"
                isLoading={running === session.id}
                aria-label={`Sign out ${session.device}`}
                onClick={() => void end(session)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.length > 1 && (
        <Button className="mt-3" isLoading={running === 'others'} onClick={() => void end('others')}>
          Sign out all other devices
        </Button>
      )}
    </>
  );
}
