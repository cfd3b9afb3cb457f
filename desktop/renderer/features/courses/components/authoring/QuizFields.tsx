import { Plus, X } from 'lucide-react';
import type { QuizQuestion } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import type { FieldErrors } from '../../../../lib/page/form.ts';
import { Button } from '../../../../ui/Button.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { TextareaField } from '../../../../ui/TextareaField.tsx';
import { TextInput } from '../../../../ui/TextInput.tsx';
import { emptyQuestion } from './lesson-form.ts';
import { MoveButtons } from './MoveButtons.tsx';

interface QuizFieldsProps {
  idPrefix: string;
  questions: QuizQuestion[];
  /** By field, such as `questions.0.options.1`. */
  errors: FieldErrors;
  onChange: (questions: QuizQuestion[]) => void;
}

/** The fewest options of a question. */
const OPTIONS_MIN = 2;

/** The questions of a quiz in order. */
export function QuizFields({ idPrefix, questions, errors, onChange }: QuizFieldsProps) {
  return (
    <div id={`${idPrefix}-questions`} tabIndex={-1} className="flex flex-col gap-4">
      {questions.map((question, index) => (
        <QuestionFields
          // A question has no other identity than its place.
          key={index}
          id={`${idPrefix}-questions.${String(index)}`}
          question={question}
          index={index}
          count={questions.length}
          errorOf={(field) => errors[`questions.${String(index)}.${field}`]}
          onChange={(change) => onChange(questions.with(index, { ...question, ...change }))}
          onMove={(to) => onChange(questions.toSpliced(index, 1).toSpliced(to, 0, question))}
          onRemove={() => onChange(questions.toSpliced(index, 1))}
        />
      ))}
      {errors['questions'] !== undefined && <p className="text-small text-danger">{errors['questions']}</p>}
      {questions.length < COURSE_LIMITS.questionsMax && (
        <Button className="self-start" onClick={() => onChange([...questions, emptyQuestion()])}>
          <Plus className="size-4" />
          Add a question
        </Button>
      )}
    </div>
  );
}

interface QuestionFieldsProps {
  id: string;
  question: QuizQuestion;
  index: number;
  count: number;
  errorOf: (field: string) => string | undefined;
  onChange: (change: Partial<QuizQuestion>) => void;
  onMove: (index: number) => void;
  onRemove: () => void;
}

function QuestionFields({ id, question, index, count, errorOf, onChange, onMove, onRemove }: QuestionFieldsProps) {
  const name = `Question ${String(index + 1)}`;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-md border border-border p-3">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-center justify-between gap-2">
        <p aria-hidden="true" className="font-medium">
          {name}
        </p>
        <span className="flex">
          <MoveButtons id={`${id}-move`} title={name} index={index} count={count} onMove={onMove} />
          <IconButton
            label={`Remove ${name}`}
            icon={<X className="size-4" />}
            aria-disabled={count === 1 || undefined}
            onClick={() => count > 1 && onRemove()}
          />
        </span>
      </div>
      <TextareaField
        id={`${id}.text`}
        label="Question"
        error={errorOf('text')}
        dir="auto"
        maxLength={COURSE_LIMITS.questionMaxChars}
        value={question.text}
        onChange={(text) => onChange({ text })}
      />
      <OptionFields id={id} question={question} errorOf={errorOf} onChange={onChange} />
      <TextareaField
        id={`${id}.explanation`}
        label="Explanation"
        isOptional
        hint="Shown after the answer, whether it is right or wrong."
        error={errorOf('explanation')}
        dir="auto"
        maxLength={COURSE_LIMITS.questionMaxChars}
        value={question.explanation}
        onChange={(explanation) => onChange({ explanation })}
      />
    </fieldset>
  );
}

function OptionFields({
  id,
  question,
  errorOf,
  onChange,
}: Pick<QuestionFieldsProps, 'id' | 'question' | 'errorOf' | 'onChange'>) {
  const { options, correct } = question;
  const remove = (index: number): void =>
    onChange({
      options: options.toSpliced(index, 1),
      correct: index === correct ? -1 : correct > index ? correct - 1 : correct,
    });
  const correctError = errorOf('correct');
  return (
    <div role="group" aria-labelledby={`${id}-options`} className="flex flex-col gap-2">
      <p id={`${id}-options`} className="font-medium">
        Options <span className="font-normal text-text-muted">Mark the correct one.</span>
      </p>
      {options.map((option, index) => {
        const label = `Option ${String(index + 1)}`;
        const error = errorOf(`options.${String(index)}`);
        const errorId = `${id}.options.${String(index)}-error`;
        return (
          // An option has no other identity than its place.
          <div key={index}>
            <div className="flex items-center gap-2">
              <input
                type="radio"
                id={index === 0 ? `${id}.correct` : undefined}
                name={`${id}-correct`}
                aria-label={`${label} is correct`}
                aria-describedby={correctError === undefined ? undefined : `${id}.correct-error`}
                className="size-4.5 shrink-0 accent-accent"
                checked={index === correct}
                onChange={() => onChange({ correct: index })}
              />
              <TextInput
                id={`${id}.options.${String(index)}`}
                aria-label={label}
                aria-invalid={error === undefined ? undefined : true}
                aria-describedby={error === undefined ? undefined : errorId}
                dir="auto"
                maxLength={COURSE_LIMITS.optionMaxChars}
                value={option}
                onChange={(event) => onChange({ options: options.with(index, event.target.value) })}
              />
              <IconButton
                label={`Remove ${label}`}
                icon={<X className="size-4" />}
                aria-disabled={options.length <= OPTIONS_MIN || undefined}
                onClick={() => options.length > OPTIONS_MIN && remove(index)}
              />
            </div>
            {error !== undefined && (
              <p id={errorId} className="mt-1 text-small text-danger">
                {error}
              </p>
            )}
          </div>
        );
      })}
      {correctError !== undefined && (
        <p id={`${id}.correct-error`} className="text-small text-danger">
          {correctError}
        </p>
      )}
      {options.length < COURSE_LIMITS.optionsMax && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          onClick={() => onChange({ options: [...options, ''] })}
        >
          <Plus className="size-4" />
          Add an option
        </Button>
      )}
    </div>
  );
}
