import { ipcMain } from 'electron';
import type { GuardedCall } from './guards.ts';
import { guardedRequests, type Served } from './requests.ts';

/** Lets the page make every request of the contract, each behind the same four guards. Call once. */
export function serveRequests(served: Served): void {
  for (const [channel, answer] of guardedRequests(served)) serveChannel(channel, answer);
}

/** Answers one channel until the returned function is called. The only place that touches `ipcMain`. */
export function serveChannel(channel: string, answer: GuardedCall): () => void {
  ipcMain.handle(channel, answer);
  return () => ipcMain.removeHandler(channel);
}
