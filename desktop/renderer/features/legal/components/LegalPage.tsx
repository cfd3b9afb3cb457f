import { FilePenLine, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useLightPrint } from '../../../lib/page/light-print.ts';
import { Button } from '../../../ui/Button.tsx';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import type { Clause } from '../clause.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

/** One version of the legal texts. */
interface LegalVersion {
  /** ISO date. */
  date: string;
  /** The changes since the previous version, in plain words. */
  changes: readonly string[];
}

/** All versions of the draft texts, the current one first. */
const LEGAL_VERSIONS: readonly [LegalVersion, ...LegalVersion[]] = [
  { date: '2026-11-21', changes: ['The first draft of the privacy policy and of the terms.'] },
];

const DAY = new Intl.DateTimeFormat(OWN_LOCALE, { dateStyle: 'long', timeZone: 'UTC' });

interface LegalPageProps {
  title: string;
  /** One or two sentences under the title. */
  lead: string;
  clauses: readonly Clause[];
  /** Returns the path of a control for the reader's role. */
  pathOf: (path: string) => string;
  /** Shown between the lead and the clauses, such as the summary for children. */
  children?: Elements;
}

/** A legal text: its table of contents, and each clause with its plain summary. */
export function LegalPage({ title, lead, clauses, pathOf, children }: LegalPageProps) {
  useScrollToClause();
  useLightPrint();
  return (
    <div className="mx-auto w-full max-w-[72rem] px-5 pt-10 pb-20 sm:px-8 sm:pt-14">
      <header className="max-w-[65ch]">
        <h1 tabIndex={-1} className="font-serif text-4xl font-semibold tracking-tight sm:text-5xl">
          {title}
        </h1>
        <p className="mt-4 text-base text-text-muted">{lead}</p>
        <Button className="mt-5 print:hidden" onClick={() => globalThis.print()}>
          <Printer className="size-4" />
          Print
        </Button>
      </header>
      <DraftNote />
      {children}
      <div className="mt-10 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-12 print:block">
        <Contents clauses={clauses} />
        <div className="mt-10 lg:mt-0">
          {clauses.map((clause, index) => (
            <section
              key={clause.id}
              id={clause.id}
              aria-labelledby={`${clause.id}-title`}
              className="scroll-mt-20 border-t border-border py-8 first:border-t-0 first:pt-0"
            >
              <h2
                id={`${clause.id}-title`}
                className="font-serif text-2xl font-semibold tracking-tight print:break-after-avoid"
              >
                <span className="text-text-muted">{`${index + 1}.`}</span> <span>{clause.title}</span>
              </h2>
              <p className="mt-3 max-w-[65ch] border-s-2 border-accent ps-4 text-base">
                <span className="sr-only">In short: </span>
                <span>{clause.summary}</span>
              </p>
              <div className="mt-4 space-y-3 leading-relaxed text-text-muted [&_li]:mt-1.5 [&_p]:max-w-[65ch] [&_ul]:max-w-[65ch] [&_ul]:list-disc [&_ul]:ps-5">
                {clause.body}
              </div>
              <Controls clause={clause} pathOf={pathOf} />
            </section>
          ))}
          <Versions />
        </div>
      </div>
    </div>
  );
}

function Day({ date }: { date: string }) {
  return <time dateTime={date}>{DAY.format(new Date(date))}</time>;
}

/** Links to the settings that a clause mentions. */
function Controls({ clause: { title, controls = [] }, pathOf }: Pick<LegalPageProps, 'pathOf'> & { clause: Clause }) {
  if (controls.length === 0) return null;
  return (
    <nav aria-label={`You decide: ${title}`} className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
      <span className="text-small text-text-muted">You decide:</span>
      {controls.map(({ label, path }) => (
        <TextLink key={path} to={pathOf(path)}>
          {label}
        </TextLink>
      ))}
    </nav>
  );
}

function Versions() {
  return (
    <section id="versions" aria-labelledby="versions-title" className="scroll-mt-20 border-t border-border py-8">
      <h2 id="versions-title" className="font-serif text-2xl font-semibold tracking-tight print:break-after-avoid">
        Versions
      </h2>
      <ol className="mt-3 space-y-3">
        {LEGAL_VERSIONS.map(({ date, changes }, index) => (
          <li key={date}>
            <p className="font-medium">
              <Day date={date} />
              {index === 0 && <span className="font-normal text-text-muted"> · the one you read</span>}
            </p>
            <ul className="mt-1 list-disc ps-5 text-text-muted">
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Scrolls to the clause in the URL once it is rendered; the browser tried before the page had loaded. */
function useScrollToClause(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '') return undefined;
    const frame = requestAnimationFrame(() =>
      document.querySelector(`#${CSS.escape(hash.slice(1))}`)?.scrollIntoView(),
    );
    return () => cancelAnimationFrame(frame);
  }, [hash]);
}

function DraftNote() {
  return (
    <div
      role="note"
      className="mt-6 flex max-w-[65ch] items-start gap-3 rounded-lg border border-border bg-surface-sunken p-4"
    >
      <FilePenLine className="mt-0.5 size-4.5 shrink-0 text-warning" />
      <p>
        <strong className="font-semibold">Draft.</strong> This text comes with the software, dated{' '}
        <Day date={LEGAL_VERSIONS[0].date} />. It becomes binding only when the operator of this Lyceum replaces it with
        their own name and text.
      </p>
    </div>
  );
}

function Contents({ clauses }: { clauses: readonly Clause[] }) {
  return (
    <nav
      aria-label="On this page"
      className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto print:hidden"
    >
      <h2 className="text-small font-semibold text-text-muted">On this page</h2>
      <ol className="mt-2 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
        {clauses.map((clause) => (
          <li key={clause.id}>
            <a href={`#${clause.id}`} className={`${QUIET_LINK_CLASSES} inline-block py-1`}>
              {clause.title}
            </a>
          </li>
        ))}
        <li>
          <a href="#versions" className={`${QUIET_LINK_CLASSES} inline-block py-1`}>
            Versions
          </a>
        </li>
      </ol>
    </nav>
  );
}
