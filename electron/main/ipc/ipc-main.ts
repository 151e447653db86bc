import { ipcMain } from 'electron';
import { channelOf } from '#shared/routes.ts';
import { routes } from '../../route-names.ts';
import type { AnswerTo } from './sender.ts';

/** Serves every action by its channel. Call once. @param answerTo What answers a channel. */
export function serveRequests(answerTo: (channel: string) => AnswerTo): void {
  for (const [area, methods] of Object.entries(routes))
    for (const method of methods) serveChannel(channelOf(area, method), answerTo(channelOf(area, method)));
}

/** Answers one channel until the returned function is called. The only code that uses `ipcMain`. */
export function serveChannel(channel: string, answer: AnswerTo): () => void {
  ipcMain.handle(channel, answer);
  return () => ipcMain.removeHandler(channel);
}
