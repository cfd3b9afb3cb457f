import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from '#shared/api/endpoint.ts';
import type { EducationItem, ExperienceItem } from '#shared/api/users.ts';
import { createdAtColumn, idColumn, updatedAtColumn } from '../../db/columns.ts';

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
    /** While set nobody can sign in; equals `deactivatedAt` when the suspension is what hides the account. */
    suspendedAt: p.datetime(3).nullable(),
    /** The reason shown at sign-in. */
    suspensionReason: p.text().nullable(),
    /** Null until the emailed link was opened. */
    emailVerifiedAt: p.datetime(3).nullable(),
    /** When a deactivated account is deleted permanently; its owner can restore it until then. */
    deleteAfter: p.datetime(3).nullable(),
  },
  uniques: [
    {
      name: 'users_username_unique',
      expression: 'create unique index "users_username_unique" on "users" (lower("username"))',
    },
    {
      name: 'users_email_unique',
      expression: 'create unique index "users_email_unique" on "users" (lower("email"))',
    },
  ],
  indexes: [
    {
      name: 'users_list',
      expression: 'create index "users_list" on "users" ("created_at" desc, "id" desc)',
    },
    {
      name: 'users_role_list',
      expression: 'create index "users_role_list" on "users" ("role", "created_at" desc, "id" desc)',
    },
    {
      name: 'users_institution_list',
      expression:
        'create index "users_institution_list" on "users" (lower("institution"), "created_at" desc, "id" desc)',
    },
    {
      name: 'users_delete_after_index',
      expression: 'create index "users_delete_after_index" on "users" ("delete_after") where delete_after is not null',
    },
  ],
  checks: [{ name: 'users_role_check', expression: `role in ('student', 'teacher', 'institution', 'creator')` }],
});

/** A user account; `password` is the argon2id hash, loaded only with `populate`. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
