import { parentPort, workerData } from 'node:worker_threads';
import type { Platform } from '../platform/platform-calls.ts';
import { createLogger } from '../system/log.ts';
import { createPeer, type Peer } from '../system/peer.ts';
import { releaseOnceIdle } from '../system/release-memory.ts';
import { type Backend, type BackendGiven, openBackend } from './backend.ts';

/**
 * The backend's thread: services beside the workspace's file, everything but windows and what else needs Electron. So no window waits for
 * the disk, or for a long computation (D1).
 */
if (parentPort === null) throw new Error('The backend has a thread of its own');

/** By then a start has made all of its requests. */
const calmMs = 3_500;

const log = createLogger({ write: (line) => platform.tell.writeLog(line) }, () => new Date());
const platform: Peer<Platform> = createPeer(parentPort, { onBug: (thrown) => void log.bug(thrown) });
// As in a process of Electron: what nobody has waited for, and what a timer throws, ends nothing.
for (const event of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(event, (thrown: unknown) => void log.bug(thrown));
const backend = openBackend({ ...(workerData as BackendGiven), platform, log }); // As main gives it.
const givingBack = releaseOnceIdle(calmMs);
platform.serve({
  calls: {
    ...backend,
    ask(...asked: Parameters<Backend['ask']>) {
      givingBack.stirred();
      return backend.ask(...asked);
    },
  },
});
