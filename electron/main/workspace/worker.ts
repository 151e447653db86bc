import { parentPort, workerData } from 'node:worker_threads';
import type { StorageFault } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import { releaseOnceIdle } from '../system/release-memory.ts';
import { migrations } from './migrations.ts';
import { openAsItLies, type OpenDatabase, takeOwnership } from './open-file.ts';
import type { Call } from './rpc.ts';
import { serve } from './serve.ts';
import type { Opened } from './thread.ts';

/**
 * The workspace's thread: the only writer of the file, so that no window ever waits for the disk (D1). Calls are
 * handled one after the other, in the order received; a null message closes the file and ends the thread.
 */
if (parentPort === null) throw new Error('The workspace runs on a thread of its own');
const port = parentPort;

/** By then a start has made all of its requests. */
const calmMs = 3_500;

const { directory } = workerData as { readonly directory: string }; // As `startWorkspaceThread` gives it.
const owned = takeOwnership(directory);
const found = owned.ok ? (openAsItLies(directory, migrations.length) ?? (await openWithAllCare())) : owned;
const first: Opened = found.ok
  ? { kind: 'opened', opening: found.value.opening }
  : { kind: 'failed', fault: found.error };
port.postMessage(first);
if (owned.ok && found.ok) {
  const take = serve({ database: found.value.database, ownership: owned.value, port });
  const givingBack = releaseOnceIdle(calmMs);
  port.on('message', (message: Call | null) => {
    givingBack.stirred();
    take(message);
  });
} else {
  if (owned.ok) owned.value.giveBack();
  port.close();
}

/** For a file that is missing, damaged, of an earlier version, or to be replaced. */
async function openWithAllCare(): Promise<Result<OpenDatabase, StorageFault>> {
  const { openDatabase } = await import('./database.ts');
  return openDatabase(directory, migrations, now);
}

function now(): Date {
  return new Date();
}
