import pg from 'pg';
import { migrate } from '../db/commands.ts';
import { fillInBulk } from './fixture.ts';

/** Sizes of the bench. */
export const SIZES = { users: 50_000, items: 100_000, enrollments: 1_000_000 } as const;

/** The database of the bench: its address, a learner, and an item with files that the learner is enrolled in. */
export interface CourseDatabase {
  url: string;
  viewerId: string;
  courseId: string;
  fileId: string;
  /** The uploaded file behind it. */
  storedId: string;
}

/** Creates a database with 100,000 published items by 50,000 users, two files and ten enrollments each. */
export async function makeCourseDatabase(adminUrl: string): Promise<CourseDatabase> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('drop database if exists bench_courses with (force)');
  await admin.query('create database bench_courses');
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = '/bench_courses';
  await migrate(url.href);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await fillInBulk(client, FILL);
    await client.query('vacuum analyze');
    const { rows } = await client.query<Record<'user_id' | 'course_id' | 'id' | 'file_id', string>>(
      `select e.user_id, e.course_id, f.id, f.file_id from enrollments e
        join course_files f on f.course_id = e.course_id join bench_items i on i.id = e.course_id
        where i.number = 500 limit 1`,
    );
    const [row] = rows;
    if (!row) throw new Error('The bench has no learner');
    return { url: url.href, viewerId: row.user_id, courseId: row.course_id, fileId: row.id, storedId: row.file_id };
  } finally {
    await client.end();
  }
}

const FILL = [
  `create table bench_people as select gen_random_uuid() as id, i - 1 as number
    from generate_series(1, ${SIZES.users}) i`,
  `create unique index on bench_people (number)`,
  `insert into users (id, username, email, full_name, role, password, institution, position)
    select id, 'person' || number, 'person' || number || '@example.org', 'Person Number ' || number,
      (array['student', 'teacher', 'institution', 'creator'])[number % 4 + 1], 'no one signs in',
      'Institution ' || number % 500, 'Reader'
    from bench_people`,
  `create table bench_items as select gen_random_uuid() as id, i - 1 as number
    from generate_series(1, ${SIZES.items}) i`,
  `create unique index on bench_items (number)`,
  `insert into courses (id, user_id, title, description, price, category, content_type, for_sale, status, enrollments,
      created_at, published_at, updated_at)
    select i.id, p.id, 'Item number ' || i.number, repeat(md5(i.number::text) || ' ', 10 + i.number % 20),
      case when i.number % 3 = 0 then 0 else (i.number % 97) * 100 end,
      (array['Mathematics', 'Physics', 'History', 'Languages', 'Music', 'Biology', 'Chemistry', 'Other'])
        [(i.number * 31) % 8 + 1],
      (array['course', 'ebook', 'document', 'video', 'resource'])[(i.number * 7) % 5 + 1], true, 'published', 10,
      now() - (i.number || ' minutes')::interval, now() - (i.number || ' minutes')::interval, now()
    from bench_items i join bench_people p on p.number = (i.number * 7919::bigint) % ${SIZES.users}`,
  `insert into files (id, owner_id, purpose, sha256, mime, name, size_bytes)
    select gen_random_uuid(), c.user_id, 'course-file', md5(c.id::text || k), 'application/pdf', 'file.pdf', 1000
    from courses c cross join generate_series(1, 2) k`,
  `insert into course_files (id, course_id, file_id, title, position)
    select gen_random_uuid(), c.id, f.id, 'File ' || k, k
    from courses c cross join generate_series(1, 2) k join files f on f.sha256 = md5(c.id::text || k)`,
  `insert into enrollments (id, user_id, course_id, created_at)
    select gen_random_uuid(), p.id, i.id, now() - ((i.number % 1000) || ' hours')::interval
    from bench_items i cross join generate_series(1, ${SIZES.enrollments / SIZES.items}) k
    join bench_people p on p.number = (i.number::bigint * 13 + k * 4999) % ${SIZES.users}`,
];
