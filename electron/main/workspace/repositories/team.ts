import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { countOf, inTransaction, instantColumn, jsonColumn, rowsOf, toMs } from '../sqlite.ts';
import { forgetTeamFacts, shareEverything } from './team-facts.ts';
import { waitingOutcomes } from './team-outbox.ts';
import { createTeamChanges, createTeamRows } from './team-rows.ts';

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
  fault: jsonColumn(historyFault).nullable(),
});
/** The team that this workspace has joined, and how much of its journal it has. */
export type Membership = z.output<typeof membershipRow>;

/** An entry of the team's journal. */
export interface TeamEntry {
  readonly seq: number;
  readonly at: string;
  readonly by: string;
  readonly desk: string | null;
  readonly changeId: string | null;
  readonly serviceBaseUrl: string | null;
  readonly serviceUsername: string | null;
  readonly domain: string | null;
  readonly kind: string | null;
  readonly family: string | null;
  readonly event: string;
  /** The exact text that its hash covers. */
  readonly body: string;
  readonly hash: string;
}

const entrySeq = z.object({ seq: z.int() });
const ownEntry = z.object({ seq: z.int(), changeId: z.string() });

/** Of what this desk has told the team. */
function createOwnEntries(database: DatabaseSync) {
  const written = rowsOf(database, entrySeq).query(
    'SELECT coalesce(max(taken_as), 0) AS seq FROM team_outbox',
  );
  const lost = rowsOf(database, entrySeq).query(`
    SELECT taken_as AS seq FROM team_outbox o WHERE taken_as BETWEEN 1 AND ? AND NOT EXISTS (
      SELECT 1 FROM team_changes c WHERE c.team_id = ? AND c.seq = o.taken_as AND c.change_id = o.change_id)
    ORDER BY taken_as LIMIT 1`);
  const all = rowsOf(database, ownEntry).query(
    'SELECT taken_as AS seq, change_id AS changeId FROM team_outbox WHERE taken_as > 0',
  );
  const tellAgain = database.prepare(
    'UPDATE team_outbox SET taken_as = NULL WHERE taken_as IN (SELECT value FROM json_each(?))',
  );
  return {
    /** What this desk has told, as far as that is kept: the number of each entry, and its change. */
    ownEntries: () => all.all(),
    /** What this desk has told as these entries is to be told again. */
    tellAgain({ numbers }: { readonly numbers: readonly number[] }) {
      tellAgain.run(JSON.stringify(numbers));
      return {};
    },
    /** The number of the entry that this desk wrote last by telling an outcome; 0 where there is none. */
    writtenLast: () => written.find()?.seq ?? 0,
    /** The first of those up to a number that is not among what was fetched: what was told later does not hide it. */
    firstLost: ({ teamId, upTo }: { readonly teamId: string; readonly upTo: number }) =>
      lost.find(upTo, teamId)?.seq ?? null,
  };
}

/** Team, and what others did in it. */
export function createTeamRepository(database: DatabaseSync) {
  const joined = rowsOf(database, membershipRow).from('team WHERE one = 1');
  const join = database.prepare(`
    INSERT INTO team (one, team_id, name, url, user, ca_file, desk_id, joined_at) VALUES (1, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (one) DO NOTHING`);
  const forget = database.prepare('DELETE FROM team_changes WHERE team_id = ?');
  const put = database.prepare(`
    INSERT INTO team_changes (team_id, seq, at, by, desk, change_id, service_base_url, service_username, domain, kind, family, event,
      body, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const moveOn = database.prepare(`
    UPDATE team SET last_seq = ?, last_hash = ?, fault = NULL WHERE team_id = ? AND last_seq = ? AND last_hash = ?`);
  const fault = database.prepare('UPDATE team SET fault = ? WHERE team_id = ?');
  const untold = countOf(database, `(SELECT 1 FROM team_claims UNION ALL SELECT 1 FROM ${waitingOutcomes})`);
  const rows = createTeamRows(database);
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
        forget.run(teamId);
        rows.forget(teamId);
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
    /**
     * Stores entries that follow the last stored one, and were verified.
     *
     * @returns False where another process has stored some meanwhile.
     */
    append({ teamId, after, entries: news }: Appended) {
      return inTransaction(database, () => {
        const last = news.at(-1) ?? after;
        const moved = moveOn.run(last.seq, last.hash, teamId, after.seq, after.hash);
        if (moved.changes === 0) return { appended: false };
        for (const entry of news) put.run(teamId, ...columnsOf(entry));
        rows.update();
        return { appended: true };
      });
    },
    /**
     * The server may not know any more what this desk has told it: with the first fault all of that is to be told again.
     *
     * @returns `isFirst`: there was no fault before.
     */
    noteFault({ teamId, found }: { readonly teamId: string; readonly found: HistoryFault }) {
      return inTransaction(database, () => {
        const isFirst = joined.find()?.fault === null;
        if (isFirst) database.exec('UPDATE team_outbox SET taken_as = NULL');
        fault.run(JSON.stringify(found), teamId);
        return { isFirst };
      });
    },
    ...createOwnEntries(database),
    /** What colleagues did to a domain, the newest first; also in a team that was left. */
    changesOf: ({ domain }: { readonly domain: string }) => changes.ofDomain(domain),
    /** See {@link createTeamChanges}. */
    done: ({ since }: { readonly since: string }) => changes.done(since),
  };
}

const columnsOf = (e: TeamEntry) => [
  ...[e.seq, e.at, e.by, e.desk, e.changeId, e.serviceBaseUrl, e.serviceUsername],
  ...[e.domain, e.kind, e.family, e.event, e.body, e.hash],
];

/** A place in the team's journal. */
interface Place {
  readonly seq: number;
  /** Empty before the first entry. */
  readonly hash: string;
}

interface Appended {
  readonly teamId: string;
  readonly after: Place;
  readonly entries: readonly TeamEntry[];
}
