import { CircleAlert, Clock } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import type { ThreadAttachments } from '../hooks/use-attachments.ts';
import { isUploading, type SendQueue, type UnsentMessage } from '../session/send-queue.ts';
import { Quote } from './Quote.tsx';
import { ChooseAgain, UnsentFile } from './UnsentFile.tsx';

interface UnsentBubbleProps {
  message: UnsentMessage;
  userId: string;
  peerName: string;
  sendQueue: SendQueue;
  attachments: ThreadAttachments;
}

/** A message that the server has not acknowledged: being sent, or refused with the reason. */
export function UnsentBubble({ message, userId, peerName, sendQueue, attachments }: UnsentBubbleProps) {
  const { input, quote, file, problem } = message;
  const { clientId, content } = input;
  const isLost = isUploading(message) && attachments.find(clientId) === undefined;
  const retry = (): void => {
    if (isUploading(message)) attachments.retry(clientId);
    sendQueue.retry(clientId);
  };
  return (
    <li className="mt-0.5 flex flex-col items-end">
      <div className="max-w-[min(34rem,80%)] rounded-lg border border-border px-3 py-2">
        <span className="sr-only">You, not sent yet: </span>
        {quote && <Quote quote={quote} isOwn={quote.senderId === userId} peerName={peerName} />}
        {file && (
          <UnsentFile
            file={file}
            attachment={attachments.find(clientId)}
            onCancel={() => sendQueue.dropFile(clientId)}
          />
        )}
        {content !== '' && <LinkedText>{content}</LinkedText>}
        {problem === undefined && (
          <p className="mt-0.5 flex items-center justify-end gap-1 text-tiny text-text-muted">
            <Clock className="size-3" />
            Sending
          </p>
        )}
      </div>
      {problem !== undefined && (
        <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-2 text-small text-danger">
          <span className="flex items-start gap-1.5">
            <CircleAlert className="mt-0.5 size-3.5 shrink-0" />
            <span>{`Not sent. ${problem}`}</span>
          </span>
          {isLost ? (
            <ChooseAgain
              isPhoto={file?.isPhoto === true}
              onFile={(chosen) => {
                attachments.restart(clientId, chosen, file?.isPhoto === true);
                sendQueue.retry(clientId);
              }}
            />
          ) : (
            <Button size="sm" onClick={retry}>
              Send again
            </Button>
          )}
          {isLost && content !== '' && (
            <Button size="sm" onClick={() => sendQueue.dropFile(clientId)}>
              Send without the file
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => sendQueue.discard(clientId)}>
            Delete
          </Button>
        </div>
      )}
    </li>
  );
}
