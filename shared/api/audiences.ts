import type * as z from 'zod/mini';
import type { audienceSchema } from './audiences.schema.ts';
import { endpoint, endpoints, type NoSchemas } from './endpoint.ts';

/**
 * Who can see a post or an event: every member, the author's connections, the confirmed members of an institution, or
 * the class of an item, which is its author and the users who are enrolled.
 */
export const AUDIENCES = ['everyone', 'connections', 'institution', 'course'] as const;
/** One of {@link AUDIENCES}. */
export type AudienceType = (typeof AUDIENCES)[number];

/** The audience of a record. `id` and `name` are those of the institution or the item; null for the other types. */
export interface AudienceView {
  type: AudienceType;
  id: string | null;
  name: string | null;
}

/** An audience that the viewer can choose. `canHost` is true when the viewer can also offer it an event. */
export interface AudienceChoice extends AudienceView {
  canHost: boolean;
}

/** The audience of a new post or event; `id` names the institution or the item. */
export type AudienceInput = z.infer<typeof audienceSchema>;

/** Audiences of posts and events. */
export const audienceEndpoints = endpoints<NoSchemas>()({
  /** The audiences that the viewer can choose: everyone, connections, institutions, then the newest classes. */
  listAudiences: endpoint<AudienceChoice[]>()({ method: 'GET', path: '/api/audiences', who: 'member' }),
});
