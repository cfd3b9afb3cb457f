import * as z from 'zod/mini';
import { ROLES, type EndpointSchemas } from './endpoint.ts';
import { idParamsSchema } from './page.schema.ts';
import { USER_LIMITS as L } from '../limits.ts';
import { foldCode } from '../codes.ts';
import { ONE_LINE, UNSTACKED, VISIBLE } from '../readable.ts';
import { textSchema } from './text.schema.ts';

/** Longer than any code with its separators. */
const CODE_MAX_CHARS = 40;

const text = (name: string, max: number) =>
  textSchema(`${name} must be text`, max, `${name} is too long: at most ${max} characters`).check(
    z.normalize('NFC'),
    z.regex(ONE_LINE, `${name} contains characters that cannot be shown`),
    z.regex(UNSTACKED, `${name} has too many marks on one letter`),
  );

/** A username: letters, digits, dot, dash and underscore, starting with a letter or digit. */
export const usernameSchema = z
  .string('Choose a username')
  .check(
    z.trim(),
    z.minLength(L.usernameMinChars, `A username has at least ${L.usernameMinChars} characters`),
    z.maxLength(L.usernameMaxChars, `A username has at most ${L.usernameMaxChars} characters`),
    z.regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
      'Use letters, digits, dots, dashes and underscores, starting with a letter or digit',
    ),
  );

/** RFC 5321, section 4.1.2, without quoted names and addresses of hosts; the last label may be Punycode (RFC 5890). */
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(
  `^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`,
);

/** An email address in lower case. */
export const emailSchema = z
  .string('Enter your email address')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(L.emailMaxChars, `An email address has at most ${L.emailMaxChars} characters`),
    z.regex(EMAIL, 'Enter an email address like name@example.org, without letters such as é or ü'),
  );

/** A new password: length only, no composition rules (NIST SP 800-63B). */
export const passwordSchema = z
  .string('Choose a password')
  .check(
    z.minLength(L.passwordMinChars, `A password has at least ${L.passwordMinChars} characters`),
    z.maxLength(L.passwordMaxChars, `A password has at most ${L.passwordMaxChars} characters`),
  );

/** The current password, required before a sensitive change. */
export const ownPasswordSchema = z
  .string('Enter your password')
  .check(z.minLength(1, 'Enter your password'), z.maxLength(L.passwordMaxChars, 'This password is incorrect'));

/** Body of POST /api/register. The message for different passwords is given by the specification. */
export const registerSchema = z
  .strictObject({
    username: usernameSchema,
    email: emailSchema,
    fullName: text('The name', L.fullNameMaxChars).check(z.regex(VISIBLE, 'Enter your full name')),
    role: z.enum(ROLES, 'Choose a role'),
    password: passwordSchema,
    confirmPassword: z.string('Repeat the password'),
    institution: z.optional(text('The institution', L.institutionMaxChars)),
    position: z.optional(text('The position', L.positionMaxChars)),
  })
  .check(
    z.refine((input) => input.password === input.confirmPassword, {
      path: ['confirmPassword'],
      message: "Passwords don't match",
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  );

/** Body of POST /api/login. */
export const loginSchema = z.strictObject({
  username: textSchema(
    'Enter your username or email address',
    L.emailMaxChars,
    'This is too long for a username or email address',
  ).check(z.normalize('NFC'), z.minLength(1, 'Enter your username or email address')),
  password: z
    .string('Enter your password')
    .check(z.minLength(1, 'Enter your password'), z.maxLength(L.passwordMaxChars, 'This password is too long')),
});

const codeText = z
  .string('Enter the code')
  .check(z.maxLength(CODE_MAX_CHARS, 'This is too long for a code'), z.overwrite(foldCode));

/** Body with a code of the authenticator app or a recovery code, folded. */
export const codeSchema = z.strictObject({ code: codeText.check(z.minLength(1, 'Enter the code')) });

/** A code before a sensitive change, if two-factor sign-in is on; an empty text is no code. */
export const ownCodeSchema = z.optional(codeText);

/** Body of POST /api/password/change. */
export const changePasswordSchema = z.strictObject({
  currentPassword: ownPasswordSchema,
  code: ownCodeSchema,
  newPassword: passwordSchema,
});

/** Inputs of authEndpoints by endpoint name. */
export const authSchemas = {
  /** `_` is a timestamp that defeats caches. */
  getCsrfToken: { query: z.strictObject({ _: z.optional(z.string().check(z.maxLength(40, 'Too long'))) }) },
  register: { body: registerSchema },
  login: { body: loginSchema },
  loginTwoFactor: { body: codeSchema },
  checkUsername: { query: z.strictObject({ u: usernameSchema }) },
} satisfies EndpointSchemas;

/** Inputs of sessionEndpoints by endpoint name. */
export const sessionSchemas = {
  revokeSession: { params: idParamsSchema },
  changePassword: { body: changePasswordSchema },
} satisfies EndpointSchemas;
