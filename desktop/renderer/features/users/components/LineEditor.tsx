import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { overlapOf } from '../profile-form.ts';

/** The fields of every education or experience entry. */
interface DatedLine {
  start: string;
  end: string | null;
  description: string;
}

/** Props of {@link LineEditor}. */
export interface LineEditorProps<Line extends DatedLine> {
  title: string;
  /** Name of one entry: "education". */
  noun: string;
  /** Path of the list in the errors: "educationData". */
  path: string;
  lines: readonly Line[];
  /** The text fields of an entry with their labels, in the order of the form. */
  texts: readonly (readonly [key: Exclude<keyof Line, 'start' | 'end' | 'description'>, label: string])[];
  empty: Line;
  errors: Readonly<Record<string, string>>;
  onChange: (lines: Line[]) => void;
}

/** Adds, changes and removes the entries of a dated list. */
export function LineEditor<Line extends DatedLine>({
  title,
  noun,
  path,
  lines,
  texts,
  empty,
  errors,
  onChange,
}: LineEditorProps<Line>) {
  const id = useId();
  const change = (index: number, changes: Partial<Line>): void =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...changes } : line)));
  return (
    <fieldset>
      <legend className="text-base font-semibold">{title}</legend>
      <ol className="mt-3 space-y-4">
        {lines.map((line, index) => {
          const errorOf = (key: PropertyKey): string | undefined => errors[`${path}.${String(index)}.${String(key)}`];
          const overlap = overlapOf(lines, index);
          const fieldId = (key: PropertyKey): string => `${id}-${String(index)}-${String(key)}`;
          return (
            <li key={index} className="grid gap-3 rounded-md border border-border p-4 sm:grid-cols-2">
              {texts.map(([key, label]) => (
                <Field key={String(key)} id={fieldId(key)} label={label} error={errorOf(key)}>
                  {(control) => (
                    <TextInput
                      {...control}
                      dir="auto"
                      value={String(line[key])}
                      onChange={(event) => change(index, { [key]: event.target.value } as Partial<Line>)}
                    />
                  )}
                </Field>
              ))}
              <Field id={fieldId('start')} label="From" error={errorOf('start')}>
                {(control) => (
                  <TextInput
                    {...control}
                    type="month"
                    placeholder="YYYY-MM"
                    value={line.start}
                    onChange={(event) => change(index, { start: event.target.value } as Partial<Line>)}
                  />
                )}
              </Field>
              <div>
                {line.end !== null && (
                  <Field id={fieldId('end')} label="To" error={errorOf('end')}>
                    {(control) => (
                      <TextInput
                        {...control}
                        type="month"
                        placeholder="YYYY-MM"
                        value={line.end ?? ''}
                        onChange={(event) => change(index, { end: event.target.value } as Partial<Line>)}
                      />
                    )}
                  </Field>
                )}
                <div className="mt-2">
                  <Checkbox
                    label={noun === 'education' ? 'I currently study here' : 'I currently work here'}
                    isChecked={line.end === null}
                    onChange={(isOngoing) => change(index, { end: isOngoing ? null : '' } as Partial<Line>)}
                  />
                </div>
              </div>
              {overlap !== null && (
                <p role="status" className="text-small text-warning sm:col-span-2">
                  These months overlap with {noun} {overlap + 1}. You can save both if they are correct.
                </p>
              )}
              <div className="sm:col-span-2">
                <Field id={fieldId('description')} label="Description" isOptional error={errorOf('description')}>
                  {(control) => (
                    <Textarea
                      {...control}
                      dir="auto"
                      rows={2}
                      value={line.description}
                      onChange={(event) => change(index, { description: event.target.value } as Partial<Line>)}
                    />
                  )}
                </Field>
              </div>
              <div className="sm:col-span-2">
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Remove ${noun} ${String(index + 1)}`}
                  onClick={() => onChange(lines.filter((_line, at) => at !== index))}
                >
                  <Trash2 className="size-4" />
                  Remove
                </Button>
              </div>
            </li>
          );
        })}
      </ol>
      <Button size="sm" className="mt-3" onClick={() => onChange([...lines, empty])}>
        <Plus className="size-4" />
        Add {noun}
      </Button>
    </fieldset>
  );
}
