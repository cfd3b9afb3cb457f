/** A rejected registration: the server's message, its details, and the messages by field of a validation error. */
export interface RegistrationFailure {
  message: string;
  details?: { field?: string; suggestion?: string; username?: string } | undefined;
  /** Only for a 400 response with an `errors` field. */
  fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined;
}

const MISMATCH = "Passwords don't match";
const TEXTS: Readonly<Record<string, string>> = {
  'Email already exists': 'This email is already registered. Please use a different email or try logging in.',
  'Username already exists': 'This username is already taken. Please choose a different username.',
  [MISMATCH]: "The passwords you entered don't match. Please try again.",
};
const FALLBACK = 'Please check your information and try again.';

/** Returns the text for a server message; a general text for an unknown message. */
export function registrationText({ message, fieldErrors }: RegistrationFailure): string {
  const known = TEXTS[message];
  if (known !== undefined) return known;
  if (fieldErrors?.['confirmPassword']?.includes(MISMATCH)) return TEXTS[MISMATCH] ?? FALLBACK;
  return fieldErrors !== undefined || message.startsWith('Validation') ? message : FALLBACK;
}

/** Returns the message for a rejected registration; the server's sentence with a suggestion replaces the text. */
export function registrationMessage(failure: RegistrationFailure): string {
  return failure.details?.suggestion ?? registrationText(failure);
}
