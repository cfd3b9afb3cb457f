import { Link } from 'react-router-dom';
import { LINK_CLASSES } from '../../../ui/button-classes.ts';

const PROMISES = [
  {
    title: 'No profiling for advertisements',
    text: 'Advertisements are labelled and the same for everyone. No one builds a profile of you to sell to.',
    clause: 'no-profiling',
  },
  {
    title: 'No feed made to keep you scrolling',
    text: 'Posts are in the order they were written. You choose whose posts you see. Nothing plays or moves by itself.',
    clause: 'your-feed',
  },
  {
    title: 'You can always leave',
    text: 'What you make stays yours. Take a copy of all of it and leave whenever you like.',
    clause: 'your-copy',
  },
] as const;

/** What Lyceum does not do; each promise links to its clause of the privacy policy. */
export function PromiseBox() {
  return (
    <section aria-labelledby="promises" className="mx-auto w-full max-w-[72rem] px-5 pt-16 sm:px-8">
      <div className="rounded-lg border border-border bg-surface-sunken p-6 sm:p-10">
        <h2 id="promises" className="font-serif text-2xl font-semibold tracking-tight">
          What we do not do
        </h2>
        <ul className="mt-6 grid gap-x-10 gap-y-7 lg:grid-cols-3">
          {PROMISES.map(({ title, text, clause }) => (
            <li key={clause}>
              <h3 className="text-base font-semibold">{title}</h3>
              <p className="mt-1.5 leading-relaxed text-text-muted">{text}</p>
              <Link to={`/privacy-policy#${clause}`} className={`${LINK_CLASSES} mt-2 inline-block`}>
                Read the clause<span className="sr-only">{` on: ${title}`}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
