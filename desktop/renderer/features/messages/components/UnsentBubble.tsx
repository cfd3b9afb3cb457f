import { CircleAlert, Clock } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import type { ThreadAttachments } from '../hooks/use-attachments.ts';
import { isOnTheWay, type Outbox, type UnsentMessage } from '../outbox.ts';
import { Quote } from './Quote.tsx';
import { ChooseAgain, UnsentFile } from './UnsentFile.tsx';

/** Props of {@link UnsentBubble}. */
export interface UnsentBubbleProps {
  message: UnsentMessage;
  userId: string;
  peerName: string;
  outbox: Outbox;
  attachments: ThreadAttachments;
}

/** An own message that the server does not have yet: on its way, or refused with the reason. */
export function UnsentBubble({ message, userId, peerName, outbox, attachments }: UnsentBubbleProps) {
  const { input, quote, file, problem } = message;
  const { clientId, content } = input;
  const isLost = isOnTheWay(message) && attachments.find(clientId) === undefined;
  const retry = (): void => {
    if (isOnTheWay(message)) attachments.retry(clientId);
    outbox.retry(clientId);
  };
  return (
    <li className="mt-0.5 flex flex-col items-end">
      <div className="max-w-[min(34rem,80%)] rounded-lg border border-border px-3 py-2">
        <span className="sr-only">You, not sent yet: </span>
        {quote && <Quote quote={quote} isOwn={quote.senderId === userId} peerName={peerName} />}
        {file && (
          <UnsentFile file={file} attachment={attachments.find(clientId)} onCancel={() => outbox.dropFile(clientId)} />
        )}
        {content !== '' && <LinkedText>{content}</LinkedText>}
        {problem === undefined && (
          <p className="mt-0.5 flex items-center justify-end gap-1 text-[0.6875rem] text-text-muted">
            <Clock aria-hidden="true" className="size-3" />
            Sending
          </p>
        )}
      </div>
      {problem !== undefined && (
        <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-2 text-[0.8125rem] text-danger">
          <span className="flex items-start gap-1.5">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
            Not sent. {problem}
          </span>
          {isLost ? (
            <ChooseAgain
              onFile={(chosen) => {
                attachments.restart(clientId, chosen);
                outbox.retry(clientId);
              }}
            />
          ) : (
            <Button size="sm" onClick={retry}>
              Send again
            </Button>
          )}
          {isLost && content !== '' && (
            <Button size="sm" onClick={() => outbox.dropFile(clientId)}>
              Send without it
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => outbox.discard(clientId)}>
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}
