import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface WorkspacePlace {
  /** The workspace's own directory; made where there is none. */
  readonly directory: string;
  /** The thread's code: `workspace-worker.js` of the build, or `worker.ts` where sources are run. */
  readonly workerUrl: URL;
}

/** A thread on its way to a workspace. */
export interface WorkspaceThread {
  readonly worker: Worker;
  /** What it says first: that it has opened the file, or why not. */
  readonly first: Promise<unknown>;
}

/** Starts the workspace's thread. It needs nothing of ours on this side, so that it can be had before anything is loaded. */
export function startWorkspaceThread({ directory, workerUrl }: WorkspacePlace): WorkspaceThread {
  const worker = new Worker(workerUrl, { workerData: { directory } });
  const first = once(worker, 'message').then(([message]: readonly unknown[]) => message);
  first.catch(() => undefined); // Whoever opens the workspace hears of it.
  return { worker, first };
}

/**
 * Memory that goes to the workspace's thread full and comes back to be filled again. Made anew each time, it would be
 * cleared for nothing, and pile up on the thread until a full collection: a third of its work in a long session.
 */
export interface SpareBuffers {
  /** One of at least so many bytes, with whatever it held before. */
  readonly take: (bytes: number) => ArrayBuffer;
  /** It may be taken again. */
  readonly give: (buffer: ArrayBuffer) => void;
}

/** As many as are under way at once where two sessions are asked. */
const mostHeld = 4;
/** A batch of ordinary answers fits in; answers that are larger get memory of their own, which is not held. */
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
