import type { ServicesPlatform } from '../../../electron/main/services/services.ts';
import { createBackups } from '../../../electron/main/workspace/backups/backups.ts';
import { readCopy } from '../../../electron/main/workspace/backups/catalogue.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import { ok } from '../../../shared/result.ts';

/** Work that does not go by the virtual clock: that stands still until it is done. */
export class DiskWork {
  #underWay = 0;

  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  begins(): void {
    this.#underWay += 1;
  }

  ends(): void {
    this.#underWay -= 1;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.begins();
    try {
      return await work();
    } finally {
      this.ends();
    }
  }
}

/** The real backups; what they do on the disk is waited for while the virtual clock stands still. */
export const backupsHere =
  (disk: DiskWork): ServicesPlatform['openBackups'] =>
  (surroundings, obstacles) => {
    const { workspace, workspaceDirectory: directory, timer, now, log } = surroundings;
    let isAwake = true;
    const rest = (): void => {
      if (isAwake) disk.ends();
      isAwake = false;
    };
    disk.begins();
    const backups = createBackups({
      workspace,
      directory,
      reader: {
        run: (task) => Promise.resolve(ok(readCopy(task, migrations))),
        close: () => Promise.resolve(),
      },
      obstacles,
      nowMs: timer.nowMs,
      now,
      note: log.note,
      onBug: (thrown) => void log.bug(thrown),
      // From one sleep to the next, the daily backup is at work.
      sleep: async (durationMs, signal) => {
        rest();
        await timer.sleep(durationMs, signal);
        disk.begins();
        isAwake = true;
      },
    });
    return {
      ...backups,
      make: (reason) => disk.during(() => backups.make(reason)),
      restoreAtNextStart: (name) => disk.during(() => backups.restoreAtNextStart(name)),
      close: () => disk.during(() => backups.close()),
    };
  };
