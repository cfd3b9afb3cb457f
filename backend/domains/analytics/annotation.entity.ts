import { defineEntity, p } from '@mikro-orm/core';
import { ANNOTATION_TYPES, type AnnotationType } from '#shared/api/analytics.ts';
import { User } from '../users/user.entity.ts';

const AnnotationSchema = defineEntity({
  name: 'Annotation',
  tableName: 'annotations',
  properties: {
    ownerId: () => p.manyToOne(User).mapToPk().primary().fieldName('owner_id').deleteRule('cascade'),
    day: p.date().primary(),
    type: p.text().$type<AnnotationType>().primary(),
    subjectId: p.uuid().primary(),
    /** The price of an item in minor units. */
    value: p.integer().nullable(),
    /** The text of a note, whose `subjectId` is its own id. */
    text: p.text().nullable(),
  },
  indexes: [{ name: 'annotations_subject_index', properties: ['subjectId', 'day'] }],
  checks: [
    {
      name: 'annotations_type_check',
      expression: `type in (${ANNOTATION_TYPES.map((type) => `'${type}'`).join(', ')})`,
    },
    { name: 'annotations_text_check', expression: `(type = 'note') = (text is not null)` },
  ],
});

/** An action of a user on a day (UTC) that may explain a change of their numbers, or a note. */
export class Annotation extends AnnotationSchema.class {}
AnnotationSchema.setClass(Annotation);
