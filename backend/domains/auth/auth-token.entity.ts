import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

/** The purpose of an emailed link: confirm the account's email, change it, or set a new password. */
export type TokenPurpose = 'verify' | 'reset' | 'change';

const AuthTokenSchema = defineEntity({
  name: 'AuthToken',
  tableName: 'auth_tokens',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    purpose: p.text().$type<TokenPurpose>(),
    tokenHash: p.blob().unique('auth_tokens_token_hash_unique').hidden(),
    email: p.text(),
    createdAt: createdAtColumn(),
    expiresAt: p.datetime(3),
  },
  indexes: [
    { name: 'auth_tokens_user_index', properties: ['userId', 'purpose'] },
    { name: 'auth_tokens_expires_at_index', properties: ['expiresAt'] },
  ],
  checks: [{ name: 'auth_tokens_purpose_check', expression: `purpose in ('verify', 'reset', 'change')` }],
});

/** An emailed link that works once; only the SHA-256 of its secret is stored. */
export class AuthToken extends AuthTokenSchema.class {}
AuthTokenSchema.setClass(AuthToken);
