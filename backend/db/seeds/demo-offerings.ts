import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { AdDay } from '../../domains/advertisements/ad-day.entity.ts';
import { Advertisement } from '../../domains/advertisements/advertisement.entity.ts';
import { Event } from '../../domains/events/event.entity.ts';
import { ago, dayOf, inDaysAt, seededRandom, type SeedContext } from './context.ts';
import { seedAdvertisements, seedEvents } from './interactions.ts';

/** Inserts events, and advertisements with their numbers. */
export async function seedOfferings({ em, now, idOf }: SeedContext): Promise<void> {
  await em.insertMany(
    Event,
    seedEvents.map(({ by, inDays, weekday, hour, hours, capacity = null, joinUrl = null, ...event }, i) => {
      const date = inDaysAt(now, { inDays, hour, ...(weekday !== undefined && { weekday }) });
      const endsAt = hours === undefined ? null : new Date(date.getTime() + hours * HOUR_MS);
      return { ...ago(now, 16 + i * 27), ...event, userId: idOf(by), date, endsAt, capacity, joinUrl };
    }),
  );
  const advertisements = seedAdvertisements.map(({ by, ...advertisement }, i) => ({
    ...ago(now, 200 + i * 24),
    ...advertisement,
    state: 'active' as const,
    userId: idOf(by),
  }));
  await em.insertMany(Advertisement, advertisements);
  const random = seededRandom(31);
  for (const { id: advertisementId, createdAt } of advertisements)
    await em.insertMany(AdDay, daysOf({ since: createdAt.getTime(), now, random }, advertisementId));
}

/** The views and clicks of an advertisement on each day from the one after it was placed until yesterday. */
function daysOf({ since, now, random }: { since: number; now: number; random: () => number }, advertisementId: string) {
  const days = Math.floor(now / DAY_MS) - Math.floor(since / DAY_MS) - 1;
  return Array.from({ length: days }, (_none, i) => {
    const impressions = 8 + Math.floor(random() * 22);
    const clicks = Math.floor(impressions * random() * 0.15);
    return { advertisementId, day: dayOf(since + (i + 1) * DAY_MS), impressions, clicks };
  });
}
