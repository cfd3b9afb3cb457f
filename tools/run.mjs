// Runs one of the project's tasks on the pinned Node, after installing what is missing. It runs on any Node from
// 20.19 on, so it is plain JavaScript without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'node_modules', '.install-stamp');
const [task = 'start', ...args] = process.argv.slice(2);

install();
run();

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  process.stdout.write('Installing packages (once; about a minute)...\n');
  // npm before 12 runs the install scripts of all packages, so only those that package.json allows are run here.
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  runNpm(['ci', '--ignore-scripts']);
  runNpm(['rebuild', ...Object.keys(allowScripts).filter((name) => allowScripts[name])]);
  writeFileSync(stamp, lock);
}

function runNpm(args) {
  const npm = process.env.npm_execpath;
  // This process may run on the pinned Node, which `npm ci` deletes with all packages before it installs them again.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [command, before] = npm ? [node, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const { status } = spawnSync(command, [...before, ...args], { cwd: root, stdio: 'inherit' });
  if (status === 0) return;
  process.stderr.write('The packages could not be installed; see above.\n');
  process.exit(status ?? 1);
}

function run() {
  const bin = join(root, 'node_modules', 'node', 'bin');
  const pinned = join(bin, process.platform === 'win32' ? 'node.exe' : 'node');
  const node = existsSync(pinned) ? pinned : process.execPath;
  const path = [bin, join(root, 'node_modules', '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  );
  const child = spawn(node, [join(root, 'tools', `${task}.ts`), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      // Compiled code is stored: a program of the backend starts with a third less processor time.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
      ...process.env,
      PATH: path,
      LYCEUM_LAUNCHER_PID: String(process.pid),
    },
  });
  const stop = () => child.kill('SIGTERM');
  // A terminal sends Ctrl+C to the child as well, which treats two within a second as one.
  process.on('SIGINT', () => child.kill('SIGINT'));
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  // npm runs scripts below a shell; a SIGTERM to npm ends that shell alone, which shows here as a new parent.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 500).unref();
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
