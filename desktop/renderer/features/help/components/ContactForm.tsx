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
import { useSendSupport } from '../api/mutations.ts';

interface ContactFormProps {
  /** The signed-in user, whose unsent text is stored on this device. */
  userId: string;
  /** Id of the failed request that the message is about; empty for none. */
  requestId: string;
}

const TOPIC_LABELS: Record<SupportTopic, string> = {
  problem: 'Something does not work',
  question: 'A question',
  account: 'My account',
  safety: 'Safety, or another member’s conduct',
  idea: 'An idea',
};
const PLACE = 'support';

/** The form for a message to the operators. Its draft is stored until the message is sent. */
export function ContactForm({ userId, requestId }: ContactFormProps) {
  const [topic, setTopic] = useState<SupportTopic>(requestId === '' ? 'question' : 'problem');
  const [text, setText] = useState(() => loadDraft(userId, PLACE));
  const [request, setRequest] = useState(requestId);
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending, isSuccess, error, reset } = useSendSupport();
  const write = (next: string): void => {
    setText(next);
    setProblem(undefined);
    saveDraft(userId, PLACE, next);
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    const found = problemOf(text);
    setProblem(found);
    if (found !== undefined) return;
    const body = { topic, text: text.trim(), ...(request.trim() !== '' && { requestId: request.trim() }) };
    mutate(body, { onSuccess: () => write('') });
  };
  if (isSuccess) {
    return (
      <div role="status">
        <p className="font-medium">Your message has arrived.</p>
        <p className="mt-1 text-text-muted">
          The operators of this Lyceum answer by email, to the address of your account.
        </p>
        <Button className="mt-4" onClick={reset}>
          Write another
        </Button>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={send} className="space-y-5">
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
        hint="An error message shows it. It helps us find the cause."
        className="font-mono"
        maxLength={HELP_LIMITS.requestIdMaxChars}
        value={request}
        onChange={setRequest}
      />
      {error && <ErrorPanel {...describeFailure(error)} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" isLoading={isPending}>
          Send
        </Button>
        <span className="text-small text-text-muted">Your name, username and email address are sent with it.</span>
      </div>
    </form>
  );
}

function problemOf(text: string): string | undefined {
  if (text.trim() === '') return 'Write what you would like to say';
  const max = HELP_LIMITS.textMaxChars;
  return text.length > max ? `A message has at most ${String(max)} characters` : undefined;
}
