import type { RequestHandler } from 'express';
import { CLIENT_VERSION_HEADER, metaEndpoints } from '#shared/api/meta.ts';
import { compareVersions } from '#shared/version.ts';
import { AppError } from './app-error.ts';

/**
 * Refuses requests of desktop clients that are older than `minClient`, by the version that they send. The web app is
 * always as new as its server and sends none. GET /api/meta is served to every version, because it names the oldest
 * one.
 */
export function refuseOldClients(minClient: string): RequestHandler {
  return ({ headers, baseUrl, path }, res, next) => {
    const version = headers[CLIENT_VERSION_HEADER];
    const isMeta = baseUrl + path === metaEndpoints.getMeta.path;
    if (typeof version !== 'string' || isMeta || compareVersions(version, minClient) >= 0) return next();
    // RFC 9110, section 15.5.22: the response names what is required.
    res.setHeader('Upgrade', `${CLIENT_VERSION_HEADER}/${minClient}`);
    next(
      new AppError(
        'UPGRADE_REQUIRED',
        `This server requires version ${minClient} of the app or newer. Please update it.`,
      ),
    );
  };
}
