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
