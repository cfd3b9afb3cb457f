import { reportSchemas } from '#shared/api/reports.schema.ts';
import { reportEndpoints } from '#shared/api/reports.ts';
import { routes } from '../../http/route.ts';
import { createReport } from './reports.service.ts';

/** Routes of reports. */
export const reportRoutes = routes(reportEndpoints, reportSchemas, {
  createReport: ({ tx, identity, body }) => createReport(tx, identity, body),
});
