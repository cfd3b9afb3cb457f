import { HOUR_MS } from '#shared/time.ts';
import { Advertisement } from '../../domains/advertisements/advertisement.entity.ts';
import { Event } from '../../domains/events/event.entity.ts';
import { ago, inDaysAt, type SeedContext } from './context.ts';
import { seedAdvertisements, seedEvents } from './interactions.ts';

/** Inserts events and advertisements. */
export async function seedOfferings({ em, now, idOf }: SeedContext): Promise<void> {
  await em.insertMany(
    Event,
    seedEvents.map(({ by, inDays, weekday, hour, hours, capacity = null, joinUrl = null, ...event }, i) => {
      const date = inDaysAt(now, { inDays, hour, ...(weekday !== undefined && { weekday }) });
      const endsAt = hours === undefined ? null : new Date(date.getTime() + hours * HOUR_MS);
      return { ...ago(now, 16 + i * 27), ...event, userId: idOf(by), date, endsAt, capacity, joinUrl };
    }),
  );
  await em.insertMany(
    Advertisement,
    seedAdvertisements.map(({ by, ...advertisement }, i) => ({
      ...ago(now, 200 + i * 24),
      ...advertisement,
      state: 'active' as const,
      userId: idOf(by),
    })),
  );
}
