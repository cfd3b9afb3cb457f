import { Clock, UserRoundPlus } from 'lucide-react';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import type { ConnectionView } from '#shared/api/connections.ts';
import { DAY_MS } from '#shared/time.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useConnectionWrites } from '../api/mutations.ts';
import { ConnectionList } from './ConnectionList.tsx';
import { MutualLine, PersonLine } from './PersonLine.tsx';
import { RequestRow, type RequestAnswer } from './RequestRow.tsx';

/** After this time a request that nobody answered is offered for withdrawal. */
const OLD_MS = 30 * DAY_MS;

const DONE: Record<RequestAnswer, (name: string) => string> = {
  accept: (name) => `You and ${name} are connected`,
  decline: (name) => `You declined ${name}`,
  ignore: (name) => `You ignored ${name}. They are not told.`,
};

/** Requests to answer and requests that wait. `nextStep` leads on where there is nothing to answer. */
export function Requests({ nextStep }: { nextStep: ReactNode }) {
  const writes = useConnectionWrites();
  const heading = useRef<HTMLHeadingElement>(null);
  const answer = async (request: ConnectionView, what: RequestAnswer): Promise<void> => {
    try {
      await (what === 'ignore'
        ? writes.ignore(request.id)
        : writes.answer(request.id, what === 'accept' ? 'accepted' : 'rejected'));
      toast({ title: DONE[what](request.user.fullName) });
    } catch (error) {
      toast({ title: 'Not answered', description: describeFailure(error).message, variant: 'destructive' });
    }
  };
  return (
    <div className="space-y-8">
      <section aria-labelledby="received-title">
        <h2 ref={heading} id="received-title" tabIndex={-1} className="mb-2.5 text-base font-semibold outline-none">
          To answer
        </h2>
        <p className="mb-3 text-[0.8125rem] text-text-muted max-sm:hidden">
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
              text="When somebody asks to connect, you answer here."
              action={nextStep}
            />
          }
          row={(request, moveOn) => (
            <RequestRow
              request={request}
              onAnswer={(what) => {
                heading.current?.focus();
                moveOn();
                void answer(request, what);
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
          label="Requests that wait"
          filter={{ status: 'sent' }}
          empty={
            <EmptyState
              level={3}
              icon={<Clock />}
              title="Nothing waits"
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
  const writes = useConnectionWrites();
  const isOld = Date.now() - Date.parse(request.createdAt) > OLD_MS;
  const withdraw = async (): Promise<void> => {
    try {
      await writes.remove(request.id);
      toast({ title: 'Request withdrawn' });
    } catch (error) {
      toast({ title: 'Not withdrawn', description: describeFailure(error).message, variant: 'destructive' });
    }
  };
  return (
    <article aria-labelledby={nameId}>
      <PersonLine
        user={request.user}
        nameId={nameId}
        actions={
          <Button
            size="sm"
            aria-label={`Withdraw the request to ${request.user.fullName}`}
            onClick={() => void withdraw()}
          >
            Withdraw
          </Button>
        }
      >
        <MutualLine count={request.mutualCount} />
        <p className="mt-0.5 text-[0.8125rem] text-text-muted">
          Sent <Time iso={request.createdAt} />
          {isOld && ' · more than 30 days ago, perhaps withdraw it'}
        </p>
      </PersonLine>
    </article>
  );
}
