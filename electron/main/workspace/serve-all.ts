import { closeSync, fdatasync, openSync } from 'node:fs';
import { backup, type DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { createBatchesRepository } from './batches/batches-repository.ts';
import { createAccessesRepository, createCheckOfAccesses } from './journal/code-accesses.ts';
import { createJournalRepository, createRestoredRows } from './journal/journal-repository.ts';
import type { Ownership } from './open-file.ts';
import { createFindingsRepository } from './repositories/findings.ts';
import {
  createDeviationsRepository,
  createPacesRepository,
  createTldsRepository,
} from './repositories/observations.ts';
import {
  createChildrenRepository,
  createDomainsRepository,
  createDraftsRepository,
  createTemplatesRepository,
} from './repositories/portfolio.ts';
import { createStartupRepositories } from './repositories/startup.ts';
import { type Repositories, type Repository, requests } from './requests.ts';
import { type Answer, type Answering, answerTo, call, post } from './rpc.ts';
import {
  createSessionParts,
  createSessionsRepository,
  type SessionsRepository,
} from './sessions/sessions-repository.ts';
import { storageFaultOf } from './sqlite.ts';

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

/** Every noun's repository over one file, each with its statements prepared once. */
export function createRepositories(
  database: DatabaseSync,
): Repositories & { readonly sessions: SessionsRepository } {
  const parts = createSessionParts(database);
  const now = (): Date => new Date();
  const accessesCheck = createCheckOfAccesses(database, now);
  return {
    ...createStartupRepositories(database),
    tlds: createTldsRepository(database),
    findings: createFindingsRepository(database, parts.known),
    sessions: createSessionsRepository(database, parts),
    journal: createJournalRepository(database, now, accessesCheck),
    codeAccesses: createAccessesRepository(database, now, accessesCheck),
    domains: createDomainsRepository(database),
    children: createChildrenRepository(database),
    templates: createTemplatesRepository(database),
    drafts: createDraftsRepository(database),
    plans: createBatchesRepository(database),
    restored: createRestoredRows(database),
    copies: createCopies(database),
    paces: createPacesRepository(database),
    deviations: createDeviationsRepository(database),
  };
}

/** Work that waits until nothing else is to be done, a step at a time. */
interface Sweeper {
  /** Looks whether there is something to do; returns at once. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** Calls that came meanwhile are answered between two steps. */
const pauseMs = 5;

/** @param step Does a little and says whether there is more. */
function createSweeper(step: () => boolean): Sweeper {
  let timer: NodeJS.Timeout | null = null;

  function run(): void {
    timer = null;
    try {
      if (step()) plan();
    } catch (thrown) {
      // A full or damaged file: whoever asks for something next is told. What is left is removed another time.
      if (storageFaultOf(thrown) === null) throw thrown;
    }
  }

  function plan(): void {
    timer ??= setTimeout(run, pauseMs);
  }

  return {
    start: plan,
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

/** 200 KiB: a call that comes meanwhile waits for a fraction of a millisecond. */
const pagesPerStep = 50;
/** As much is on its way to the disk at once, so that the end of the copy does not wait for all of it. */
const stepsPerSync = 10;

/** Copies of the file by SQLite's own means, a few pages at a time, while everything else goes on. */
export function createCopies(database: DatabaseSync): Repository<'copies'> {
  let isStopped = false;

  /** Through this connection, what is written meanwhile is in the copy too: it never has to begin again. */
  async function copy(path: string): Promise<number> {
    const sync = createSync(path);
    let steps = 0;
    try {
      return await backup(database, path, {
        rate: pagesPerStep,
        progress() {
          if (isStopped) throw new Stopped();
          steps += 1;
          if (steps % stepsPerSync === 0) sync.begin();
        },
      });
    } finally {
      await sync.close();
    }
  }

  /** A copy cannot begin within a transaction, and SQLite's binding says so by a failure that is none. */
  async function copyWhenFree(path: string): Promise<number> {
    for (;;) {
      try {
        return await copy(path);
      } catch (thrown) {
        if (isStopped) throw new Stopped();
        if (!isBusyAtFirst(thrown)) throw thrown;
        await nextTurn();
      }
    }
  }

  return {
    make({ path }) {
      isStopped = false;
      return copyWhenFree(path).then(
        (pages) => ({ pages }),
        (thrown: unknown) => {
          if (thrown instanceof Stopped) return { pages: null };
          throw thrown;
        },
      );
    },
    stop() {
      isStopped = true;
      return {};
    },
  };
}

/** SQLite's result code is 0 then: nothing had gone wrong. */
const isBusyAtFirst = (thrown: unknown): boolean =>
  thrown instanceof Error && 'errcode' in thrown && thrown.errcode === 0;

class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Hands what is written to the disk while more is written. The file has to be there. */
function createSync(path: string) {
  const file = openSync(path, 'r+');
  let underWay: Promise<void> | null = null;
  return {
    begin() {
      underWay ??= new Promise<void>((resolve) => {
        // What the disk says is said at the end, by SQLite.
        fdatasync(file, () => resolve());
      }).finally(() => {
        underWay = null;
      });
    },
    async close() {
      await underWay;
      closeSync(file);
    },
  };
}
