import { app } from 'electron';
import { spellingLanguages, type SpellingChoice } from '../core/spelling.ts';
import type { AccountSession } from './account.ts';

/** Applies the choice of spelling to an account; `isAvailable` is false where there are no dictionaries. */
export function applySpelling(account: AccountSession, choice: SpellingChoice, isAvailable: boolean): void {
  account.setSpellCheckerEnabled(isAvailable && choice.isOn);
  const choices = listSpellingLanguages(account);
  if (!isAvailable || !choice.isOn || choices.length === 0) return;
  account.setSpellCheckerLanguages(spellingLanguages(choice.languages, app.getPreferredSystemLanguages(), choices));
}

/** Returns the codes of the languages that can be chosen; empty on macOS, whose checker detects the language. */
export function listSpellingLanguages(account: AccountSession): string[] {
  return process.platform === 'darwin' ? [] : account.availableSpellCheckerLanguages;
}

/** Returns the codes of the languages that are checked now; empty where the system detects them. */
export function currentSpellingLanguages(account: AccountSession): string[] {
  return process.platform === 'darwin' ? [] : account.getSpellCheckerLanguages();
}
