import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from '#shared/api/endpoint.ts';
import type { EducationItem, ExperienceItem } from '#shared/api/users.ts';
import { createdAtColumn, idColumn, updatedAtColumn, sqlIndex, sqlUnique } from '../../db/columns.ts';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: idColumn(),
    username: p.text(),
    password: p.text().hidden().lazy(),
    email: p.text(),
    fullName: p.text(),
    role: p.text().$type<Role>(),
    bio: p.text().nullable(),
    institution: p.text().nullable(),
    position: p.text().nullable(),
    profileImage: p.text().nullable(),
    profileImageAlt: p.text().nullable(),
    coverImage: p.text().nullable(),
    coverImageAlt: p.text().nullable(),
    educationData: p.json<EducationItem[]>().defaultRaw(`'[]'`),
    experienceData: p.json<ExperienceItem[]>().defaultRaw(`'[]'`),
    /** Whether everyone may see them, so that the user's card shows them. */
    isPositionPublic: p.boolean().default(true),
    isInstitutionPublic: p.boolean().default(true),
    createdAt: createdAtColumn(),
    updatedAt: updatedAtColumn(),
    deactivatedAt: p.datetime(3).nullable(),
    /** While set, the user cannot sign in; equals `deactivatedAt` when only the suspension hides the account. */
    suspendedAt: p.datetime(3).nullable(),
    /** The reason shown at sign-in. */
    suspensionReason: p.text().nullable(),
    /** Null until the emailed link was opened. */
    emailVerifiedAt: p.datetime(3).nullable(),
    /** Since when the mail server refuses the address permanently; null once an email is accepted or it changes. */
    emailRefusedAt: p.datetime(3).nullable(),
    /** Archives to download and calendar addresses from before this time are void. */
    accessRevokedAt: p.datetime(3).nullable(),
    /** When a deactivated account is deleted permanently; its owner can restore it until then. */
    deleteAfter: p.datetime(3).nullable(),
    /** The role that the user chose has the permissions of a lesser one until an operator approves it. */
    isAwaitingApproval: p.boolean().default(false),
    /** Whether two-factor sign-in is on. */
    hasSecondFactor: p.boolean().default(false),
    /** The institution that last confirmed an entry of their education. */
    educationVerifiedBy: () =>
      p.manyToOne(User).mapToPk().fieldName('education_verified_by').nullable().deleteRule('set null'),
    /** The institution that last confirmed an entry of their experience. */
    experienceVerifiedBy: () =>
      p.manyToOne(User).mapToPk().fieldName('experience_verified_by').nullable().deleteRule('set null'),
  },
  uniques: [
    sqlUnique('users_username_unique', '"users" (lower("username"))'),
    sqlUnique('users_email_unique', '"users" (lower("email"))'),
  ],
  indexes: [
    sqlIndex('users_list', '"users" ("created_at" desc, "id" desc)'),
    sqlIndex('users_role_list', '"users" ("role", "created_at" desc, "id" desc)'),
    sqlIndex(
      'users_education_verified_by_index',
      '"users" ("education_verified_by") where education_verified_by is not null',
    ),
    sqlIndex(
      'users_experience_verified_by_index',
      '"users" ("experience_verified_by") where experience_verified_by is not null',
    ),
    { name: 'users_deactivated_index', properties: ['id'], where: 'deactivated_at is not null' },
    sqlIndex('users_awaiting_list', '"users" ("created_at", "id") where is_awaiting_approval'),
    sqlIndex('users_institution_list', '"users" (lower("institution"), "created_at" desc, "id" desc)'),
    sqlIndex('users_username_prefix', '"users" (lower("username") text_pattern_ops)'),
    sqlIndex('users_full_name_prefix', '"users" (lower("full_name") text_pattern_ops)'),
    sqlIndex('users_delete_after_index', '"users" ("delete_after") where delete_after is not null'),
  ],
  checks: [{ name: 'users_role_check', expression: `role in ('student', 'teacher', 'institution', 'creator')` }],
});

/** A user account; `password` is the argon2id hash, loaded only with `populate`. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
