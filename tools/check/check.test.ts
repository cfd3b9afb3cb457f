import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../stack.ts';
import { checkDocs } from './docs.ts';
import { checkFormat, checkLint, checkTypes, checkUnused } from './external.ts';
import { checkImports } from './imports.ts';
import { checkNouns, drawNouns } from './nouns.ts';
import { checkLines } from './lines.ts';
import { checkSizes } from './sizes.ts';
import { checkSql } from './sql.ts';
import { listPaths, readSources, type SourceFile } from './source.ts';
import { checkLocales } from './locales.ts';
import { checkColours, checkNames, checkTextSizes } from './text-rules.ts';
import { checkWriting } from './writing.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `  void ${index};`).join('\n');
const file = (path: string, text: string): SourceFile => ({ path, text });

describe('imports', () => {
  const planted: [string, string, string, RegExp][] = [
    ['shared imports a package', 'shared/limits.ts', "import pg from 'pg';", /zod only/],
    [
      'shared imports the backend',
      'shared/limits.ts',
      "import { a } from '../backend/app.ts';",
      /may not import backend/,
    ],
    [
      'the desktop imports the backend',
      'desktop/renderer/lib/http/api.ts',
      "import type { A } from '../../../../backend/app.ts';",
      /may not import backend/,
    ],
    [
      'the renderer imports main',
      'desktop/renderer/lib/http/api.ts',
      "import { a } from '../../../main/app.ts';",
      /may not import main/,
    ],
    ['the renderer imports Node', 'desktop/renderer/lib/http/api.ts', "import { join } from 'node:path';", /no Node/],
    [
      'db imports a higher layer',
      'backend/db/read.ts',
      "import { a } from '../http/page.ts';",
      /db may not import http/,
    ],
    [
      'http imports a higher layer',
      'backend/http/page.ts',
      "import { a } from '../domains/posts/post.view.ts';",
      /http may not import domains/,
    ],
    [
      'a domain imports a higher layer',
      'backend/domains/posts/posts.service.ts',
      "import { a } from '../../routes.ts';",
      /domains may not import routes/,
    ],
    [
      'a domain imports routes of another',
      'backend/domains/posts/posts.service.ts',
      "import { a } from '../users/users.routes.ts';",
      /between domains/,
    ],
    [
      'a domain imports realtime of another',
      'backend/domains/posts/posts.service.ts',
      "const a = await import('../users/users.realtime.ts');",
      /between domains/,
    ],
    ['production code imports test code', 'backend/app.ts', "import { a } from './testing/builders.ts';", /test code/],
    [
      'lib imports a higher layer',
      'desktop/renderer/lib/http/api.ts',
      "import { a } from '../../ui/Button.tsx';",
      /lib may not import ui/,
    ],
    [
      'ui imports a higher layer',
      'desktop/renderer/ui/Card.tsx',
      "import { a } from '../features/posts/feed.ts';",
      /ui may not import features/,
    ],
    [
      'a feature imports another',
      'desktop/renderer/features/posts/feed.ts',
      "import { a } from '../comments/thread.ts';",
      /do not import each other/,
    ],
    [
      'a feature re-exports another',
      'desktop/renderer/features/posts/feed.ts',
      "export type { a } from '../comments/thread.ts';",
      /do not import each other/,
    ],
    [
      'a screen imports a higher layer',
      'desktop/renderer/screens/HomeScreen.tsx',
      "import { a } from '../app/router.tsx';",
      /screens may not import app/,
    ],
    [
      'socket.io elsewhere',
      'backend/http/server.ts',
      "import { Server } from 'socket.io';",
      /socket.io is not allowed here/,
    ],
    [
      'socket.io-client elsewhere',
      'desktop/renderer/app/live.ts',
      "import { io } from 'socket.io-client';",
      /socket.io-client is not allowed here/,
    ],
    [
      'tus-js-client elsewhere',
      'desktop/renderer/features/posts/feed.ts',
      "const { Upload } = await import('tus-js-client');",
      /tus-js-client is not allowed here/,
    ],
    [
      'fetch elsewhere',
      'desktop/renderer/features/posts/feed.ts',
      "await window.fetch('/api');",
      /fetch is not allowed here/,
    ],
    [
      'a third-party widget outside ui',
      'desktop/renderer/features/posts/feed.ts',
      "import { Popover } from 'radix-ui';",
      /radix-ui is not allowed here/,
    ],
    ['process.env elsewhere', 'backend/http/server.ts', 'process.env.PORT;', /process.env is not allowed here/],
    [
      "the node's clock in a domain",
      'backend/domains/posts/posts.service.ts',
      'new Date();',
      /clock is not allowed here/,
    ],
    ["the node's clock in http", 'backend/http/page.ts', 'Date.now();', /clock is not allowed here/],
    ["ids by the node's clock", 'backend/db/columns.ts', "import { v7 } from 'uuid';", /clock is not allowed here/],
    ['electron elsewhere', 'desktop/main/app.ts', "import { app } from 'electron';", /electron is not allowed here/],
    [
      'ipcMain in preload',
      'desktop/preload/index.ts',
      "import { ipcMain } from 'electron';",
      /ipcMain is not allowed here/,
    ],
  ];
  it.each(planted)('%s', (_name, path, text, message) => {
    expect(checkImports([file(path, text)]).map((violation) => violation.message)).toContainEqual(
      expect.stringMatching(message),
    );
  });

  it('passes what the house allows', () => {
    const files = [
      file('shared/api/posts.schema.ts', "import * as z from 'zod/mini';"),
      file(
        'backend/domains/posts/posts.service.ts',
        "import { User } from '../users/user.entity.ts';\nimport { a } from '../../http/page.ts';\nimport { b } from '#shared/limits.ts';",
      ),
      file('backend/db/seeds/demo.ts', "import { Post } from '../../domains/posts/post.entity.ts';"),
      file('backend/realtime/server.ts', "import { Server } from 'socket.io';"),
      file('backend/main.ts', 'process.env;'),
      file(
        'backend/app.test.ts',
        "import { io } from 'socket.io-client';\nimport { a } from './testing/builders.ts';\nawait fetch('/');",
      ),
      file('desktop/renderer/features/posts/feed.ts', "import { NameLink } from '../users/components/NameLink.tsx';"),
      file('desktop/renderer/ui/Toaster.tsx', "import type { ToastItem } from '../lib/toasts.ts';"),
      file(
        'desktop/renderer/app/shell/AppearanceMenu.tsx',
        "import { a } from '../../features/preferences/options.ts';",
      ),
    ];
    expect(checkImports(files)).toEqual([]);
  });
});

describe('nouns', () => {
  const users = file('backend/domains/users/user.entity.ts', "const User = { tableName: 'users' };");
  const posts = file('backend/domains/posts/post.entity.ts', "const Post = { tableName: 'posts' };");

  it('finds a cycle of nouns, by types and entities as well, and names its imports', () => {
    const files = [
      file('backend/domains/a/a.service.ts', "import { b } from '../b/b.service.ts';"),
      file('backend/domains/b/b.view.ts', "import { C } from '../c/c.entity.ts';"),
      file('backend/domains/c/c.service.ts', "import type { A } from '../a/a.entity.ts';"),
    ];
    expect(checkNouns(files).map(({ message }) => message)).toEqual([
      'nouns import each other: a > b > c > a (a.service.ts > b.service.ts, b.view.ts > c.entity.ts, c.service.ts > a.entity.ts)',
    ]);
    expect(drawNouns(files)).toMatch(/nouns import each other/);
  });

  it('passes a graph without a cycle, leaves tests out, and draws it in layers', () => {
    const files = [
      users,
      file('backend/domains/posts/post.view.ts', "import { User } from '../users/user.entity.ts';"),
      file('backend/domains/users/users.test.ts', "import { a } from '../posts/post.view.ts';"),
    ];
    expect(checkNouns(files)).toEqual([]);
    expect(drawNouns(files)).toMatch(/layer 1\n {2}posts > users\nlayer 0\n {2}users\nNo cycle/);
  });

  const planted: [string, string, RegExp][] = [
    ['a read', 'const A = `select 1 from posts p where p.id = $1`;', /comments reads posts of posts/],
    ['a join in a fragment', 'const A = `left join posts p on p.id = ${id}`;', /comments reads posts of posts/],
    ['a table after a comma', "const A = 'select 1 from users u, posts p';", /comments reads posts of posts/],
    ['an insert', "const A = 'insert into posts (id) values ($1)';", /comments writes to posts/],
    ['an update', "const A = 'update users set bio = $1';", /comments writes to users/],
    ['a deletion inside a with', 'const A = `with deleted as (delete from posts where id = $1) x`;', /writes to posts/],
    [
      'a write to the table of an imported noun',
      "import { Post } from '../posts/post.entity.ts';\nconst A = 'update posts set likes = 0';",
      /comments writes to posts/,
    ],
  ];
  it.each(planted)('finds %s of a table that belongs to another noun', (_name, text, message) => {
    const found = checkSql([users, posts, file('backend/domains/comments/comments.service.ts', text)]);
    expect(found.map((violation) => violation.message)).toEqual([expect.stringMatching(message)]);
  });

  it('finds a table of a noun in a file outside of domains', () => {
    const files = [users, posts, file('backend/http/page.ts', "const A = 'select 1 from posts';")];
    expect(checkSql(files).map(({ message }) => message)).toEqual([expect.stringMatching(/names posts/)]);
  });

  it('passes own tables, those of users, those of imported nouns, and prose', () => {
    const text = `import { Post } from '../posts/post.entity.ts';
      const A = 'select 1 from posts p join users u on u.id = p.user_id';
      const B = 'Choose from the list';`;
    const files = [
      users,
      posts,
      file('backend/domains/comments/comments.service.ts', text),
      file('backend/domains/posts/posts.service.ts', "const A = 'delete from posts';"),
      file('backend/domains/users/users.test.ts', "const A = 'delete from posts';"),
    ];
    expect(checkSql(files)).toEqual([]);
  });
});

describe('sizes', () => {
  it.each([
    ['a long file', 'backend/a.ts', lines(401), /401 lines/],
    ['a long test', 'backend/a.test.ts', lines(601), /601 lines/],
    ['a long function', 'backend/a.ts', `function a() {\n${lines(60)}\n}`, /a function of 62 lines/],
    [
      'a long component',
      'desktop/renderer/ui/A.tsx',
      `const A = () => {\n${lines(199)}\n return <p />;\n}`,
      /a function of 202 lines/,
    ],
    ['many parameters', 'backend/a.ts', 'const a = (b, c, d, e) => b;', /4 parameters/],
  ])('%s', (_name, path, text, message) => {
    expect(checkSizes([file(path, text)])[0]?.message).toMatch(message);
  });

  it('finds too many large files', () => {
    const files = [file('backend/a.ts', lines(251)), file('backend/b.ts', lines(251)), file('backend/c.ts', lines(3))];
    expect(checkSizes(files).map(({ message }) => message)).toEqual([expect.stringMatching(/2 of 3 files/)]);
  });

  it('counts neither blanks nor comments, and leaves what others impose', () => {
    const comments = '\n// a line\n/* two\n lines */\n'.repeat(200);
    expect(
      checkSizes([file('backend/a.ts', `${comments}const handle = (error, req, res, next) => next(error);`)]),
    ).toEqual([]);
    expect(checkSizes([file('backend/db/migrations/a.ts', `function up() {\n${lines(100)}\n}`)])).toEqual([]);
  });
});

describe('lines', () => {
  const words = 'word '.repeat(30);

  it.each([
    ['code', `const a = ${'b + '.repeat(40)}c;`],
    ['a comment', `// ${words}`],
    ['two strings', `call('${words.slice(60)}', '${words.slice(60)}');`],
  ])('finds %s of more than 120 characters', (_name, text) => {
    expect(checkLines([file('backend/a.ts', `void 0;\n${text}`)])).toMatchObject([{ line: 2 }]);
  });

  it('passes a line that one literal fills', () => {
    const text = `  it('${words}', async () => {\n<p className="${words}">\n  /^(?:${words})$/,\nreturn 'short';`;
    expect(checkLines([file('backend/a.ts', text)])).toEqual([]);
  });
});

describe('unused and format', () => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  const config = join(folder, 'knip.json');
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('find an unused export, file and package, and an unformatted file; pass a clean folder', async () => {
    write('knip.json', JSON.stringify({ entry: ['main.ts'], project: ['*.ts'] }));
    write('package.json', JSON.stringify({ name: 'planted', type: 'module', dependencies: { leftover: '1.0.0' } }));
    write('main.ts', "import { used } from './names.ts';\n\nused();\n");
    write('names.ts', 'export const used = (): void => undefined;\nexport const unused = 1\n');
    write('alone.ts', 'void 0;\n');
    const messages = (await checkUnused(folder, config)).map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringMatching(/dependencies: leftover/));
    expect(messages).toContainEqual(expect.stringMatching(/exports: unused/));
    expect(messages).toContainEqual(expect.stringMatching(/files: .*alone\.ts/));
    expect((await checkFormat(folder)).map(({ file: name }) => name)).toContainEqual(
      expect.stringMatching(/names\.ts$/),
    );

    write('package.json', '{\n  "name": "planted",\n  "type": "module"\n}\n');
    write('knip.json', '{ "entry": ["main.ts"], "project": ["*.ts"] }\n');
    write('names.ts', 'export const used = (): void => undefined;\n');
    rmSync(join(folder, 'alone.ts'));
    expect(await checkUnused(folder, config)).toEqual([]);
    expect(await checkFormat(folder)).toEqual([]);
  });
});

describe('docs', () => {
  it('finds an export without a docstring', () => {
    expect(
      checkDocs([
        file('backend/a.ts', '// not one\nexport const a = 1;'),
        file('shared/b.ts', '/** This is of c. */\nconst c = 1;\nexport const b = c;'),
      ]),
    ).toHaveLength(2);
  });

  it('passes described exports, overloads, re-exports and tests', () => {
    const text =
      '/** One. */\nexport function a(b: string): void;\nexport function a(b: number): void;\nexport function a(): void {}\nexport { c } from "./c.ts";';
    expect(checkDocs([file('backend/a.ts', text), file('backend/a.test.ts', 'export const b = 1;')])).toEqual([]);
  });
});

describe('colours', () => {
  it.each([
    ["'#fff'", 'hex'],
    ["'#2563EB'", 'hex with six digits'],
    ["'rgb(0 0 0)'", 'rgb'],
    ['`oklch(0.5 0.1 20)`', 'oklch'],
    ['"bg-red-500"', 'a palette class'],
    ['"hover:text-white"', 'white'],
  ])('%s: %s', (text) => {
    expect(checkColours([file('desktop/renderer/ui/A.tsx', `<p title={${text}} />`)])).toHaveLength(1);
  });

  it('passes named colours and the homes of values', () => {
    const files = [
      file('desktop/renderer/ui/A.tsx', '<p className="bg-surface text-text-muted" title="#post" />'),
      file('desktop/renderer/styles/tokens.css', 'a { color: #fff; }'),
    ];
    expect(checkColours(files)).toEqual([]);
  });
});

describe('locales', () => {
  const use = (path: string, text: string) => checkLocales([file(path, text)]);

  it.each([
    'new Intl.NumberFormat()',
    'new Intl.DateTimeFormat(\n  undefined, {})',
    'count.toLocaleString()',
    'rating.toLocaleString(undefined, {})',
    'navigator.language',
  ])('%s takes the locale of the browser without naming it', (text) => {
    expect(use('desktop/renderer/ui/A.tsx', text)).toHaveLength(1);
    expect(use('shared/a.ts', text)).toHaveLength(1);
  });

  it('a locale that is named is allowed, and what asks the browser', () => {
    expect(use('desktop/renderer/ui/A.tsx', "new Intl.NumberFormat('en'), count.toLocaleString(OWN_LOCALE)")).toEqual(
      [],
    );
    expect(use('desktop/renderer/lib/page/own-zone.ts', 'new Intl.DateTimeFormat()')).toEqual([]);
  });
});

describe('text sizes', () => {
  it.each([
    ['className="text-[0.8125rem] font-medium"', 1],
    ['className="sm:text-[13px]"', 1],
    ['className="text-small text-text-muted"', 0],
    ['className="text-[color:inherit] sm:text-xl"', 0],
  ])('finds in %s %i', (text, count) => {
    expect(checkTextSizes([file('desktop/renderer/ui/A.tsx', `<p ${text} />`)])).toHaveLength(count);
  });
});

describe('names', () => {
  it('finds nameless folders and strangers at the top', () => {
    expect(checkNames(['backend/utils/a.ts', 'notes.md', 'scripts/a.ts', '.secrets'])).toHaveLength(4);
  });

  it('passes the layout', () => {
    expect(checkNames(['backend/app.ts', 'README.md', '.ci/run', '.gitignore', 'tools/check.ts'])).toEqual([]);
  });
});

describe('the files that are read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are found without git as well, but for what runs leave behind', () => {
    for (const name of ['backend/domains', 'node_modules', 'out']) mkdirSync(join(folder, name), { recursive: true });
    for (const name of ['backend/domains/a.ts', 'node_modules/b.ts', 'out/c.ts', 'README.md'])
      writeFileSync(join(folder, name), 'a');
    expect(listPaths(folder).toSorted()).toEqual(['README.md', 'backend/domains/a.ts']);
    expect(readSources(folder, listPaths(folder))).toEqual([{ path: 'backend/domains/a.ts', text: 'a' }]);
  });
});

describe('writing', () => {
  const planted: [string, string, string, RegExp][] = [
    ['an open end', 'backend/app.ts', `// ${'TO'}${'DO'} later`, /finish it/],
    [
      'a rule off without a reason',
      'backend/app.ts',
      '// oxlint-disable-next-line no-control-regex',
      /without its reason/,
    ],
    ['types off without a reason', 'backend/app.ts', '// @ts-expect-error', /without its reason/],
    [
      'a test that sleeps',
      'backend/app.test.ts',
      "import { setTimeout } from 'node:timers/promises';",
      /never for time/,
    ],
    ['a test of the browser that sleeps', 'desktop/e2e/a.spec.ts', 'await page.waitForTimeout(500);', /never for time/],
    ['a snapshot', 'backend/app.test.ts', 'expect(a).toMatchSnapshot();', /snapshots/],
    ['one test alone', 'backend/app.test.ts', "it.only('a', () => {});", /leaves the others out/],
  ];
  it.each(planted)('%s', (_name, path, text, message) => {
    expect(checkWriting([file(path, text)]).map((violation) => violation.message)).toEqual([
      expect.stringMatching(message),
    ]);
  });

  it('accepts a reason, and text that only resembles a directive', () => {
    const files = [
      file(
        'backend/app.ts',
        '// oxlint-disable-next-line no-control-regex -- these are the ones to leave out\nconst text = "TODO";',
      ),
      file('backend/http/server.ts', "import { setTimeout } from 'node:timers/promises';"),
      file('backend/bench/load.ts', "import { setTimeout } from 'node:timers/promises';"),
      file('backend/app.test.ts', 'socket.pause();'),
    ];
    expect(checkWriting(files)).toEqual([]);
  });
});

describe('types and lint', () => {
  let folder = '';
  beforeAll(() => {
    // Below the root, so that the packages are found; a dot keeps it out of the projects and of the runs of others.
    mkdirSync(join(ROOT, '.data'), { recursive: true });
    folder = mkdtempSync(join(ROOT, '.data', 'check-'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts'] }));
    writeFileSync(
      join(folder, 'planted.ts'),
      "export const size: number = 'one';\nPromise.resolve();\nexport const any = (value: any) => value;\n",
    );
    mkdirSync(join(folder, 'clean'));
    writeFileSync(
      join(folder, 'clean', 'tsconfig.json'),
      JSON.stringify({ extends: '../../../tsconfig.json', include: ['*.ts'] }),
    );
    writeFileSync(join(folder, 'clean', 'clean.ts'), 'export const size: number = 1;\nawait Promise.resolve();\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('finds a type error, and passes a clean project', async () => {
    const found = await checkTypes(join(folder, 'tsconfig.json'));
    expect(found).toMatchObject([
      { file: expect.stringMatching(/planted\.ts$/), line: 1, message: expect.stringMatching(/TS2322/) },
    ]);
    expect(await checkTypes(join(folder, 'clean', 'tsconfig.json'))).toEqual([]);
  });

  it('finds a floating promise and an any, and passes a clean file', async () => {
    const messages = (await checkLint(['planted.ts'], folder)).map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringMatching(/no-floating-promises/));
    expect(messages).toContainEqual(expect.stringMatching(/no-explicit-any/));
    expect(await checkLint(['clean.ts'], join(folder, 'clean'))).toEqual([]);
  });

  it('reports when a tool cannot run', async () => {
    expect(await checkTypes(join(folder, 'absent.json'))).toHaveLength(1);
  });
});
