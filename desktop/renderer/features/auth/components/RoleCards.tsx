import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ROLE_TEXTS } from '../role-texts.ts';

/** Shows the four roles side by side, on wide screens under a drawn gable; each links to registration in that role. */
export function RoleCards() {
  return (
    <section aria-labelledby="roles" className="mx-auto w-full max-w-[72rem] px-5 sm:px-8">
      <h2 id="roles" className="sr-only">
        Choose how you take part
      </h2>
      <svg aria-hidden="true" viewBox="0 0 1000 86" preserveAspectRatio="none" className="hidden h-16 w-full lg:block">
        <path
          d="M500 2 996 78v6H4v-6z"
          className="fill-accent-soft stroke-border"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <ul className="grid gap-3 sm:grid-cols-2 lg:mt-2 lg:grid-cols-4">
        {ROLE_TEXTS.map(({ role, title, icon: Icon, purpose }) => (
          <li key={role} className="flex">
            <Link
              to={`/auth?mode=register&role=${role}`}
              className="group flex flex-1 flex-col rounded-lg border border-border bg-surface-raised p-5 transition-colors hover:border-accent"
            >
              <Icon className="size-6 text-accent-text" strokeWidth={1.6} />
              <span className="mt-4 font-serif text-xl font-semibold">{title}</span>
              <span className="mt-1.5 leading-relaxed text-text-muted">{purpose}</span>
              <span className="mt-auto flex items-center gap-1.5 pt-5 font-medium text-accent-text">
                <span>{`Join as ${title.toLowerCase()}`}</span>
                <ArrowRight className="size-4 transition-transform group-hover:translate-x-0.5" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
