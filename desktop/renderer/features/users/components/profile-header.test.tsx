// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ProfileView } from '#shared/api/users.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { ProfileHeader } from './ProfileHeader.tsx';

const PROFILE = {
  id: 'u1',
  fullName: 'يوسف الخطيب',
  username: 'yusuf',
  role: 'teacher',
  position: 'مدرس الرياضيات',
  institution: 'Northfield University',
  profileImage: null,
  coverImage: null,
  officeHours: null,
  counts: { connections: 0, posts: 0, courses: 0, people: null },
  viewer: { isSelf: true, mutualCount: 0 },
};

function show(fields: object = {}): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ProfileHeader profile={{ ...PROFILE, ...fields } as unknown as ProfileView} actions={null} />
    </QueryClientProvider>,
  );
}

it('isolates a position in another script from the institution and from the direction of the line', () => {
  show();
  const parts = ['مدرس الرياضيات', 'Northfield University'].map((text) => screen.getByText(text));
  expect(parts.map(({ tagName }) => tagName)).toEqual(['BDI', 'BDI']);
  expect(parts[0]?.parentElement).toBe(parts[1]?.parentElement);
  expect(parts[0]?.parentElement?.tagName).toBe('P');
});

it('names the institution that has confirmed the member', () => {
  show({ verifiedBy: 'Northfield University' });
  expect(screen.getByRole('img', { name: 'Confirmed by Northfield University' })).toBeTruthy();
});

it('says that an institution awaits approval, and why only to itself', () => {
  show({ role: 'institution', isAwaitingApproval: true });
  expect(screen.getByText('Awaiting approval')).toBeTruthy();
  expect(screen.queryByText('Institution')).toBeNull();
  expect(screen.getByText(/works like a teacher's/)).toBeTruthy();
  cleanup();
  show({ role: 'institution', isAwaitingApproval: true, viewer: { isSelf: false, mutualCount: 0 } });
  expect(screen.getByText('Awaiting approval')).toBeTruthy();
  expect(screen.queryByText(/works like a teacher's/)).toBeNull();
});
