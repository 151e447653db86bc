// What is kept on the disk, attacked at length: the suites of `npm run test:faults` that need no service.
import { isSound as areBackupsSound, killBackups } from '../../tests/faults/storage/backup-kills.ts';
import { isSound as areFilesSound, openDamaged } from '../../tests/faults/storage/damaged.ts';
import { isSound as areMigrationsSound, killMigrations } from '../../tests/faults/storage/migration-kills.ts';
import { isSound as isStorageSound, killStorage } from '../../tests/faults/storage/storage-kills.ts';

/** Each runs, prints its figures, and says whether all was sound. */
export const storageSuites = ({ seed, cycles, backups, migrations, files, complain, verdict }) => ({
  async storage() {
    const run = await killStorage(seed, cycles);
    console.log(`\nD3 seed ${seed}: ${run.kills} kills while findings are written`);
    console.log(`kept ${run.kept} · lost of them ${run.lost} · files found damaged ${run.damaged}`);
    verdict(isStorageSound(run));
    return isStorageSound(run);
  },

  async backups() {
    const run = await killBackups(seed, backups);
    console.log(
      `\nD6 seed ${seed}: ${run.kills} kills while backups are made, ${run.midway} of them midway · ended by themselves ${run.ended.length}`,
    );
    console.log(
      `bad backups ${run.bad.length} · said to be made and not there ${run.missing.length} · kills without a good backup ${run.without}`,
    );
    complain({ 'ended by itself after': run.ended, bad: run.bad, missing: run.missing });
    verdict(areBackupsSound(run));
    return areBackupsSound(run);
  },

  async migrations() {
    const run = await killMigrations(seed, migrations);
    console.log(
      `\nD7 seed ${seed}: ${run.kills} kills in ${run.migrations} migrations, ${run.before} before the step was done, ${run.after} after`,
    );
    console.log(`lost ${run.lost.length} · begun without a good backup ${run.without.length}`);
    complain({ lost: run.lost, 'without a backup': run.without });
    verdict(areMigrationsSound(run));
    return areMigrationsSound(run);
  },

  async damaged() {
    const run = await openDamaged(seed, files);
    const counted = Object.entries(run.became).map(([words, times]) => `${words}: ${times}`);
    console.log(`\nD5 seed ${seed}: ${run.files} damaged workspaces · ${counted.join(' · ')}`);
    console.log(
      `crashes ${run.crashes.length} · deletions ${run.deletions.length} · good backups not used ${run.notRestored.length}`,
    );
    complain({ crashes: run.crashes, deletions: run.deletions, 'not restored': run.notRestored });
    verdict(areFilesSound(run));
    return areFilesSound(run);
  },
});
