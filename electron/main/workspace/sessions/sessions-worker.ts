import { parentPort, workerData } from 'node:worker_threads';
import { releaseOnceIdle } from '../../system/release-memory.ts';
import { openBeside } from '../open-file.ts';
import type { Call } from '../rpc.ts';
import { faultOf, serve } from '../serve.ts';

/**
 * The thread of the sessions: what it records keeps a thread busy, and the one that asks for it reads the next answers meanwhile.
 * It has a connection to the file of its own, which the program owns and has opened (decision 0058).
 */
if (parentPort === null) throw new Error('The sessions have a thread of their own');
const port = parentPort;

/** By then a start has made all of its requests. */
const calmMs = 3_500;

const { directory } = workerData as { readonly directory: string }; // As `openSessionsThread` gives it.
const givingBack = releaseOnceIdle(calmMs);
let take: ReturnType<typeof serve> | null = null;

function opened(): ReturnType<typeof serve> {
  if (take !== null) return take;
  const database = openBeside(directory);
  try {
    take = serve(database, port);
    return take;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

try {
  opened(); // What was removed is deleted also where nobody asks for anything.
} catch {
  // Whoever calls next is told.
}
port.on('message', (message: Call | null) => {
  givingBack.stirred();
  try {
    opened()(message);
  } catch (thrown) {
    // It could not be opened; the next call tries again.
    if (message === null) port.close();
    else port.postMessage(faultOf(message.id, thrown));
  }
});
