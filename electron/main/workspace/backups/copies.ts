import { closeSync, fdatasync, openSync } from 'node:fs';
import { backup, type DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Repository } from '../requests.ts';

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
