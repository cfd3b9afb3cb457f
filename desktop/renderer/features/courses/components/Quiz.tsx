import clsx from 'clsx';
import { CircleCheck, CircleX } from 'lucide-react';
import { useId, useRef, useState, type FormEvent } from 'react';
import type { CourseDetailView, LessonView } from '#shared/api/courses.ts';
import type { QuizResultView } from '#shared/api/enrollments.ts';
import { Button } from '../../../ui/Button.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { useAnswerQuiz } from '../api/mutations.ts';
import { lockedText } from '../lessons.ts';

type Question = NonNullable<LessonView['questions']>[number];
type Result = QuizResultView['results'][number];

interface QuizProps {
  course: CourseDetailView;
  lessonId: string;
  questions: readonly Question[];
  questionsVersion: string;
}

/** The questions of a lesson. The answers are checked together, with the right ones and their explanations. */
export function Quiz({ course, lessonId, questions, questionsVersion }: QuizProps) {
  const { isOwner, isEnrolled } = course.viewer;
  const { mutate, isPending } = useAnswerQuiz(course.id, lessonId, questionsVersion);
  const [answers, setAnswers] = useState<readonly (number | null)[]>(() => questions.map(() => null));
  const [results, setResults] = useState<readonly Result[] | null>(null);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusQuestion = (index: number): void =>
    form.current?.querySelectorAll('fieldset')[index]?.querySelector('input')?.focus();
  const check = (event: FormEvent): void => {
    event.preventDefault();
    const chosen = answers.filter((answer) => answer !== null);
    setIsIncomplete(chosen.length < answers.length);
    if (chosen.length < answers.length) focusQuestion(answers.indexOf(null));
    else if (isOwner) setResults(ownResults(questions, chosen));
    else mutate(chosen, { onSuccess: (checked) => setResults(checked.results) });
  };
  const again = (): void => {
    setResults(null);
    setAnswers(questions.map(() => null));
    focusQuestion(0);
  };
  return (
    <form ref={form} noValidate onSubmit={check} className="flex flex-col gap-6">
      {questions.map((question, index) => (
        <QuizQuestion
          // The questions of one quiz do not change their order.
          key={index}
          number={index + 1}
          question={question}
          answer={answers[index] ?? null}
          result={results?.[index] ?? null}
          isMissing={isIncomplete && answers[index] === null}
          onAnswer={(answer) => setAnswers(answers.with(index, answer))}
        />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        {results !== null && <Button onClick={again}>Try again</Button>}
        {results === null && (isOwner || isEnrolled) && (
          <Button type="submit" variant="primary" isLoading={isPending}>
            Check answers
          </Button>
        )}
        <p role="status" className="font-medium">
          {results !== null && scoreText(results)}
        </p>
        {!isOwner && !isEnrolled && <p className="text-text-muted">{lockedText(course, 'check your answers')}</p>}
      </div>
    </form>
  );
}

/** The author sees the right options, which only the author receives with the questions. */
function ownResults(questions: readonly Question[], answers: readonly number[]): Result[] {
  return questions.map(({ correct = 0, explanation = '' }, index) => ({
    isCorrect: answers[index] === correct,
    correct,
    explanation,
  }));
}

function scoreText(results: readonly Result[]): string {
  const right = results.filter(({ isCorrect }) => isCorrect).length;
  return `${String(right)} of ${String(results.length)} correct`;
}

interface QuizQuestionProps {
  number: number;
  question: Question;
  answer: number | null;
  /** Null until the answers are checked. */
  result: Result | null;
  isMissing: boolean;
  onAnswer: (answer: number) => void;
}

function QuizQuestion({ number, question, answer, result, isMissing, onAnswer }: QuizQuestionProps) {
  const name = useId();
  const noteId = useId();
  return (
    <fieldset aria-describedby={isMissing || result !== null ? noteId : undefined} className="min-w-0">
      <legend className="mb-2 font-semibold">
        <span className="text-text-muted">{`${number}. `}</span>
        <bdi className="whitespace-pre-line wrap-anywhere">{question.text}</bdi>
      </legend>
      <div className="flex flex-col gap-1.5">
        {question.options.map((option, index) => (
          <label
            // The options of one question do not change their order.
            key={index}
            className={clsx(
              'flex min-h-10 items-start gap-2.5 rounded-md border px-3 py-2',
              result?.correct === index ? 'border-success' : 'border-border',
              result === null && 'hover:bg-surface-sunken has-checked:border-accent',
            )}
          >
            <input
              type="radio"
              name={name}
              value={index}
              checked={answer === index}
              // Focus stays on the chosen option, where the feedback is read.
              aria-disabled={result !== null}
              onChange={() => result === null && onAnswer(index)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
              {option}
            </span>
            {result?.correct === index && (
              <span className="flex items-center gap-1 text-small text-success">
                <CircleCheck aria-hidden="true" className="size-4" />
                Right answer
              </span>
            )}
          </label>
        ))}
      </div>
      <div id={noteId} className="mt-2">
        {isMissing && <p className="text-small text-danger">Choose an answer.</p>}
        {result !== null && <Feedback result={result} />}
      </div>
    </fieldset>
  );
}

function Feedback({ result: { isCorrect, explanation } }: { result: Result }) {
  const Icon = isCorrect ? CircleCheck : CircleX;
  return (
    <div className="rounded-md bg-surface-sunken px-3 py-2">
      <p className={clsx('flex items-center gap-1.5 font-medium', isCorrect ? 'text-success' : 'text-danger')}>
        <Icon aria-hidden="true" className="size-4" />
        <span>{isCorrect ? 'Correct' : 'Not correct'}</span>
      </p>
      {explanation !== '' && <LinkedText className="mt-1">{explanation}</LinkedText>}
    </div>
  );
}
