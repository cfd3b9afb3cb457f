import { countPerDay, dayOf, isInRange, type MetricParts } from '../../db/metric-source.ts';

/** What events contribute to the numbers of their hosts. */
export const eventMetrics: MetricParts = {
  metrics: {
    rsvps: countPerDay('rsvps', {
      owner: 'e.user_id',
      subject: 'e.id',
      at: 'a.created_at',
      from: `event_attendees a join events e on e.id = a.event_id
        where a.status = 'going' and a.user_id <> e.user_id`,
    }),
    'event-guests': countPerDay('event-guests', {
      owner: 'e.user_id',
      subject: 'e.id',
      at: 'e.date',
      from: `event_attendees a join events e on e.id = a.event_id
        where a.status = 'going' and a.user_id <> e.user_id and e.state = 'scheduled' and e.date <= now()`,
    }),
  },
  annotations: {
    'event-held': {
      name: 'annotation-event',
      text: `select e.user_id as owner_id, e.id as subject_id, ${dayOf('e.date')} as day, null::int as value
        from events e where e.state = 'scheduled' and e.date <= now() and ${isInRange('e.date')}`,
    },
  },
  titles: {
    event: {
      name: 'metric-titles-event',
      text: 'select e.id, e.title from events e where e.id = any($1::uuid[]) and e.user_id = $2',
    },
  },
};
