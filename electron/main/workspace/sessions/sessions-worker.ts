import { parentPort, workerData } from 'node:worker_threads';
import { releaseOnceIdle } from '../../system/release-memory.ts';
import { openBeside } from '../open-file.ts';
import type { Call } from '../rpc.ts';
import { serve } from '../serve.ts';

/**
 * The thread of the sessions: what it records keeps a thread busy, and the one that asks for it reads the next answers meanwhile.
 * It has a connection to the file of its own, which the program owns and has opened (decision 0058).
 */
if (parentPort === null) throw new Error('The sessions have a thread of their own');
const port = parentPort;

/** By then a start has made all of its requests. */
const calmMs = 3_500;

const { directory } = workerData as { readonly directory: string }; // As `openSessionsThread` gives it.
const take = serve(openBeside(directory), port);
const givingBack = releaseOnceIdle(calmMs);
port.on('message', (message: Call | null) => {
  givingBack.stirred();
  take(message);
});
