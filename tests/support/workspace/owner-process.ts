// Owns a workspace until it is killed, or until its standard input ends; says on standard output how opening went.
import { openWorkspace } from '../../../electron/main/workspace/workspace.ts';
import { workerUrl } from './a-workspace.ts';

const [directory = ''] = process.argv.slice(2);
const opened = await openWorkspace({ directory, workerUrl });
process.stdout.write(opened.ok ? 'owned\n' : `${JSON.stringify(opened.error)}\n`);
process.stdin.resume().on('end', () => {
  if (opened.ok) opened.value.close().catch(() => process.exit(1));
});
