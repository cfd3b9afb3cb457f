// Preloaded into a process that must not outlive the one that started it: after a kill -9 of the launcher nothing else
// would end it, and it would keep the port. Windows reports no new parent, so it has no effect there.
import { isMainThread } from 'node:worker_threads';

const CHECK_MS = 500;
const parent = process.ppid;

if (isMainThread) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS);
  timer.unref();
}
