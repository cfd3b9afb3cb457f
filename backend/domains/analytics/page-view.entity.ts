import { defineEntity, p } from '@mikro-orm/core';
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
  },
  indexes: [{ name: 'page_views_owner_index', properties: ['ownerId'] }],
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
