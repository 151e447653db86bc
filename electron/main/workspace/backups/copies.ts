import { closeSync, fdatasync, openSync } from 'node:fs';
import { backup, type DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** 200 KiB: a call that arrives meanwhile waits for a fraction of a millisecond. */
const pagesPerStep = 50;
/** Flushed after this many steps, so that the end of the copy does not have to wait for all of it. */
const stepsPerSync = 10;

/** Copies of the file with SQLite's backup API, a few pages at a time, while other calls are handled. */
export function createCopies(database: DatabaseSync) {
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
    /**
     * Copies the whole file into the one at `path`, which must exist and be empty. Other calls are handled meanwhile,
     * and their writes go into the copy too. Output: the number of pages; null where it was stopped.
     */
    make({ path }: { readonly path: string }): Promise<{ readonly pages: number | null }> {
      isStopped = false;
      return copyWhenFree(path).then(
        (pages) => ({ pages }),
        (thrown: unknown) => {
          if (thrown instanceof Stopped) return { pages: null };
          throw thrown;
        },
      );
    },
    /** Stops a pending copy, if there is one. */
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
