import { ipcMain } from 'electron';
import { channelOf, routes } from '#shared/routes.ts';
import type { Logger } from '../system/log.ts';
import type { GuardedCall } from './ipc.ts';
import { onceLoaded } from './startup.ts';

/**
 * Lets the page make every request of the contract, each behind the same four guards. Call once.
 *
 * @param callsFor Gives the requests behind their guards, by channel, and is asked for them with each call: who answers may
 *   be another one later. The channels are there at once, by their names alone; a call that comes before its guards are
 *   loaded waits for them.
 */
export function serveRequests(
  callsFor: (channel: string) => Promise<ReadonlyMap<string, GuardedCall>>,
  log: Logger,
): void {
  for (const [area, methods] of Object.entries(routes)) {
    for (const method of Object.keys(methods)) {
      const channel = channelOf(area, method);
      serveChannel(
        channel,
        onceLoaded(channel, () => callsFor(channel), log),
      );
    }
  }
}

/** Answers one channel until the returned function is called. The only place that touches `ipcMain`. */
export function serveChannel(channel: string, answer: GuardedCall): () => void {
  ipcMain.handle(channel, answer);
  return () => ipcMain.removeHandler(channel);
}
