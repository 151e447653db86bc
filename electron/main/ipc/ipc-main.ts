import { ipcMain } from 'electron';
import { routes } from '../../route-names.ts';
import { channelOf } from '#shared/routes.ts';
import type { Logger } from '../system/log.ts';
import { type GuardedCall, onceLoaded } from './sender.ts';

/**
 * Serves every action, each behind the same five guards. Call once.
 *
 * @param callOf Returns the guarded request of a channel. Called for each request, because the handlers may be replaced
 *   later. The channels are registered at once, by their names; a call that arrives before its guards are loaded waits
 *   for them.
 */
export function serveRequests(
  callOf: (channel: string) => Promise<GuardedCall | undefined>,
  log: Logger,
): void {
  for (const [area, methods] of Object.entries(routes)) {
    for (const method of methods) {
      const channel = channelOf(area, method);
      serveChannel(
        channel,
        onceLoaded(channel, () => callOf(channel), log),
      );
    }
  }
}

/** Answers one channel until the returned function is called. The only code that uses `ipcMain`. */
export function serveChannel(channel: string, answer: GuardedCall): () => void {
  ipcMain.handle(channel, answer);
  return () => ipcMain.removeHandler(channel);
}
