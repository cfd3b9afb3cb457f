import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Name of the file at the root of the renderer. */
const FILE = 'third-party-notices.txt';
const MODULES = path.join(import.meta.dirname, '..', 'node_modules');
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
/** Shipped by main with its own files, beside what the bundler sees. */
const SHIPPED_WHOLE = ['keytar'];
/** Parts of the styles, which Tailwind puts into one file before the bundler sees them. */
const IN_STYLES = ['tailwindcss', '@fontsource-variable/inter', '@fontsource-variable/source-serif-4'];
/** Folders below pdfjs-dist whose files are copied, each with licences of its own. */
const PDF_FOLDERS = ['cmaps', 'standard_fonts', 'wasm'].map((folder) => path.join(MODULES, 'pdfjs-dist', folder));
const SEPARATOR = `\n\n${'-'.repeat(80)}\n\n`;

/** Plugins of the builds of a client; `write` belongs to the last one, whose output contains the file. */
interface Notices {
  /** Collects the packages of a build. */
  collect: () => Plugin;
  /** Collects the packages of the renderer and writes the licences of all. */
  write: () => Plugin;
}

/**
 * Creates the plugins that write the licences of all packages in a client's bundles. @throws Error for a package
 * without a licence text, unless it is under the MIT licence.
 */
export function createNotices({ hasMain }: { hasMain: boolean }): Notices {
  const folders = new Set([...IN_STYLES, ...(hasMain ? SHIPPED_WHOLE : [])].map((name) => path.join(MODULES, name)));
  const add = (ids: Iterable<string>): void => {
    for (const id of ids) {
      const folder = packageFolder(id);
      if (folder !== undefined) folders.add(folder);
    }
  };
  const collect = (): Plugin => ({
    name: 'lyceum-collect-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') add(file.moduleIds);
    },
  });
  const write = (): Plugin => ({
    ...collect(),
    name: 'lyceum-third-party-notices',
    async generateBundle(options, bundle, isWrite) {
      const { generateBundle } = collect();
      if (typeof generateBundle === 'function') await generateBundle.call(this, options, bundle, isWrite);
      this.emitFile({ type: 'asset', fileName: FILE, source: render([...folders]) });
    },
  });
  return { collect, write };
}

/** Folder of the package that a module belongs to; undefined for the client's own modules. */
function packageFolder(id: string): string | undefined {
  const file = id.replace(/^\0/, '').replace(/\?.*$/, '');
  const inside = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file)?.[1];
  return inside !== undefined && existsSync(path.join(inside, 'package.json')) ? inside : undefined;
}

/** What package.json says about a package. */
interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
}

/** The text of the MIT licence (https://spdx.org/licenses/MIT), for packages that only name it. */
function mitText({ name, author }: Manifest): string {
  const holder = (typeof author === 'string' ? author : author?.name) ?? `The authors of ${name}`;
  return `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}

/** The licences in the order of their packages. */
function render(folders: readonly string[]): string {
  const entries = folders.map((folder) => describe(folder)).toSorted((a, b) => a.localeCompare(b, 'en'));
  return `Third-party software in Lyceum\n\n${[...new Set(entries)].join(SEPARATOR)}\n`;
}

function describe(folder: string): string {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license } = manifest;
  const texts = [folder, ...(name === 'pdfjs-dist' ? PDF_FOLDERS : [])].flatMap((place) =>
    readdirSync(place)
      .filter((file) => LICENSE_FILE.test(file))
      .map((file) => readFileSync(path.join(place, file), 'utf8').trim()),
  );
  if (texts.length === 0 && license !== 'MIT') throw new Error(`The package ${name} has no licence text.`);
  return [`${name} ${version} (${license ?? 'see below'})`, ...(texts.length > 0 ? texts : [mitText(manifest)])].join(
    '\n\n',
  );
}
