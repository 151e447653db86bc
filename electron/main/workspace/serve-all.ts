import type { DatabaseSync } from 'node:sqlite';
import type { MessagePort } from 'node:worker_threads';
import { type Answering, answerTo, post } from './answer-call.ts';
import { type Answer, call } from './messages.ts';
import type { Ownership } from './owner.ts';
import { createRepositories } from './repositories/all.ts';
import { requests } from './requests.ts';
import { createSweeper } from './sweeper.ts';

/** What the thread holds while the workspace is open. */
export interface Held {
  readonly database: DatabaseSync;
  readonly ownership: Ownership;
  readonly port: MessagePort;
}

/**
 * Answers every request of the workspace, and clears away meanwhile what was removed.
 *
 * @returns Takes one message; a null closes the file and ends the thread.
 */
export function serveAll({ database, ownership, port }: Held): (message: unknown) => void {
  const repositories = createRepositories(database);
  const answering: Answering = { requests, repositories };
  const sweeper = createSweeper(repositories.sessions.sweep);
  sweeper.start();

  function postWhileOpen(answered: Answer): void {
    if (!database.isOpen) return;
    post(port, answered);
    sweeper.start();
  }

  return (message) => {
    if (message !== null) {
      const answered = answerTo(answering, call.parse(message));
      if (answered instanceof Promise) void answered.then(postWhileOpen);
      else postWhileOpen(answered);
      return;
    }
    sweeper.stop();
    repositories.sessions.settle();
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    ownership.giveBack();
    port.close();
  };
}
