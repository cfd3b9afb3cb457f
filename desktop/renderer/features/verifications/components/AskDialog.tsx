import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { UserCard } from '#shared/api/users.ts';
import { PROFILE_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Name } from '../../../ui/Name.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useRequestVerification } from '../api/mutations.ts';
import { institutionsQuery } from '../api/queries.ts';

/** Searches for an institution and sends it a request to confirm a profile entry. */
export function AskDialog({ entry, onClose }: { entry: { id: string; place: string }; onClose: () => void }) {
  const request = useRequestVerification();
  const [text, setText] = useState(entry.place);
  const q = useDeferredValue(text.trim());
  const query = useQuery(institutionsQuery(q));
  const { data } = query;
  const send = ({ id, fullName }: UserCard): void =>
    request.mutate(
      { entryId: entry.id, institutionId: id },
      {
        onSuccess: () => {
          toast({ title: `Request sent to ${fullName}` });
          onClose();
        },
      },
    );
  return (
    <Dialog
      onClose={onClose}
      title="Ask an institution to confirm"
      description="The institution sees this profile entry. When it confirms the entry, everyone who sees the entry also sees who confirmed it and when."
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="space-y-4">
        {request.error && <ErrorPanel {...describeFailure(request.error)} />}
        <TextField
          label="Institution"
          type="search"
          dir="auto"
          maxLength={PROFILE_LIMITS.searchMaxChars}
          value={text}
          onChange={setText}
        />
        {data === undefined && <QueryState query={query} skeleton={<Skeleton className="h-12 w-full" />} />}
        {data?.length === 0 && <p className="text-text-muted">No matching institutions. Try a part of the name.</p>}
        {data !== undefined && data.length > 0 && (
          <ul aria-label="Institutions" className="divide-y divide-border rounded-md border border-border">
            {data.map((institution) => (
              <li key={institution.id} className="flex items-center gap-3 px-4 py-3">
                <Avatar id={institution.id} name={institution.fullName} src={institution.profileImage} size="sm" />
                <Name className="min-w-0 flex-1 truncate text-left font-medium">{institution.fullName}</Name>
                <Button
                  size="sm"
                  isLoading={request.isPending && request.variables.institutionId === institution.id}
                  aria-label={`Ask ${institution.fullName}`}
                  onClick={() => send(institution)}
                >
                  Ask
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
