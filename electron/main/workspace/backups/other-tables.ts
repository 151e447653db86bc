import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { spendingLimits } from '#shared/areas/common-schemas.ts';
import { serviceOf } from '#shared/domain/account.ts';
import type { RestoreFindings } from '#shared/domain/backup.ts';
import { stricterOf } from '#shared/domain/limits.ts';
import { schemaOf } from '../bring-up.ts';
import { createAccountsRepository, createLogins } from '../repositories/accounts.ts';
import { createSettingsRepository } from '../repositories/settings.ts';
import { tablesOfJournals } from '../journal/tables.ts';
import { createTeamRepository, type Membership, membershipRow } from '../repositories/team.ts';
import { meetTeam } from '../repositories/team-facts.ts';
import { jsonColumn, quoted, rowsOf } from '../sqlite.ts';

/**
 * Every table of ours that is not the journals' or the team's, from the backup attached as `copy`, whose schema is ours (H4). In a team,
 * what the team has stands afterwards. In the caller's transaction.
 */
export function copyOthers(database: DatabaseSync, migrations: readonly string[]): void {
  // Nobody has edited what is copied.
  database.exec('UPDATE main.team SET quiet = 1');
  for (const { name, columns } of schemaOf(migrations, migrations.length).tables) {
    if (tablesOfJournals.includes(name)) continue;
    const [table, list] = [quoted(name), columns.map(quoted).join(', ')];
    database.exec(`DELETE FROM main.${table};
      INSERT INTO main.${table} (${list}) SELECT ${list} FROM copy.${table}`);
  }
  meetTeam(database);
  database.exec('UPDATE main.team SET quiet = 0');
}

/** The team that a file has joined; null where it has not. */
export const teamIn = (database: DatabaseSync): Membership | null =>
  rowsOf(database, membershipRow).from('team WHERE one = 1').find();

/**
 * A damaged file had joined this team, and its backup had not, or as another desk: it is joined as at first. Otherwise what is sent would be
 * claimed no more.
 */
export function joinAgain(database: DatabaseSync, joined: Membership | null): void {
  if (joined === null || teamIn(database)?.deskId === joined.deskId) return;
  const team = createTeamRepository(database);
  team.leave({ isForced: true });
  team.join(joined);
}

const keptRow = z.object({ service: z.string(), limits: jsonColumn(spendingLimits) });

/** What limits spending and access, as a file has it. */
export type Guards = ReturnType<typeof guardsIn>;

export function guardsIn(database: DatabaseSync) {
  const [settings, accounts] = [createSettingsRepository(database), createAccountsRepository(database)];
  const kept = rowsOf(database, keptRow);
  return {
    settings: settings.read(),
    accounts: [...accounts.list(), ...accounts.hidden()],
    kept: kept.from('login_limits').all(),
  };
}

/** Of the limits, the app lock and what registries and assistants may learn the stricter ones stay (G14). Null: the file's could not be read. */
export function keepStricter(database: DatabaseSync, before: Guards | null): RestoreFindings['kept'] {
  if (before === null) return ['unread'];
  const settings = createSettingsRepository(database);
  const put = database.prepare(`
    INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
  const { limits, appLock, appLockAfterMin, registryEnabled, assistantsEnabled } = settings.read();
  // What registries prove comes from this list: a file does not choose it (H4).
  put.run('registryBootstrap', JSON.stringify(before.settings.registryBootstrap));
  const kept = stricterOf(before.settings.limits, limits) ?? limits;
  // Registries are not asked again where that was switched off since.
  put.run('registryEnabled', String([registryEnabled, before.settings.registryEnabled].every(Boolean)));
  // Nor may assistants read again.
  put.run('assistantsEnabled', String([assistantsEnabled, before.settings.assistantsEnabled].every(Boolean)));
  put.run('limits', JSON.stringify(kept));
  const isStricter = [keepAccountLimits(database, before), !isSame(kept, limits)].some(Boolean);
  const isLocked = before.settings.appLock && !appLock;
  const afterMin = Math.min(before.settings.appLockAfterMin, appLock ? appLockAfterMin : Infinity);
  if (before.settings.appLock) {
    put.run('appLock', 'true');
    put.run('appLockAfterMin', String(afterMin));
  }
  return [...(isStricter ? (['limits'] as const) : []), ...(isLocked ? (['app-lock'] as const) : [])];
}

/** @returns Whether any of them is stricter than the backup's. */
function keepAccountLimits(database: DatabaseSync, before: Guards): boolean {
  const accounts = createAccountsRepository(database);
  const putOptions = database.prepare('UPDATE accounts SET options = ? WHERE id = ?');
  let isStricter = false;
  for (const account of accounts.list()) {
    const was = before.accounts.find(({ id }) => id === account.id)?.options.limits ?? null;
    const stricter = stricterOf(was, account.options.limits);
    if (isSame(stricter, account.options.limits)) continue;
    isStricter = true;
    putOptions.run(JSON.stringify({ ...account.options, limits: stricter }), account.id);
  }
  // By login too: the account that they were set in may not be in the backup (H15).
  const logins = createLogins(database);
  const byLogin = before.accounts.map((was) => [logins.of(serviceOf(was)), was.options.limits] as const);
  for (const [login, limits] of [...byLogin, ...before.kept.map((was) => [was.service, was.limits] as const)])
    if (logins.limits.keep(login, limits)) isStricter = true;
  return isStricter;
}

const isSame = (one: object | null, other: object | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
