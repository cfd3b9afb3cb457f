import { createReportSchema } from '#shared/api/reports.schema.ts';
import { reportEndpoints } from '#shared/api/reports.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { route, type Route } from '../../http/route.ts';
import { createReport } from './reports.service.ts';

/** Routes of reports. */
export function reportRoutes(limits: RateLimits): Route[] {
  return [
    {
      ...route(reportEndpoints.createReport, { body: createReportSchema }, async ({ em, identity, body }) => {
        await limits.consume('reports', identity.id);
        return createReport(em, identity, body);
      }),
      statusOf: () => 202,
    },
  ];
}
