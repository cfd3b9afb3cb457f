import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sessionQuery } from '../me.ts';
import { loadDraft, saveDraft } from './drafts.ts';

/** A form whose entered values are stored on this device until they are sent or discarded. */
export interface FormDraft<Values> {
  values: Values;
  /** The version of the record that the values are based on; empty for a new record. */
  version: string;
  /** Whether a field differs from the record. */
  isChanged: boolean;
  /** Whether the form shows values that were entered in an earlier visit. */
  isRestored: boolean;
  /** Changes fields. */
  change: (fields: Partial<Values>) => void;
  /** Bases the values on another version of the record. */
  rebase: (version: string) => void;
  /** Bases the values on a new record; removes the entered values of the fields that were saved with it. */
  settle: (record: Values, saved: readonly (keyof Values)[]) => void;
  /** Removes the entered values: they were sent, or the user discards them. */
  discard: () => void;
}

/** The entered values of the fields that differ from the record, and the version of the record. */
interface Entered<Values> {
  fields: Partial<Values>;
  version: string;
}

/** Returns the version of a text whose edits set `editedAt`. */
export function versionOf({ createdAt, editedAt }: { createdAt: string; editedAt: string | null }): string {
  return editedAt ?? createdAt;
}

/**
 * Holds the values of a form and stores those that the signed-in user enters on this device, where they outlive the
 * dialog, the page and the window, until they are sent or discarded; signing out removes them. `place` identifies the
 * form and its record, `initial` contains the values of the record and `version` its version.
 */
export function useFormDraft<Values extends object>(place: string, initial: Values, version = ''): FormDraft<Values> {
  const userId = useQueryClient().getQueryData(sessionQuery.queryKey)?.id;
  const [stored] = useState(() => (userId === undefined ? null : loadEntered(loadDraft(userId, place), initial)));
  const [base, setBase] = useState(initial);
  const [isRestored, setIsRestored] = useState(stored !== null);
  const [entered, setEntered] = useState<Entered<Values>>(stored ?? { fields: {}, version });
  // Two changes of one event both apply.
  const latest = useRef(entered);

  const enter = (next: Entered<Values>): void => {
    latest.current = next;
    setEntered(next);
    if (userId === undefined) return;
    saveDraft(userId, place, Object.keys(next.fields).length === 0 ? '' : JSON.stringify(next));
  };
  return {
    values: { ...base, ...entered.fields },
    version: entered.version,
    isChanged: Object.keys(entered.fields).length > 0,
    isRestored,
    change: (fields) =>
      enter({ ...latest.current, fields: differencesFrom(base, { ...latest.current.fields, ...fields }) }),
    rebase: (next) => enter({ ...latest.current, version: next }),
    settle: (record, saved) => {
      const unsaved = Object.entries(latest.current.fields).filter(([field]) => !saved.includes(field as keyof Values));
      const fields = differencesFrom(record, Object.fromEntries(unsaved) as Partial<Values>);
      enter({ ...latest.current, fields });
      setBase(record);
      setIsRestored((isShown) => isShown && Object.keys(fields).length > 0);
    },
    discard: () => {
      enter({ fields: {}, version });
      setBase(initial);
      setIsRestored(false);
    },
  };
}

/** Returns the fields whose values differ from those of a record. */
function differencesFrom<Values extends object>(base: Values, fields: Partial<Values>): Partial<Values> {
  const changed = Object.entries(fields).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(base[field as keyof Values]),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}

/** Parses a stored text; null when there is none, when it is damaged or when it equals the record. */
function loadEntered<Values extends object>(text: string, initial: Values): Entered<Values> | null {
  try {
    const { fields, version } = JSON.parse(text) as Entered<Values>;
    const isWhole = Object.entries(fields).every(([field, value]) => {
      const usual: unknown = initial[field as keyof Values];
      return typeof value === typeof usual && Array.isArray(value) === Array.isArray(usual);
    });
    if (!isWhole || typeof version !== 'string') return null;
    const changed = differencesFrom(initial, fields);
    return Object.keys(changed).length > 0 ? { fields: changed, version } : null;
  } catch {
    return null;
  }
}
