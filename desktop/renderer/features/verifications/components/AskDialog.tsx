import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { UserCard } from '#shared/api/users.ts';
import { PROFILE_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { useVerificationWrites } from '../api/mutations.ts';
import { institutionsQuery } from '../api/queries.ts';

/** Finds the institution that can confirm a line, and asks it. */
export function AskDialog({ line, onClose }: { line: { id: string; place: string }; onClose: () => void }) {
  const { ask } = useVerificationWrites();
  const [text, setText] = useState(line.place);
  const [asked, setAsked] = useState<string | null>(null);
  const [failure, setFailure] = useState<ReturnType<typeof describeFailure> | null>(null);
  const q = useDeferredValue(text.trim());
  const { data, error, isFetching, refetch } = useQuery(institutionsQuery(q));
  const run = async (institution: UserCard): Promise<void> => {
    setAsked(institution.id);
    setFailure(null);
    try {
      await ask(line.id, institution.id, crypto.randomUUID());
      toast({ title: `${institution.fullName} was asked` });
      onClose();
    } catch (failed) {
      setFailure(describeFailure(failed));
      setAsked(null);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Ask an institution to confirm"
      description="It sees this line of your profile. When it confirms, everyone who sees the line sees who confirmed it and when."
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="space-y-4">
        {failure && <ErrorPanel {...failure} />}
        <Field label="Institution">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              dir="auto"
              maxLength={PROFILE_LIMITS.searchMaxChars}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {data === undefined &&
          (error ? (
            <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Skeleton className="h-12 w-full" />
          ))}
        {data?.length === 0 && (
          <p className="text-text-muted">No institution on Lyceum is called so. Try a part of its name.</p>
        )}
        {data !== undefined && data.length > 0 && (
          <ul aria-label="Institutions" className="divide-y divide-border rounded-md border border-border">
            {data.map((institution) => (
              <li key={institution.id} className="flex items-center gap-3 px-4 py-3">
                <Avatar name={institution.fullName} src={institution.profileImage} size="sm" />
                <Name className="min-w-0 flex-1 truncate font-medium">{institution.fullName}</Name>
                <Button
                  size="sm"
                  isLoading={asked === institution.id}
                  aria-label={`Ask ${institution.fullName}`}
                  onClick={() => void run(institution)}
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
