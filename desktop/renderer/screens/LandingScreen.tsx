import { useQuery } from '@tanstack/react-query';
import { RoleCards } from '../features/auth/components/RoleCards.tsx';
import { publicCoursesQuery } from '../features/courses/api/queries.ts';
import { PublicCourseStrip } from '../features/courses/components/PublicCourseStrip.tsx';
import { PromiseBox } from '../features/legal/components/PromiseBox.tsx';
import { usePageTitle } from '../lib/page/page-title.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';

/** The page at `/`: what Lyceum is, links to register and to log in, and the public courses if there are any. */
export function LandingScreen() {
  usePageTitle('');
  // While the courses are not loaded, or if this fails, the page is shown without them.
  const { data: courses = [] } = useQuery(publicCoursesQuery());
  return (
    <div className="pb-20">
      <section className="mx-auto w-full max-w-[72rem] px-5 pt-14 pb-12 sm:px-8 sm:pt-24 lg:pb-10 lg:text-center">
        <h1
          tabIndex={-1}
          className="max-w-[20ch] font-serif text-display leading-[1.08] font-semibold tracking-tight sm:text-6xl lg:mx-auto"
        >
          A quiet place to learn, and to teach.
        </h1>
        <p className="mt-5 max-w-[52ch] text-lg leading-relaxed text-text-muted lg:mx-auto">
          Lyceum brings students, teachers, schools and authors together: to share what they know, talk about it, and
          save it for later.
        </p>
        <p className="mt-8 flex flex-wrap gap-3 lg:justify-center">
          <ButtonLink to="/auth?mode=register" variant="primary" size="lg">
            Create your account
          </ButtonLink>
          <ButtonLink to="/auth" size="lg">
            Log in
          </ButtonLink>
        </p>
      </section>
      <RoleCards />
      <PublicCourseStrip courses={courses} />
      <PromiseBox />
    </div>
  );
}
