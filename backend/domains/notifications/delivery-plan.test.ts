import { describe, expect, it } from 'vitest';
import { planDelivery } from './delivery-plan.ts';
import { nextHour, quietUntil } from '#shared/quiet-hours.ts';
import type { RecipientSettings } from './recipient-settings.ts';

const NOON = new Date('2026-05-01T12:00:00Z');
const NIGHT = new Date('2026-05-01T23:30:00Z');
const quietHours = { isOn: true, from: '22:00', to: '07:00', zone: 'UTC' };
const settings = (changes: Partial<RecipientSettings> = {}): RecipientSettings => ({
  fullName: 'Ana',
  role: 'student',
  email: 'ana@example.test',
  isEmailVerified: true,
  preferences: {
    emailNotifications: true,
    pushNotifications: true,
    messageNotifications: true,
    connectionNotifications: true,
    courseUpdateNotifications: true,
    marketingNotifications: false,
  },
  types: {},
  digest: 'off',
  digestHour: 8,
  quietHours: { ...quietHours, isOn: false },
  isHidden: false,
  isMuted: false,
  relation: null,
  subscriptionIds: [],
  ...changes,
});
const off = (...switches: (keyof RecipientSettings['preferences'])[]) => ({
  preferences: { ...settings().preferences, ...Object.fromEntries(switches.map((name) => [name, false])) },
});

describe('the delivery of a notification', () => {
  it('follows the defaults of the type', () => {
    expect(planDelivery('connection-request', settings(), NOON)).toMatchObject({
      isShown: true,
      isAlert: true,
      isPushed: true,
      emailDueAt: new Date('2026-05-01T12:02:00Z'),
    });
    expect(planDelivery('post-liked', settings(), NOON)).toMatchObject({
      isShown: true,
      isAlert: false,
      isPushed: false,
      emailDueAt: null,
    });
  });

  it('follows the switches and the choices of the member', () => {
    expect(planDelivery('connection-request', settings(off('connectionNotifications')), NOON)).toBeNull();
    expect(
      planDelivery('connection-request', settings(off('emailNotifications', 'pushNotifications')), NOON),
    ).toMatchObject({
      isShown: true,
      isPushed: false,
      emailDueAt: null,
    });
    expect(planDelivery('post-liked', settings({ types: { 'post-liked': { inApp: false } } }), NOON)).toBeNull();
    expect(
      planDelivery('post-liked', settings({ types: { 'post-liked': { inApp: false, email: true } } }), NOON),
    ).toMatchObject({ isShown: false, isAlert: false, emailDueAt: expect.any(Date) });
  });

  it('is omitted across a block and for a muted source, but never for security', () => {
    expect(planDelivery('post-commented', settings({ isHidden: true }), NOON)).toBeNull();
    expect(planDelivery('post-commented', settings({ isMuted: true }), NOON)).toBeNull();
    expect(
      planDelivery(
        'security',
        settings({ quietHours, isMuted: true, types: { security: { inApp: false } } as never }),
        NIGHT,
      ),
    ).toMatchObject({ isShown: true, isAlert: true, isPushed: true });
  });

  it('raises no alert in quiet hours, and sends the email at their end', () => {
    expect(planDelivery('connection-request', settings({ quietHours }), NIGHT)).toMatchObject({
      isShown: true,
      isAlert: false,
      isPushed: false,
      emailDueAt: new Date('2026-05-02T07:00:00Z'),
    });
  });

  it('sends the daily digest at its hour', () => {
    const daily = settings({
      digest: 'daily',
      digestHour: 18,
      quietHours: { ...quietHours, isOn: false, zone: 'Europe/Stockholm' },
    });
    expect(planDelivery('connection-request', daily, NOON)?.emailDueAt).toEqual(new Date('2026-05-01T16:00:00Z'));
  });
});

describe('quiet hours', () => {
  it.each([
    ['inside', quietHours, '2026-05-01T23:30:00Z', '2026-05-02T07:00:00.000Z'],
    ['at the start', quietHours, '2026-05-01T22:00:00Z', '2026-05-02T07:00:00.000Z'],
    ['at the end', quietHours, '2026-05-01T07:00:00Z', null],
    ['outside', quietHours, '2026-05-01T12:00:00Z', null],
    [
      'within one day',
      { ...quietHours, from: '09:00', to: '17:30' },
      '2026-05-01T09:15:20Z',
      '2026-05-01T17:30:00.000Z',
    ],
    [
      'the whole day',
      { ...quietHours, from: '08:00', to: '08:00' },
      '2026-05-01T08:00:00Z',
      '2026-05-02T08:00:00.000Z',
    ],
    ['in their zone', { ...quietHours, zone: 'Asia/Kolkata' }, '2026-05-01T17:00:00Z', '2026-05-02T01:30:00.000Z'],
    ['switched off', { ...quietHours, isOn: false }, '2026-05-01T23:30:00Z', null],
  ])('%s', (_name, hours, now, end) => {
    expect(quietUntil(hours, new Date(now))?.toISOString() ?? null).toBe(end);
  });

  it('find the next time of an hour', () => {
    expect(nextHour(8, 'UTC', new Date('2026-05-01T08:00:00Z')).toISOString()).toBe('2026-05-02T08:00:00.000Z');
    expect(nextHour(8, 'America/New_York', NOON).toISOString()).toBe('2026-05-02T12:00:00.000Z');
  });
});
