import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { StorageFault } from '#shared/errors.ts';
import type { Opening } from './open-file.ts';

export interface WorkspacePlace {
  /** The workspace's own directory; created where it is missing. */
  readonly directory: string;
  /** The worker's script: `workspace-worker.js` of the build, or `worker.ts` when run from source. */
  readonly workerUrl: URL;
}

/** The thread's first message. */
export type Opened =
  | { readonly kind: 'opened'; readonly opening: Opening }
  | { readonly kind: 'failed'; readonly fault: StorageFault };

/** A started thread that may not have opened the workspace yet. */
export interface WorkspaceThread {
  readonly worker: Worker;
  /** Its first message: that it has opened the file, or why not. */
  readonly first: Promise<Opened>;
}

/**
 * Starts the workspace's thread. It needs none of our modules on this side, so that it can start before anything is
 * loaded.
 */
export function startWorkspaceThread({ directory, workerUrl }: WorkspacePlace): WorkspaceThread {
  const worker = new Worker(workerUrl, { workerData: { directory } });
  // What `worker.ts` posts first.
  const first = once(worker, 'message').then((messages) => messages[0] as Opened);
  first.catch(() => undefined); // Reported to whoever opens the workspace.
  return { worker, first };
}
