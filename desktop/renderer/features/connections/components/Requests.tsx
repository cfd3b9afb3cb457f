import { Clock, UserRoundPlus } from 'lucide-react';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import type { ConnectionView } from '#shared/api/connections.ts';
import { DAY_MS } from '#shared/time.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useAnswerRequest, useRemoveConnection, type RequestAnswer } from '../api/mutations.ts';
import { ConnectionList } from './ConnectionList.tsx';
import { MutualLine, UserRow } from './UserRow.tsx';
import { RequestRow } from './RequestRow.tsx';

/** Age after which the page suggests withdrawing an unanswered request. */
const OLD_MS = 30 * DAY_MS;

const DONE: Record<RequestAnswer, (name: string) => string> = {
  accept: (name) => `You and ${name} are connected`,
  decline: (name) => `You declined ${name}`,
  ignore: (name) => `You ignored ${name}. They will not be notified.`,
};

/** Received and sent requests. `nextStep` is shown where there is no request to answer. */
export function Requests({ nextStep }: { nextStep: ReactNode }) {
  const { mutate: answer } = useAnswerRequest();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="space-y-8">
      <section aria-labelledby="received-title">
        <h2 ref={heading} id="received-title" tabIndex={-1} className="mb-2.5 text-base font-semibold outline-none">
          To answer
        </h2>
        <p className="mb-3 text-small text-text-muted max-sm:hidden">
          With a request in focus, press a to accept, d to decline, i to ignore.
        </p>
        <ConnectionList
          label="Requests to answer"
          filter={{ status: 'received' }}
          empty={
            <EmptyState
              level={3}
              icon={<UserRoundPlus />}
              title="No requests"
              text="Requests to connect with you appear here."
              action={nextStep}
            />
          }
          row={(request, moveOn) => (
            <RequestRow
              request={request}
              onAnswer={(what) => {
                heading.current?.focus();
                moveOn();
                answer({ id: request.id, answer: what, done: DONE[what](request.user.fullName) });
              }}
            />
          )}
        />
      </section>
      <section aria-labelledby="sent-title">
        <h2 id="sent-title" className="mb-2.5 text-base font-semibold">
          Waiting for an answer
        </h2>
        <ConnectionList
          label="Sent requests"
          filter={{ status: 'sent' }}
          empty={
            <EmptyState
              level={3}
              icon={<Clock />}
              title="No requests sent"
              text="Requests you have sent stay here until they are answered."
            />
          }
          row={(request) => <SentRow request={request} />}
        />
      </section>
    </div>
  );
}

function SentRow({ request }: { request: ConnectionView }) {
  const nameId = useId();
  const { mutate: withdraw, isPending } = useRemoveConnection({ action: 'withdraw the request' });
  const isOld = Date.now() - Date.parse(request.createdAt) > OLD_MS;
  return (
    <article aria-labelledby={nameId}>
      <UserRow
        user={request.user}
        nameId={nameId}
        actions={
          <Button
            size="sm"
            aria-label={`Withdraw the request to ${request.user.fullName}`}
            isLoading={isPending}
            onClick={() => withdraw(request.id, { onSuccess: () => toast({ title: 'Request withdrawn' }) })}
          >
            Withdraw
          </Button>
        }
      >
        <MutualLine count={request.mutualCount} />
        <p className="mt-0.5 text-small text-text-muted">
          <span>Sent</span> <Time iso={request.createdAt} />
          {isOld && <span>{' · more than 30 days ago, perhaps withdraw it'}</span>}
        </p>
      </UserRow>
    </article>
  );
}
