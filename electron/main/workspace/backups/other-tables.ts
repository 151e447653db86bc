import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { tablesOfJournals } from '../journal/tables.ts';
import { createTeamRepository, type Membership, membershipRow } from '../repositories/team.ts';
import { shareNothing } from '../repositories/team-texts.ts';
import { meetTeam } from '../repositories/team-facts.ts';
import { rowsOf } from '../sqlite.ts';

/**
 * Every table of the backup, attached as `copy`, that is not the journals' or the team's. In a team, what the team has stands afterwards.
 * In the caller's transaction.
 */
export function copyOthers(database: DatabaseSync): void {
  const names = database
    .prepare("SELECT name FROM copy.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name));
  // Without those that are computed, which table_info does not name.
  const columnsOf = database.prepare(
    "SELECT group_concat('\"' || name || '\"') AS columns FROM pragma_table_info(?)",
  );
  // Nobody has edited what is copied.
  database.exec('UPDATE main.team SET quiet = 1');
  for (const name of names.filter((each) => !tablesOfJournals.includes(each))) {
    const columns = String(columnsOf.get(name)?.['columns']);
    database.exec(`DELETE FROM main.${name};
      INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM copy.${name}`);
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
