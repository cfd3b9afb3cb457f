import type { EntityManager } from '@mikro-orm/postgresql';
import type { DomainEvents } from './domain-events.ts';
import { reviewEdited } from './domains/advertisements/advertisements.review.ts';
import { endAnswersOutside } from './domains/events/rsvp.service.ts';
import { registerNotifications } from './domains/notifications/notifications.domain-events.ts';
import { removeReviewsOfRefunds } from './domains/reviews/reviews.service.ts';
import { registerSearch } from './domains/search/search.domain-events.ts';
import { endPartnerFlags } from './domains/students/students.service.ts';
import { NOTIFICATION_RULES } from './notification-drafts.ts';
import { searchSources } from './search-documents.ts';

/**
 * Registers the handlers of domain events besides the pushes. They run in the order of their registration: pushes are
 * published before notifications are written.
 */
export function handleDomainEvents(events: DomainEvents, forkEm: () => EntityManager): void {
  registerSearch(events, { forkEm, sources: searchSources });
  registerNotifications(events, { forkEm, rules: NOTIFICATION_RULES });
  reviewEdited(events, forkEm);
  endPartnerFlags(events, forkEm);
  removeReviewsOfRefunds(events, forkEm);
  endAnswersOutside(events, forkEm);
}
