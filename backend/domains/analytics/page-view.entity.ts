import { defineEntity, p } from '@mikro-orm/core';
import { VIEW_SOURCES, type ViewSource } from '#shared/api/analytics.ts';
import { User } from '../users/user.entity.ts';

const PageViewSchema = defineEntity({
  name: 'PageView',
  tableName: 'page_views',
  properties: {
    day: p.date().primary(),
    metric: p.text().$type<'item-views' | 'profile-views'>().primary(),
    subjectId: p.uuid().primary(),
    /** A hash of the viewer and the subject with the salt of the day. */
    visitor: p.blob().primary(),
    ownerId: () => p.manyToOne(User).mapToPk().fieldName('owner_id').deleteRule('cascade'),
    /** From where the page was opened first on the day. */
    source: p.text().$type<ViewSource>().default('direct'),
  },
  indexes: [{ name: 'page_views_owner_index', properties: ['ownerId'] }],
  checks: [
    {
      name: 'page_views_source_check',
      expression: `source in (${VIEW_SOURCES.map((source) => `'${source}'`).join(', ')})`,
    },
  ],
});

/** One viewer of a page on one day (UTC), for whom no one can say who it is once the salt is deleted. */
export class PageView extends PageViewSchema.class {}
PageViewSchema.setClass(PageView);

const ViewSaltSchema = defineEntity({
  name: 'ViewSalt',
  tableName: 'view_salts',
  properties: { day: p.date().primary(), salt: p.blob() },
});

/** The random salt of a day's hashes; deleted when the day is over. */
export class ViewSalt extends ViewSaltSchema.class {}
ViewSaltSchema.setClass(ViewSalt);
