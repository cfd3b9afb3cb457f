import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

/**
 * The purpose of an emailed link: confirm the account's email, change it, set a new password, or restore the account to
 * the owner of the address that it had.
 */
export type TokenPurpose = 'verify' | 'reset' | 'change' | 'restore';

const AuthTokenSchema = defineEntity({
  name: 'AuthToken',
  tableName: 'auth_tokens',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    purpose: p.text().$type<TokenPurpose>(),
    tokenHash: p.blob().unique('auth_tokens_token_hash_unique').hidden(),
    email: p.text(),
    /** The session that requested a change of address; it stays signed in. */
    sessionId: p.uuid().nullable(),
    createdAt: createdAtColumn(),
    expiresAt: p.datetime(3),
    /** When it confirmed the address, of purpose `verify` only; it is then of no other use. */
    usedAt: p.datetime(3).nullable(),
  },
  indexes: [
    { name: 'auth_tokens_user_index', properties: ['userId', 'purpose'] },
    { name: 'auth_tokens_expires_at_index', properties: ['expiresAt'] },
    sqlIndex('auth_tokens_restore_email_index', `"auth_tokens" (lower("email")) where purpose = 'restore'`),
  ],
  checks: [{ name: 'auth_tokens_purpose_check', expression: `purpose in ('verify', 'reset', 'change', 'restore')` }],
});

/** An emailed link that works once; only the SHA-256 of its secret is stored. */
export class AuthToken extends AuthTokenSchema.class {}
AuthTokenSchema.setClass(AuthToken);
