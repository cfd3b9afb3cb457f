import { BookOpen, Feather, GraduationCap, Landmark } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Role } from '#shared/api/endpoint.ts';

/** A role as registration describes it. */
interface RoleText {
  role: Role;
  title: string;
  icon: LucideIcon;
  /** What the role is for. */
  purpose: string;
  /** What the role sees after signing in. */
  preview: string;
  /** Names of the pages the role can open. */
  pages: readonly string[];
}

const MEMBER_PAGES = ['Home', 'Library', 'Courses', 'Chat', 'Connections', 'Students', 'Analytics'] as const;

/** The four roles in the order they are offered. */
export const ROLE_TEXTS: readonly RoleText[] = [
  {
    role: 'student',
    title: 'Student',
    icon: BookOpen,
    purpose: 'Follow your courses, ask questions, and save what you learn in one place.',
    preview:
      'As a student you start at Home. You are not listed in the directory, and strangers cannot message you, unless you choose so.',
    pages: MEMBER_PAGES,
  },
  {
    role: 'teacher',
    title: 'Teacher',
    icon: GraduationCap,
    purpose: 'Share what you teach, answer questions, publish and sell courses.',
    preview: 'As a teacher you start at Home. You can post, publish free or paid courses, and talk with your students.',
    pages: MEMBER_PAGES,
  },
  {
    role: 'institution',
    title: 'Institution',
    icon: Landmark,
    purpose: 'Speak for a school, announce events, bring your people together.',
    preview:
      'As an institution you start at Home and post in the name of your school or organisation, which must have allowed it.',
    pages: MEMBER_PAGES,
  },
  {
    role: 'creator',
    title: 'Creator',
    icon: Feather,
    purpose: 'Publish e-books, videos and materials, and sell them in the Library.',
    preview:
      'As a creator you will see only Library and Help: no Home feed, no chat, no connections. Choose teacher if you want those.',
    pages: ['Library', 'Help'],
  },
];
