/** One thing that matters, and what it means. */
type ChildPoint = readonly [title: string, text: string];

/** The privacy policy for students who are children. */
export const PRIVACY_FOR_CHILDREN: readonly ChildPoint[] = [
  [
    'What we know about you',
    'Only what you type in or upload: your name, your email address, what you write, the photos and images you choose.',
  ],
  [
    'Who can see it',
    'Other members can see your name, your role and your posts. Only you and the other person can see a message.',
  ],
  [
    'What we never do',
    'We do not sell what you write, we do not guess what you might buy, and only your connections and the teachers of your courses can message you unless you allow others.',
  ],
  [
    'If something feels wrong',
    'Block the person. They will not be notified. Then talk to a teacher or another grown-up you trust.',
  ],
  [
    'If you want to leave',
    'You can close your account. What you posted disappears, and after 30 days it is deleted for good.',
  ],
];

/** The terms for students who are children. */
export const TERMS_FOR_CHILDREN: readonly ChildPoint[] = [
  ['Be yourself', 'Use your own name, one account, and a password that only you know.'],
  ['Be kind', 'No threats, no mocking, no posting of other people’s secrets or photos they do not want shown.'],
  ['What you make is yours', 'You only let us show it where you put it. When you delete it, we stop.'],
  ['When someone breaks the rules', 'Report it, from the menu with the three dots. They do not learn who did.'],
  ['If you are young', 'A parent or your school has to agree that you are here. Ask them when you are not sure.'],
];

/** A legal text in words for students who are children. */
export function ChildrenSummary({ points }: { points: readonly ChildPoint[] }) {
  return (
    <section
      id="for-students"
      aria-labelledby="for-students-title"
      className="mt-6 scroll-mt-20 rounded-lg border border-border bg-accent-soft p-5 sm:p-7"
    >
      <h2 id="for-students-title" className="font-serif text-2xl font-semibold tracking-tight">
        For students, in short
      </h2>
      <dl className="mt-4 grid gap-x-10 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
        {points.map(([title, text]) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1 leading-relaxed">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
