import { runTask } from './stack.ts';
import { buildWeb } from './web.ts';

/** `npm run build`: the web app into out/web. The backend runs from its sources, whose types Node strips. */
await runTask(async () => {
  buildWeb({ isForced: true });
  process.stdout.write('Built the web app into out/web.\n');
  return 0;
});
