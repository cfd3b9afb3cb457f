import { useState, type FormEvent } from 'react';
import { SUPPORT_TOPICS, type SupportTopic } from '#shared/api/help.ts';
import { HELP_LIMITS } from '#shared/limits.ts';
import { loadDraft, saveDraft } from '../../../lib/storage/drafts.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { sendSupport } from '../api/mutations.ts';

interface ContactFormProps {
  /** Who writes; their unsent text stays on this device. */
  userId: string;
  /** Number of the failed request that it is about; empty when it is about none. */
  requestId: string;
}

const TOPIC_LABELS: Record<SupportTopic, string> = {
  problem: 'Something does not work',
  question: 'A question',
  account: 'My account',
  safety: 'Safety, or somebody’s conduct',
  idea: 'An idea',
};
const PLACE = 'support';

/** A message to whoever runs this Lyceum. What is written stays until it has arrived. */
export function ContactForm({ userId, requestId }: ContactFormProps) {
  const [topic, setTopic] = useState<SupportTopic>(requestId === '' ? 'question' : 'problem');
  const [text, setText] = useState(() => loadDraft(userId, PLACE));
  const [request, setRequest] = useState(requestId);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<ReturnType<typeof describeFailure>>();
  const [isSending, setIsSending] = useState(false);
  const [isSent, setIsSent] = useState(false);
  // A changed message is another one; the same one sent again after a lost answer is not.
  const [attempt, setAttempt] = useState({ message: '', key: crypto.randomUUID() });
  const write = (next: string): void => {
    setText(next);
    setProblem(undefined);
    saveDraft(userId, PLACE, next);
  };
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    if (text.trim() === '' || text.length > HELP_LIMITS.textMaxChars) {
      setProblem(
        text.trim() === ''
          ? 'Write what you would like to say'
          : `A message has at most ${String(HELP_LIMITS.textMaxChars)} characters`,
      );
      return;
    }
    const message = JSON.stringify([topic, text, request]);
    const key = attempt.message === message ? attempt.key : crypto.randomUUID();
    setAttempt({ message, key });
    setIsSending(true);
    setFailure(undefined);
    try {
      await sendSupport({ topic, text: text.trim(), ...(request.trim() !== '' && { requestId: request.trim() }) }, key);
      write('');
      setIsSent(true);
    } catch (error) {
      setFailure(describeFailure(error));
    }
    setIsSending(false);
  };
  if (isSent) {
    return (
      <div role="status">
        <p className="font-medium">Your message has arrived.</p>
        <p className="mt-1 text-text-muted">
          Those who run this Lyceum answer by email, to the address of your account.
        </p>
        <Button className="mt-4" onClick={() => setIsSent(false)}>
          Write another
        </Button>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="space-y-5">
      <SelectField
        label="What it is about"
        value={topic}
        options={SUPPORT_TOPICS.map((value) => ({ value, label: TOPIC_LABELS[value] }))}
        onChange={setTopic}
      />
      <TextareaField
        label="Your message"
        error={problem}
        hint={<Remaining text={text} maxChars={HELP_LIMITS.textMaxChars} />}
        dir="auto"
        className="min-h-40"
        value={text}
        onChange={write}
      />
      <TextField
        label="Number of the request"
        isOptional
        hint="An error panel shows it. With it we find what happened."
        className="font-mono"
        maxLength={HELP_LIMITS.requestIdMaxChars}
        value={request}
        onChange={setRequest}
      />
      {failure && <ErrorPanel {...failure} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" isLoading={isSending}>
          Send
        </Button>
        <span className="text-small text-text-muted">Your name, username and email address go with it.</span>
      </div>
    </form>
  );
}
