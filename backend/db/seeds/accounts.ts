import type { Role } from '#shared/api/endpoint.ts';

/** The password of every demo account. */
export const DEMO_PASSWORD = 'lyceum-demo-2026';

/** The demo account of each role. */
export const demoAccounts: readonly { role: Role; username: string; password: string }[] = [
  { role: 'student', username: 'maya', password: DEMO_PASSWORD },
  { role: 'teacher', username: 'daniel', password: DEMO_PASSWORD },
  { role: 'institution', username: 'northfield', password: DEMO_PASSWORD },
  { role: 'creator', username: 'amara', password: DEMO_PASSWORD },
];
