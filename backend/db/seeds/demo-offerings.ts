import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { Advertisement } from '../../domains/advertisements/advertisement.entity.ts';
import { Event } from '../../domains/events/event.entity.ts';
import { ago, type SeedContext } from './context.ts';
import { seedAdvertisements, seedEvents } from './interactions.ts';

/** Inserts events and advertisements. */
export async function seedOfferings({ em, now, idOf }: SeedContext): Promise<void> {
  await em.insertMany(
    Event,
    seedEvents.map(({ by, inDays, weekday, hour, hours, capacity = null, joinUrl = null, ...event }, i) => {
      const earliest = new Date(now + inDays * DAY_MS);
      const daysLater = weekday === undefined ? 0 : (weekday - earliest.getUTCDay() + 7) % 7;
      const date = new Date(new Date(earliest.getTime() + daysLater * DAY_MS).setUTCHours(hour, 0, 0, 0));
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
