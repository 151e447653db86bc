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
 * Handles every request of the workspace, and deletes removed data in the background.
 *
 * @returns A handler of one message; a null message closes the file and ends the thread.
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

/** The repository of every area over one file, each with its statements prepared once. */
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

/** Low-priority work, done in steps while nothing else is to be done. */
interface Sweeper {
  /** Schedules a check for work; returns at once. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** Calls received meanwhile are handled between two steps. */
const pauseMs = 5;

/** @param step Does a part of the work; returns whether there is more. */
function createSweeper(step: () => boolean): Sweeper {
  let timer: NodeJS.Timeout | null = null;

  function run(): void {
    timer = null;
    try {
      if (step()) plan();
    } catch (thrown) {
      // A full or damaged file is reported to the next caller. The rest is removed another time.
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

/** 200 KiB: a call that arrives meanwhile waits for a fraction of a millisecond. */
const pagesPerStep = 50;
/** Flushed after this many steps, so that the end of the copy does not have to wait for all of it. */
const stepsPerSync = 10;

/** Copies of the file with SQLite's backup API, a few pages at a time, while other calls are handled. */
export function createCopies(database: DatabaseSync): Repository<'copies'> {
  let isStopped = false;

  /** Copied through this connection, so that concurrent writes go into the copy too and it never restarts. */
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

  /** A copy cannot begin within a transaction; SQLite's binding reports that as an error without an error code. */
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

/** SQLite's result code is 0 then: nothing had failed. */
const isBusyAtFirst = (thrown: unknown): boolean =>
  thrown instanceof Error && 'errcode' in thrown && thrown.errcode === 0;

class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Flushes the file while more is written to it. The file must exist. */
function createSync(path: string) {
  const file = openSync(path, 'r+');
  let underWay: Promise<void> | null = null;
  return {
    begin() {
      underWay ??= new Promise<void>((resolve) => {
        // Disk errors are reported by SQLite at the end.
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
