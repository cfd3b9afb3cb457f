// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ProfileView } from '#shared/api/users.ts';
import { createQueryClient } from '../../../lib/http/query-client.ts';
import { ProfileHeader } from './ProfileHeader.tsx';

it('isolates a position in another script from the institution and from the direction of the line', () => {
  const profile = {
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
  } as unknown as ProfileView;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ProfileHeader profile={profile} actions={null} />
    </QueryClientProvider>,
  );
  const parts = ['مدرس الرياضيات', 'Northfield University'].map((text) => screen.getByText(text));
  expect(parts.map(({ tagName }) => tagName)).toEqual(['BDI', 'BDI']);
  expect(parts[0]?.parentElement).toBe(parts[1]?.parentElement);
  expect(parts[0]?.parentElement?.tagName).toBe('P');
});
