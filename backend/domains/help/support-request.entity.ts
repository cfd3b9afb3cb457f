import { defineEntity, p } from '@mikro-orm/core';
import type { SupportTopic } from '#shared/api/help.ts';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const SupportRequestSchema = defineEntity({
  name: 'SupportRequest',
  tableName: 'support_requests',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    topic: p.text().$type<SupportTopic>(),
    text: p.text(),
    /** Id of the failed request that the message is about. */
    requestId: p.text().nullable(),
    /** Whether it was also sent to the operator's email. */
    isMailed: p.boolean(),
    createdAt: createdAtColumn(),
  },
  indexes: [
    sqlIndex('support_requests_list', '"support_requests" ("created_at" desc, "id" desc)'),
    { name: 'support_requests_user_id_index', properties: ['userId'] },
  ],
});

/** A message of the contact form. */
export class SupportRequest extends SupportRequestSchema.class {}
SupportRequestSchema.setClass(SupportRequest);
