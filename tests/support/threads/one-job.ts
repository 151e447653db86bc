// A process that has one job done and then nothing more to do: it has to end by itself.
import { createJobThread } from '../../../electron/main/system/job-thread.ts';
import { threadUrl } from './thread-urls.ts';
import type { DoTrial } from './trial-worker.ts';

const thread = createJobThread<DoTrial>({ workerUrl: threadUrl('trial-worker') });
const done = await thread.run({ kind: 'answer', text: 'done' });
process.stdout.write(done.ok ? done.value.text : done.error.kind);
