import { useState, type ReactElement } from 'react';
import { ApiError } from '../lib/http/errors.ts';
import { lazily } from '../lib/lazily.tsx';
import type { FormDraft } from '../lib/storage/use-form-draft.ts';

const VersionConflict = lazily(async () => (await import('./VersionConflict.tsx')).VersionConflict);

/** What a form has loaded again: the values of the record and their version. */
interface Saved<Values> {
  values: Values;
  version: string;
}

/** A form whose record another window, device or member can change meanwhile. */
interface Form<Values> {
  form: Pick<FormDraft<Values>, 'values' | 'rebase' | 'discard'>;
  /** What was changed, as the subject of the title: `Your profile`. */
  what: string;
  /** Names of the parts that are compared. */
  parts: Partial<Record<keyof Values, string>>;
  /** Formats a part that is not a text. */
  describe?: (values: Values, part: keyof Values) => string;
  isSaving: boolean;
  /** Loads the record again. */
  load: () => Promise<Saved<Values>>;
  /** Saves the values of the form, based on a version. */
  save: (version: string) => void;
  /** Closes the form, whose entered values are discarded for the saved ones. */
  onClose: (saved: Saved<Values>) => void;
}

/** What {@link useVersionConflict} returns. */
interface Conflict {
  /** Shows both versions when a save has failed because the record changed; returns whether it did. */
  catchStale: (error: unknown) => Promise<boolean>;
  /** Replaces the form while both versions are shown; null else. */
  dialog: ReactElement | null;
}

/**
 * Shows the text of a form beside the saved one when the form would overwrite an edit that the user has not seen, and
 * lets them choose.
 */
export function useVersionConflict<Values>({
  form,
  what,
  parts,
  describe = textOf,
  isSaving,
  load,
  save,
  onClose,
}: Form<Values>): Conflict {
  const [saved, setSaved] = useState<Saved<Values> | null>(null);
  const end = (run: () => void) => (): void => {
    setSaved(null);
    run();
  };
  const catchStale = async (error: unknown): Promise<boolean> => {
    if (!(error instanceof ApiError && error.code === 'STALE')) return false;
    const newer = await load().catch(() => null);
    setSaved(newer);
    return newer !== null;
  };
  if (saved === null) return { catchStale, dialog: null };
  const { version } = saved;
  const differences = (Object.keys(parts) as (keyof Values)[]).flatMap((part) => {
    const [mine, theirs] = [describe(form.values, part), describe(saved.values, part)];
    return mine === theirs ? [] : [{ name: parts[part] ?? '', mine, saved: theirs }];
  });
  return {
    catchStale,
    dialog: (
      <VersionConflict
        title={`${what} was changed somewhere else`}
        differences={differences}
        isSaving={isSaving}
        onKeepMine={end(() => {
          form.rebase(version);
          save(version);
        })}
        onTakeSaved={end(() => {
          form.discard();
          onClose(saved);
        })}
        onContinue={end(() => form.rebase(version))}
      />
    ),
  };
}

function textOf<Values>(values: Values, part: keyof Values): string {
  const value = values[part];
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value ?? '').trim();
}
