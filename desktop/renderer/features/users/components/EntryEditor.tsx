import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { overlapOf } from '../profile-form.ts';

/** The fields of every education or experience entry. */
interface DatedEntry {
  start: string;
  end: string | null;
  description: string;
}

interface EntryEditorProps<Entry extends DatedEntry> {
  title: string;
  /** Name of one entry: "education". */
  noun: string;
  /** Path of the list in the errors: "educationData". */
  path: string;
  entries: readonly Entry[];
  /** The text fields of an entry with their labels, in the order of the form. */
  texts: readonly (readonly [key: Exclude<keyof Entry, 'start' | 'end' | 'description'>, label: string])[];
  empty: Entry;
  errors: Readonly<Record<string, string>>;
  onChange: (entries: Entry[]) => void;
}

/** Adds, changes and removes the entries of a dated list. */
export function EntryEditor<Entry extends DatedEntry>({
  title,
  noun,
  path,
  entries,
  texts,
  empty,
  errors,
  onChange,
}: EntryEditorProps<Entry>) {
  const id = useId();
  const change = (index: number, changes: Partial<Entry>): void =>
    onChange(entries.map((entry, at) => (at === index ? { ...entry, ...changes } : entry)));
  return (
    <fieldset>
      <legend className="text-base font-semibold">{title}</legend>
      <ol className="mt-3 space-y-4">
        {entries.map((entry, index) => {
          const overlap = overlapOf(entries, index);
          const field = (key: keyof Entry) => ({
            id: `${id}-${String(index)}-${String(key)}`,
            error: errors[`${path}.${String(index)}.${String(key)}`],
            value: String(entry[key] ?? ''),
            onChange: (value: string) => change(index, { [key]: value } as Partial<Entry>),
          });
          return (
            <li key={index} className="grid gap-3 rounded-md border border-border p-4 sm:grid-cols-2">
              {texts.map(([key, label]) => (
                <TextField {...field(key)} key={String(key)} label={label} dir="auto" />
              ))}
              <TextField {...field('start')} label="From" type="month" placeholder="YYYY-MM" />
              <div>
                {entry.end !== null && <TextField {...field('end')} label="To" type="month" placeholder="YYYY-MM" />}
                <div className="mt-2">
                  <Checkbox
                    label={noun === 'education' ? 'I currently study here' : 'I currently work here'}
                    isChecked={entry.end === null}
                    onChange={(isOngoing) => change(index, { end: isOngoing ? null : '' } as Partial<Entry>)}
                  />
                </div>
              </div>
              {overlap !== null && (
                <p
                  role="status"
                  className="text-small text-warning sm:col-span-2"
                >{`These months overlap with ${noun} ${overlap + 1}. You can save both if they are correct.`}</p>
              )}
              <div className="sm:col-span-2">
                <TextareaField {...field('description')} label="Description" isOptional dir="auto" rows={2} />
              </div>
              <div className="sm:col-span-2">
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Remove ${noun} ${String(index + 1)}`}
                  onClick={() => onChange(entries.filter((_entry, at) => at !== index))}
                >
                  <Trash2 className="size-4" />
                  Remove
                </Button>
              </div>
            </li>
          );
        })}
      </ol>
      <Button size="sm" className="mt-3" onClick={() => onChange([...entries, empty])}>
        <Plus className="size-4" />
        <span>{`Add ${noun}`}</span>
      </Button>
    </fieldset>
  );
}
