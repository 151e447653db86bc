import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface WorkspacePlace {
  /** The workspace's own directory; created where it is missing. */
  readonly directory: string;
  /** The worker's script: `workspace-worker.js` of the build, or `worker.ts` when run from source. */
  readonly workerUrl: URL;
}

/** A started thread that may not have opened the workspace yet. */
export interface WorkspaceThread {
  readonly worker: Worker;
  /** Its first message: that it has opened the file, or why not. */
  readonly first: Promise<unknown>;
}

/**
 * Starts the workspace's thread. It needs none of our modules on this side, so that it can start before anything is
 * loaded.
 */
export function startWorkspaceThread({ directory, workerUrl }: WorkspacePlace): WorkspaceThread {
  const worker = new Worker(workerUrl, { workerData: { directory } });
  const first = once(worker, 'message').then(([message]: readonly unknown[]) => message);
  first.catch(() => undefined); // Reported to whoever opens the workspace.
  return { worker, first };
}

/**
 * A pool of buffers that are transferred to the workspace's thread and back. Without it, each new buffer would be
 * zeroed needlessly, and buffers would pile up on the thread until a full garbage collection: a third of its work in a
 * long session.
 */
export interface SpareBuffers {
  /** A buffer of at least `bytes` bytes, with its former content. */
  readonly take: (bytes: number) => ArrayBuffer;
  /** Returns a buffer to the pool. */
  readonly give: (buffer: ArrayBuffer) => void;
}

/** As many as are in use at once with two running sessions. */
const mostHeld = 4;
/** Fits a batch of ordinary answers; larger ones get a buffer of their own, which is not pooled. */
const ordinaryBytes = 512 * 1_024;

export function createSpareBuffers(): SpareBuffers {
  const spare: ArrayBuffer[] = [];
  return {
    take: (bytes) =>
      bytes > ordinaryBytes ? new ArrayBuffer(bytes) : (spare.pop() ?? new ArrayBuffer(ordinaryBytes)),
    give(buffer) {
      if (buffer.byteLength === ordinaryBytes && spare.length < mostHeld) spare.push(buffer);
    },
  };
}
