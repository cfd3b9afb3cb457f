import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { idParamsSchema } from './page.schema.ts';
import {
  codeSchema,
  emailSchema,
  ownCodeSchema,
  ownPasswordSchema,
  passwordSchema,
  usernameSchema,
} from './auth.schema.ts';

/** The secret of an emailed link: 43 characters of base64url. */
const tokenSchema = z.string('The link is not complete').check(z.regex(/^[\w-]{43}$/, 'The link is not complete'));

/** Body of PATCH /api/account. */
export const editAccountSchema = z.strictObject({ username: usernameSchema });

/** Body of POST /api/password/forgot. */
export const forgotPasswordSchema = z.strictObject({ email: emailSchema });

/** Body of POST /api/password/reset and POST /api/account/restore. */
export const resetPasswordSchema = z.strictObject({ token: tokenSchema, password: passwordSchema });

/** Body of POST /api/email/verify. */
export const verifyEmailSchema = z.strictObject({ token: tokenSchema });

/** Body of POST /api/email/change. */
export const changeEmailSchema = z.strictObject({
  newEmail: emailSchema,
  password: ownPasswordSchema,
  code: ownCodeSchema,
});

/** Body of an endpoint that requires the password, and a code if two-factor sign-in is on. */
export const confirmPasswordSchema = z.strictObject({ password: ownPasswordSchema, code: ownCodeSchema });

/** Inputs of accountEndpoints by endpoint name. */
export const accountSchemas = {
  createExport: { body: confirmPasswordSchema },
  getExport: { params: idParamsSchema },
  confirmExport: { params: idParamsSchema, body: confirmPasswordSchema },
  downloadExport: { params: idParamsSchema },
  deleteAccount: { body: confirmPasswordSchema },
  editAccount: { body: editAccountSchema },
  forgotPassword: { body: forgotPasswordSchema },
  resetPassword: { body: resetPasswordSchema },
  restoreAccount: { body: resetPasswordSchema },
  verifyEmail: { body: verifyEmailSchema },
  changeEmail: { body: changeEmailSchema },
} satisfies EndpointSchemas;

/** Inputs of twoFactorEndpoints by endpoint name. */
export const twoFactorSchemas = {
  setUpTwoFactor: { body: confirmPasswordSchema },
  enableTwoFactor: { body: codeSchema },
  disableTwoFactor: { body: confirmPasswordSchema },
  renewRecoveryCodes: { body: confirmPasswordSchema },
} satisfies EndpointSchemas;
