import { join } from 'node:path';
import { z } from 'zod';
import { backupFileName } from '#shared/areas/restore-schemas.ts';
import { count, nothing } from '#shared/areas/common-schemas.ts';
import type { RestoreRow } from '#shared/domain/backup.ts';
import { withBuiltInTlds } from '#shared/domain/built-in-tld-sets.ts';
import { knownTldSet } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { done, mapOk, ok } from '#shared/result.ts';
import { action, inWindow } from '../../action.ts';
import type { Services } from '../../services/services.ts';
import { typedNames } from '../../portfolio/typed-names.ts';
import { invalidInput } from '../../system/texts.ts';

const named = z.object({ name: backupFileName });

export const backups = {
  /** Newest first. */
  list: action(nothing, async (on) =>
    mapOk(await on.backups.list(), (listed) => ({
      backups: listed,
      folder: on.backups.folder,
      kept: on.backups.kept,
    })),
  ),
  make: action(nothing, (on) => on.backups.make()),
  /** Opens the backup and reads it completely. */
  verify: action(named, (on, { name }) => on.backups.verify(name)),
  /** Shows it in the folder of the backups. */
  showInFolder: inWindow(named, async (on, { name }) => {
    const listed = await on.backups.list();
    if (!listed.ok) return listed;
    if (!listed.value.some((backup) => backup.name === name))
      return invalidInput('name', 'That backup is no longer there.');
    on.showInFolder(join(on.backups.folder, name));
    return ok({});
  }),
  /** What the journal has that this backup does not; opens the backup and reads it completely. */
  since: action(named, (on, { name }) => on.backups.since(name)),
  /**
   * Restarts at once and replaces the workspace with the backup; the current workspace is stored as a backup of its
   * own. Fails if active work would be lost.
   */
  restore: inWindow(named, async (on, { name }) => {
    const noted = await on.backups.restoreAtNextStart(name);
    if (noted.ok) on.restart();
    return done(noted);
  }),
};

interface ShownRows {
  readonly rows: readonly RestoreRow[];
  /** Of the first of them, as it was asked for. */
  readonly offset: number;
  readonly total: number;
}

/** What may have been paid comes before what is known. */
function rowsToReview(
  { workspace }: Services,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): ShownRows {
  const notice = workspace.restoreNotice();
  if (notice?.kind !== 'known') return { rows: [], offset, total: 0 };
  const { doubts, total } = workspace.doubts.list({ offset, limit });
  const doubted = doubts.map(
    ({ id, domain, ...earlier }) => ({ why: 'doubt', id, domain, earlier }) as const,
  );
  const known = workspace.restored.rows({
    ...notice.review,
    offset: Math.max(0, offset - total),
    limit: limit - doubted.length,
  });
  return { rows: [...doubted, ...known.rows], offset, total: total + known.total };
}

/** A restore that nobody has acknowledged. */
export const restored = {
  /** Null if there is nothing to acknowledge. */
  read: action(nothing, (on) => ok({ notice: on.workspace.restoreNotice() })),
  /** What needs attention, most urgent first: uncertain, withdrawn, not known, the rest. */
  rows: action(z.object({ offset: count, limit: z.int().min(1).max(200) }), (on, asked) =>
    ok(rowsToReview(on, asked)),
  ),
  /**
   * A person has checked what was done: of one doubt, or of all that are listed but those that somebody said were done. `done`: the
   * names that were, one on a line, where the doubt is of every name; each stays in doubt by itself. Empty where none was.
   */
  checked: inWindow(
    z.object({ id: count.nullable(), done: z.string().max(100_000) }),
    async (on, { id, done: text }) => {
      const { names, refused } = await typedNames(text, knownTldSet(withBuiltInTlds([])));
      const [wrong] = refused;
      if (wrong !== undefined) return invalidInput('done', `${isolated(wrong.text)}: ${wrong.reason}`);
      on.workspace.doubts.end({ id, done: names, at: new Date().toISOString() });
      on.log.note('storage.checked', { all: id === null, done: names.length });
      return ok({});
    },
  ),
  /** The user has reviewed the restore: paid changes can be sent again. */
  acknowledge: inWindow(nothing, (on) => {
    const acknowledged = on.workspace.acknowledgeRestore();
    if (acknowledged.ok) on.log.note('storage.acknowledged', {});
    return done(acknowledged);
  }),
};
