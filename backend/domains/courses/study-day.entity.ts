import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';
import { Course } from './course.entity.ts';

const StudyDaySchema = defineEntity({
  name: 'StudyDay',
  tableName: 'study_days',
  primaryKeys: ['day', 'userId', 'courseId'],
  properties: {
    /** The day in UTC. */
    day: p.date().primary(),
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    courseId: () => p.manyToOne(Course).mapToPk().primary().fieldName('course_id').deleteRule('cascade'),
    /** The time between two signs of progress that are at most five minutes apart. */
    studiedMs: p.integer().default(0),
  },
  indexes: [
    { name: 'study_days_user_index', properties: ['userId'] },
    { name: 'study_days_course_index', properties: ['courseId', 'userId'] },
  ],
});

/** A user learned from an item on a day; deleted once the numbers of the week after it are final. */
export class StudyDay extends StudyDaySchema.class {}
StudyDaySchema.setClass(StudyDay);
