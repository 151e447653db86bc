import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { schemaOf } from '../bring-up.ts';
import { tablesOfJournals } from '../journal/tables.ts';
import { createTeamRepository, type Membership, membershipRow } from '../repositories/team.ts';
import { shareNothing } from '../repositories/team-texts.ts';
import { meetTeam } from '../repositories/team-facts.ts';
import { quoted, rowsOf } from '../sqlite.ts';

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
  if (teamOf(database, 'copy') !== teamOf(database, 'main')) database.exec(shareNothing);
  meetTeam(database);
  database.exec('UPDATE main.team SET quiet = 0');
}

const teamRow = z.object({ id: z.string() });

const teamOf = (database: DatabaseSync, file: 'main' | 'copy'): string | null =>
  rowsOf(database, teamRow).query(`SELECT team_id AS id FROM ${file}.team`).find()?.id ?? null;

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
