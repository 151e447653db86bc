import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { readable } from '#shared/schema-type.ts';
import { countOf, inTransaction, instantColumn, jsonColumn, rowsOf, toMs } from '../sqlite.ts';
import { forgetTeamFacts, shareEverything } from './team-facts.ts';
import { waitingOutcomes } from './team-outbox.ts';
import { claimNow, createTeamChanges, createTeamRows } from './team-rows.ts';

/** Why the team's journal is not the one that this workspace has seen; what is stored stays as it was. */
export const historyFault = z.discriminatedUnion('kind', [
  /** The server has fewer entries than were seen: it was put back to an older state. `seq`: its last one. */
  z.object({ kind: z.literal('rolled-back'), seq: z.int(), at: z.string() }),
  /** Another entry stands where the last one that was seen stood. */
  z.object({ kind: z.literal('rewritten'), seq: z.int(), at: z.string() }),
  /** An entry does not follow from the one before it. */
  z.object({ kind: z.literal('broken'), seq: z.int(), at: z.string() }),
]);
export type HistoryFault = z.output<typeof historyFault>;

export const membershipRow = z.object({
  teamId: z.string(),
  name: z.string(),
  url: z.string(),
  user: z.string(),
  caFile: z.string().nullable(),
  deskId: z.string(),
  joinedAt: instantColumn,
  lastSeq: z.int(),
  lastHash: z.string(),
  /** Rows of the team's database that could not be read. */
  skipped: z.int(),
  fault: jsonColumn(historyFault).nullable(),
});
/** The team that this workspace has joined, and how much of its journal it has seen. */
export type Membership = z.output<typeof membershipRow>;

/** What was fetched, and up to where that is what the team's journal says. */
interface Seen {
  readonly teamId: string;
  readonly after: Place;
  readonly upTo: Place;
  /** What was fetched: JSON, an array of `claimNow`. A text, as its database gives it. */
  readonly news: string;
  /** The numbers of what this desk has told, all of which were found. */
  readonly reported: readonly number[];
}

/** A place in the team's journal; before the first entry, 0 and nothing. */
export interface Place {
  readonly seq: number;
  readonly hash: string;
}

const reportedRow = z.object({ seq: z.int(), changeId: z.string() });
/** What this desk has told: the number of the entry, and its change. */
export type Reported = z.output<typeof reportedRow>;

/** What is new in the team, as its database has it. */
function createNews(database: DatabaseSync) {
  const joined = rowsOf(database, membershipRow).from('team WHERE one = 1');
  const reported = rowsOf(database, reportedRow).query(`
    SELECT taken_as AS seq, change_id AS changeId FROM team_outbox WHERE taken_as > 0 AND is_seen <= ? ORDER BY taken_as`);
  const moveOn = database.prepare(`
    UPDATE team SET last_seq = ?, last_hash = ?, skipped = skipped + ?, fault = NULL
    WHERE team_id = ? AND last_seq = ? AND last_hash = ?`);
  const noteSeen = database.prepare(
    'UPDATE team_outbox SET is_seen = 1 WHERE taken_as <= ? AND taken_as IN (SELECT value FROM json_each(?))',
  );
  const tellAgain = database.prepare(
    'UPDATE team_outbox SET taken_as = NULL, is_seen = 0 WHERE taken_as > 0 AND (?1 IS NULL OR taken_as IN (SELECT value FROM json_each(?1)))',
  );
  const fault = database.prepare('UPDATE team SET fault = ? WHERE team_id = ?');
  const rows = createTeamRows(database);

  return {
    forget: rows.forget,
    /**
     * Up to where the team's journal was seen, and what this desk has told it since: the number of each entry, and its change. All that it
     * has told, as far as that is kept, while something is the matter with the journal.
     */
    seen() {
      const membership = joined.find();
      if (membership === null) return null;
      const { teamId, lastSeq: seq, lastHash: hash, fault: found } = membership;
      return {
        teamId,
        place: { seq, hash },
        isFaulty: found !== null,
        reported: reported.all(found === null ? 0 : 1),
      };
    },
    /**
     * Stores what was fetched after a place.
     *
     * @returns False where another process has stored some meanwhile.
     */
    append({ teamId, after, upTo, news, reported: found }: Seen) {
      const { read, skipped } = readable(claimNow, z.array(z.unknown()).parse(JSON.parse(news)));
      return inTransaction(database, () => {
        const moved = moveOn.run(upTo.seq, upTo.hash, skipped, teamId, after.seq, after.hash);
        const membership = joined.find();
        if (moved.changes === 0 || membership === null) return { appended: false, changes: 0 };
        noteSeen.run(upTo.seq, JSON.stringify(found));
        for (const claim of read) rows.put(claim, membership);
        return { appended: true, changes: read.length };
      });
    },
    /**
     * The server may not know any more what this desk has told it: with the first fault all of that is to be told again, later what it has
     * lost since; each time that it is looked at, as a server can be put back twice.
     *
     * @returns Whether there is something to tell.
     */
    noteFault({ teamId, found, lost }: Faulty) {
      return inTransaction(database, () => {
        const isFirst = joined.find()?.fault === null;
        const again = tellAgain.run(isFirst ? null : JSON.stringify(lost));
        fault.run(JSON.stringify(found), teamId);
        return { isToTell: again.changes > 0 };
      });
    },
  };
}

/** Team, and what others did in it. */
export function createTeamRepository(database: DatabaseSync) {
  const joined = rowsOf(database, membershipRow).from('team WHERE one = 1');
  const join = database.prepare(`
    INSERT INTO team (one, team_id, name, url, user, ca_file, desk_id, joined_at) VALUES (1, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (one) DO NOTHING`);
  const untold = countOf(database, `(SELECT 1 FROM team_claims UNION ALL SELECT 1 FROM ${waitingOutcomes})`);
  const { forget, ...news } = createNews(database);
  const changes = createTeamChanges(database);

  return {
    /** Null where no team was joined. */
    read: () => joined.find(),
    /** @returns False where a team was joined already. Entries that were kept of this team are fetched anew. */
    join(as: Pick<Membership, 'teamId' | 'name' | 'url' | 'user' | 'caFile' | 'deskId' | 'joinedAt'>) {
      return inTransaction(database, () => {
        const { teamId, name, url, user, caFile, deskId, joinedAt } = as;
        const joining = join.run(teamId, name, url, user, caFile, deskId, toMs(joinedAt));
        if (joining.changes === 0) return { joined: false };
        forget(teamId);
        database.exec(shareEverything);
        return { joined: true };
      });
    },
    /**
     * Its entries stay. What was shared in it is shared in no other, which is told nothing of what this one was not told.
     *
     * @param isForced Though something is not settled, which nobody else could tell the team.
     * @returns False where that kept it from being left.
     */
    leave: ({ isForced }: { readonly isForced: boolean }) =>
      inTransaction(database, () => {
        if (!isForced && untold() > 0) return { left: false };
        database.exec(
          `DELETE FROM team; ${forgetTeamFacts} DELETE FROM team_claims; DELETE FROM team_outbox;`,
        );
        return { left: true };
      }),
    ...news,
    /** What colleagues did to a domain, the newest first; also in a team that was left. */
    changesOf: ({ domain }: { readonly domain: string }) => changes.ofDomain(domain),
    /** See {@link createTeamChanges}. */
    done: ({ since }: { readonly since: string }) => changes.done(since),
  };
}

interface Faulty {
  readonly teamId: string;
  readonly found: HistoryFault;
  /** The numbers of what this desk has told, and the server has not. */
  readonly lost: readonly number[];
}
