import { ROLES } from '#shared/api/endpoint.ts';
import type { RegisterInput } from '#shared/api/auth.ts';

/** What is kept of a registration that is not sent yet: all but the passwords. */
export type RegisterDraft = {
  [Name in Exclude<keyof RegisterInput, 'password' | 'confirmPassword'>]?: RegisterInput[Name] | undefined;
};

const STORAGE_KEY = 'draft:register';
const TEXT_FIELDS = ['username', 'email', 'fullName', 'institution', 'position'] as const;

/** Keeps the draft for as long as the window; a closed storage is no error. */
export function saveRegisterDraft(draft: RegisterDraft): void {
  const kept: RegisterDraft = {};
  if (draft.role !== undefined) kept.role = draft.role;
  for (const field of TEXT_FIELDS) if (draft[field]) kept[field] = draft[field];
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
  } catch {
    // Without storage the form lives only as long as the page.
  }
}

/** Reads the draft; empty when there is none or it cannot be read. */
export function loadRegisterDraft(): RegisterDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const kept = stored as Record<string, unknown>;
    const draft: RegisterDraft = {};
    const role = ROLES.find((candidate) => candidate === kept['role']);
    if (role !== undefined) draft.role = role;
    for (const field of TEXT_FIELDS) {
      const value = kept[field];
      if (typeof value === 'string') draft[field] = value;
    }
    return draft;
  } catch {
    return {};
  }
}

/** Forgets the draft. */
export function clearRegisterDraft(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing was kept either.
  }
}
