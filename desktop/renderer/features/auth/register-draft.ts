import { ROLES } from '#shared/api/endpoint.ts';
import type { RegisterInput } from '#shared/api/auth.ts';

/** The stored part of an unsent registration: everything except the passwords. */
type RegisterDraft = {
  [Name in Exclude<keyof RegisterInput, 'password' | 'confirmPassword'>]?: RegisterInput[Name] | undefined;
};

const STORAGE_KEY = 'draft:register';
const TEXT_FIELDS = ['username', 'email', 'fullName', 'institution', 'position'] as const;

/** Stores the draft until the window closes; does nothing when storage is unavailable. */
export function saveRegisterDraft(draft: RegisterDraft): void {
  const stored: RegisterDraft = {};
  if (draft.role !== undefined) stored.role = draft.role;
  for (const field of TEXT_FIELDS) if (draft[field]) stored[field] = draft[field];
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

/** Reads the draft; empty when there is none or it is unreadable. */
export function loadRegisterDraft(): RegisterDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const fields = stored as Record<string, unknown>;
    const draft: RegisterDraft = {};
    const role = ROLES.find((candidate) => candidate === fields['role']);
    if (role !== undefined) draft.role = role;
    for (const field of TEXT_FIELDS) {
      const value = fields[field];
      if (typeof value === 'string') draft[field] = value;
    }
    return draft;
  } catch {
    return {};
  }
}

/** Removes the draft. */
export function clearRegisterDraft(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage there is no draft.
  }
}
