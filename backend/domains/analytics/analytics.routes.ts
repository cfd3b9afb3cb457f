import { analyticsSchemas } from '#shared/api/analytics.schema.ts';
import { analyticsEndpoints } from '#shared/api/analytics.ts';
import type { Role } from '#shared/api/endpoint.ts';
import type { MetricParts } from '../../db/metric-source.ts';
import { actingAs, type Identity } from '../../http/identity.ts';
import { RESPONDED, routesWith } from '../../http/route.ts';
import { sendAnalytics, sendLessonNumbers, sendMemberGroups } from './analytics.export.ts';
import { loadAnalytics } from './analytics.view.ts';
import { loadLessonNumbers } from './lesson-numbers.view.ts';
import { createNote, removeNote } from './notes.service.ts';
import { countView } from './views.service.ts';

/** Dependencies of these routes. */
export interface AnalyticsDeps {
  metricParts: readonly MetricParts[];
  currency: string;
  approvedRoles: readonly Role[];
}

const requestOf = ({ deps, identity }: { deps: AnalyticsDeps; identity: Identity }) => ({
  viewer: actingAs(identity, deps.approvedRoles),
  parts: deps.metricParts,
  currency: deps.currency,
});

/** Routes of the numbers of the signed-in user. */
export const analyticsRoutes = routesWith<AnalyticsDeps>()(analyticsEndpoints, analyticsSchemas, {
  getAnalytics: ({ pool, deps, identity, query: { compare, ...period } }) =>
    loadAnalytics(pool, { ...requestOf({ deps, identity }), ...period, isCompared: compare === 'true' }),
  exportAnalytics: async ({ pool, deps, identity, query, res }) => {
    await sendAnalytics(pool, res, { ...requestOf({ deps, identity }), ...query, isCompared: false });
    return RESPONDED;
  },
  getLessonNumbers: ({ pool, identity, query }) => loadLessonNumbers(pool, identity.id, query.item),
  exportLessonNumbers: async ({ pool, identity, query, res }) => {
    await sendLessonNumbers(pool, res, { userId: identity.id, courseId: query.item });
    return RESPONDED;
  },
  exportMemberGroups: async ({ pool, deps, identity, res }) => {
    await sendMemberGroups(pool, res, actingAs(identity, deps.approvedRoles));
    return RESPONDED;
  },
  createNote: ({ tx, identity, body }) => createNote(tx, identity.id, body),
  removeNote: ({ tx, identity, params }) => removeNote(tx, identity.id, params.id),
  countView: ({ pool, identity, body }) => countView(pool, identity, body),
});
