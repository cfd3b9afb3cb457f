import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import { ShortcutsTable } from '../features/help/components/ShortcutsTable.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { LINK_CLASSES } from '../ui/button-classes.ts';
import { Card } from '../ui/Card.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

interface Answer {
  question: string;
  answer: ReactNode;
}

const FOR_EVERYONE: readonly Answer[] = [
  {
    question: 'How do I sign in?',
    answer: 'With your username or your email address, and your password.',
  },
  {
    question: 'Can I change my role?',
    answer: 'No. You choose it when you register, and it decides which pages you have.',
  },
  {
    question: 'How do I change the theme, colour or text size?',
    answer: 'Open the menu with your name and choose Theme, Colour or Text size. It takes effect at once.',
  },
  {
    question: 'What does “Live updates paused” mean?',
    answer: 'The page no longer hears about changes as they happen. Nothing is lost: choose Reconnect, and it catches up.',
  },
  {
    question: 'What is kept about me?',
    answer: (
      <>
        The{' '}
        <Link to="/privacy-policy" className={LINK_CLASSES}>
          privacy policy
        </Link>{' '}
        says it in plain words, and the{' '}
        <Link to="/terms-of-service" className={LINK_CLASSES}>
          terms
        </Link>{' '}
        say what we ask of each other.
      </>
    ),
  },
];

const FOR_MEMBERS: readonly Answer[] = [
  {
    question: 'How do I change or delete a post?',
    answer: 'Open the menu at the corner of your post at Home. The same goes for your comments.',
  },
];

const FOR_CREATORS: readonly Answer[] = [
  {
    question: 'Why do I see only Library and Help?',
    answer: 'As a creator you publish and sell; all of that happens in the Library.',
  },
];

/** Answers for the member's role, and the keyboard shortcuts. */
export function HelpScreen({ role }: { role: Role }) {
  usePageTitle('Help');
  const isCreator = role === 'creator';
  const answers = [...FOR_EVERYONE.slice(0, 2), ...(isCreator ? FOR_CREATORS : FOR_MEMBERS), ...FOR_EVERYONE.slice(2)];
  return (
    <PageColumns>
      <PageHeader title="Help" text="Short answers, and the keys that save time." />
      <div className="flex flex-col gap-4">
        <Card as="section" aria-labelledby="account-basics" isFlush>
          <h2 id="account-basics" className="px-6 pt-5 pb-2 text-base font-semibold">
            Your account
          </h2>
          <dl className="divide-y divide-border px-6 pb-2">
            {answers.map(({ question, answer }) => (
              <div key={question} className="py-3.5">
                <dt className="font-medium">{question}</dt>
                <dd className="mt-0.5 leading-relaxed text-text-muted">{answer}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card as="section" aria-labelledby="keyboard-shortcuts" className="p-6">
          <h2 id="keyboard-shortcuts" className="mb-4 text-base font-semibold">
            Keyboard shortcuts
          </h2>
          <ShortcutsTable isAllowed={(path) => !isCreator || path === '/library'} />
        </Card>
      </div>
    </PageColumns>
  );
}
