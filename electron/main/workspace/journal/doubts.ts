import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { earlierPayment } from '#shared/areas/error-schema.ts';
import { restoreNotice } from '#shared/areas/restore-schemas.ts';
import { practiceLogin, serviceKey } from '#shared/domain/account.ts';
import { familyOf, isPaid } from '#shared/domain/change-kinds.ts';
import type { Change } from '#shared/domain/change.ts';
import { priceText } from '#shared/domain/finding.ts';
import { countOf, instantColumn, inTransaction, jsonColumn, rowsOf, toMs } from '../sqlite.ts';

const doubtRow = z.object({
  id: z.int(),
  domain: z.string().nullable(),
  service: z.string().nullable(),
  family: z.string().nullable(),
  since: instantColumn,
  at: instantColumn,
  known: jsonColumn(earlierPayment.partial()),
});
type DoubtRow = z.output<typeof doubtRow>;

/** What a mark has raised: of the notice, all that the restore of a file does not have to say. */
const raised = restoreNotice.options[0]
  .pick({ at: true, why: true, batches: true, withdrawn: true })
  .extend({ entries: z.int() });
const noticeRow = z.object({ id: z.int(), notice: jsonColumn(raised) });
export type Raised = z.output<typeof raised>;

/** A name, or every name of a login, that may have been paid for. Null matches all. */
export type NewDoubt = Omit<DoubtRow, 'id'>;
export type FoundDoubt = z.output<typeof earlierPayment>;

const effectRow = z.object({ paidAt: z.int().nullable() });

/**
 * What the journal cannot prove and nobody can rule out. A line ends by a later effect for its name, or by a person's word; it
 * is never deleted.
 */
export function createDoubts(database: DatabaseSync) {
  const open = rowsOf(database, doubtRow).from(`paid_doubts
    WHERE ended_at IS NULL AND (domain = ?1 OR domain IS NULL AND (service IS NULL OR service = ?2))
      AND (family IS NULL OR family = ?3)
    ORDER BY domain IS NULL, known = '{}', id DESC`);
  const ofName = rowsOf(database, doubtRow).from(`paid_doubts
    WHERE ended_at IS NULL AND (domain = ?1 OR domain IS NULL AND (service IS NULL OR service = ?2)) ORDER BY id`);
  const lastEffect = rowsOf(database, effectRow).query(`
    SELECT max(paid_at) AS paidAt FROM journal_changes WHERE domain = ? AND service = ? AND family = ? AND took_effect = 1`);
  const add = database.prepare(`
    INSERT OR IGNORE INTO paid_doubts (domain, service, family, since, at, known) VALUES (?, ?, ?, ?, ?, ?)`);
  const adopt = database.prepare(`
    INSERT INTO paid_doubts (${lineColumns.join(', ')}) VALUES (${lineColumns.map(() => '?').join(', ')})
    ON CONFLICT DO UPDATE SET ended_at = coalesce(excluded.ended_at, ended_at)`);
  const list = rowsOf(database, doubtRow).from(
    'paid_doubts WHERE ended_at IS NULL ORDER BY domain IS NOT NULL, domain, id LIMIT ? OFFSET ?',
  );
  const count = countOf(database, 'paid_doubts WHERE ended_at IS NULL');
  const isKnownMark = countOf(database, "paid_doubts WHERE json_extract(known, '$.mark') = ?");
  const countSince = countOf(
    database,
    `paid_doubts WHERE ended_at IS NULL AND (domain = ?1 OR (domain IS NULL AND (service IS NULL OR service = ?2)))
    AND (family IS NULL OR family = ?3) AND at >= ?4`,
  );
  return {
    /**
     * What may have been paid for this name although no entry proves it; null where there is nothing. With the login's key,
     * as batches store it.
     */
    of(domain: string, service: string, family: string): FoundDoubt | null {
      // A name of the practice service is another name, and nothing is paid there.
      if (service === practiceLogin) return null;
      const found = open.all(domain, service, family);
      if (found.length === 0) return null;
      const paidAt = lastEffect.get(domain, service, family).paidAt ?? 0;
      const doubt = found.find(({ at }) => toMs(at) >= paidAt);
      return doubt === undefined ? null : factsOf(doubt);
    },
    /**
     * What may have been paid for a name elsewhere, for its history: also what a later effect has ended. Of another workspace that pays
     * again and again, the first. With the login's key.
     */
    reported(domain: string, service: string) {
      if (service === practiceLogin) return [];
      const first = new Map<string, { readonly at: string; readonly earlier: FoundDoubt }>();
      for (const row of ofName.all(domain, service)) {
        const { since, ...facts } = factsOf(row);
        const what = JSON.stringify(facts);
        if (!first.has(what)) first.set(what, { at: row.at, earlier: { since, ...facts } });
      }
      return [...first.values()];
    },
    /** Whether such a doubt has come since a person agreed: what was seen then does not tell of it (H7). */
    hasCome: (domain: string, service: string, family: string, since: string): boolean =>
      service !== practiceLogin && countSince(domain, service, family, toMs(since)) > 0,
    /** In the caller's transaction. Each line once. */
    add(doubts: readonly NewDoubt[]) {
      for (const { domain, service, family, since, at, known } of doubts)
        add.run(domain, service, family, toMs(since), toMs(at), JSON.stringify(known));
    },
    /** Lines of another file, with what a person said of them. In the caller's transaction. */
    adopt(lines: readonly DoubtLine[]): void {
      for (const line of lines) adopt.run(...lineColumns.map((name) => line[name] ?? null));
    },
    /** Whether a mark was turned into doubts before. */
    isNoted: (mark: string): boolean => isKnownMark(mark) > 0,
    list: ({ offset, limit }: { readonly offset: number; readonly limit: number }) => ({
      doubts: list.all(limit, offset).map((row) => ({ ...factsOf(row), id: row.id, domain: row.domain })),
      total: count(),
    }),
    ...createEnds(database, add),
  };
}

interface Checked {
  /** Null for every line but those that somebody said were done. */
  readonly id: number | null;
  readonly at: string;
  /** Of a line of every name: the names that were done, as A-labels, which stay in doubt each by itself. */
  readonly done: readonly string[];
}

/** How a doubt and its notice end. */
function createEnds(database: DatabaseSync, add: StatementSync) {
  // What a person said of a name is taken back for that name alone.
  const end = database.prepare(`
    UPDATE paid_doubts SET ended_at = ?1
    WHERE ended_at IS NULL AND (id = ?2 OR ?2 IS NULL AND json_extract(known, '$.saidAt') IS NULL)`);
  const ofEveryName = rowsOf(database, doubtRow).from(
    'paid_doubts WHERE ended_at IS NULL AND domain IS NULL AND id = ?',
  );
  const notices = rowsOf(database, noticeRow).query(`
    SELECT id, json_extract(known, '$.notice') AS notice FROM paid_doubts WHERE json_extract(known, '$.notice') IS NOT NULL`);
  const endNotice = database.prepare(
    "UPDATE paid_doubts SET known = json_remove(known, '$.notice') WHERE id = ?",
  );

  return {
    /** What a mark has raised and no notice on the disk says yet. */
    notices: () => notices.all(),
    /** The notice is on the disk. */
    endNotice({ id }: { readonly id: number }) {
      endNotice.run(id);
    },
    /** A person has checked what was done: of one line, or of all. */
    end({ id, at, done }: Checked) {
      inTransaction(database, () => {
        const every = id === null ? null : ofEveryName.find(id);
        if (every !== null)
          for (const domain of done) {
            const known = JSON.stringify({ place: every.known.place ?? null, saidAt: at });
            add.run(domain, every.service, every.family, toMs(every.since), toMs(at), known);
          }
        end.run(toMs(at), id);
      });
    },
  };
}

const lineColumns = ['domain', 'service', 'family', 'since', 'at', 'known', 'ended_at'] as const;
/** A line as it is stored. */
export type DoubtLine = Readonly<Record<(typeof lineColumns)[number], SQLOutputValue | undefined>>;

/** The lines of a file that may be damaged. */
export function doubtLinesIn(database: DatabaseSync): readonly DoubtLine[] {
  const rows = database.prepare(`SELECT ${lineColumns.join(', ')} FROM paid_doubts`).all();
  // The columns of the statement above.
  return rows as unknown as readonly DoubtLine[];
}

/** Tells a workspace from every other one; null in a file that somebody else made. */
export const identityIn = (database: DatabaseSync): string | null =>
  rowsOf(database, z.object({ id: z.string() }))
    .from('workspace_identity')
    .find()?.id ?? null;

const factsOf = ({ since, known }: DoubtRow): FoundDoubt => ({
  since,
  number: known.number ?? null,
  kind: known.kind ?? null,
  sentAt: known.sentAt ?? null,
  price: known.price ?? null,
  accountLabel: known.accountLabel ?? null,
  place: known.place ?? null,
  ...(known.saidAt !== undefined && { saidAt: known.saidAt }),
});

/** Nothing of what was paid since can be ruled out. */
export const everyName = (
  at: string,
  since: string,
  changes: Partial<Pick<NewDoubt, 'service' | 'known'>> = {},
): NewDoubt => ({ domain: null, service: null, family: null, since, at, known: {}, ...changes });

/** The doubt of a change that another file names and our journal does not prove; null where nothing can have been paid. */
export function doubtOf(change: Change, at: string): NewDoubt | null {
  const { number, domain, what, accountLabel, service, sentAt, state, settledAs } = change;
  const isOver = state === 'refused' || state === 'not-applied' || settledAs === 'not-applied';
  if (!isPaid(what.kind) || isOver || state === 'withdrawn') return null;
  const login = serviceKey(service);
  if (login === practiceLogin) return null;
  const price = 'price' in what && what.price.kind === 'given' ? priceText(what.price) : null;
  return {
    domain,
    service: login,
    family: familyOf(what.kind),
    since: sentAt ?? change.createdAt,
    at,
    known: { number, kind: what.kind, sentAt: sentAt ?? null, price, accountLabel },
  };
}
