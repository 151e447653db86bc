import { type PaidSums, sumsOfChanges } from '#shared/domain/activity.ts';
import { type Change, emptyChangeFilter } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createWorkbook } from '../export/workbook.ts';
import { writeWhole } from '../system/files.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { paidFormats, paidRow } from './paid-rows.ts';
import {
  factsIn,
  isProvenRow,
  isSameRow,
  proofPage,
  type ProofFacts,
  type ProofRow,
  rowOf,
} from './proof-file.ts';

type Asked<M extends 'list' | 'summary'> = Parameters<Workspace['activity'][M]>[0];
type Answer<M extends 'list' | 'summary'> = ReturnType<Workspace['activity'][M]>;
export type ActivityFilter = Asked<'list'>['filter'];

interface PaidFile {
  readonly format: 'csv' | 'xlsx';
  readonly path: string;
  readonly filter: ActivityFilter;
}

interface ProofAsked {
  readonly path: string;
  readonly client: string;
  /** `YYYY-MM-DD`, both included, in the system's time zone. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly hasPrices: boolean;
}

/**
 * What a file of proof is, held against this journal. `as-written`: to the letter. `page-differs`: its facts are the journal's, and what is
 * shown around them is not what this version writes of them. `altered`: a fact is not the journal's. `other-journal`: it was made from another
 * one. `not-one`: it is no such file.
 */
export type ProofVerdict = 'as-written' | 'page-differs' | 'altered' | 'other-journal' | 'not-one';

export interface CheckedProof {
  readonly verdict: ProofVerdict;
  /** What the file says; null where it is none. */
  readonly facts: ProofFacts | null;
}

/** What was done and what it cost: changes and batches in one list, over all accounts. No service is asked. All fail with: `storage`. */
export interface Activity {
  readonly list: (asked: Asked<'list'>) => Answer<'list'>;
  readonly summary: (filter: ActivityFilter) => Answer<'summary'>;
  /**
   * Writes a row for each change that matches and was paid, or may have been, in the order in which they were sent; none of the practice
   * account, where nothing is paid (H17). The file appears under its name only when it is complete.
   *
   * Fails with: also `invalid-input` (`path`).
   */
  readonly exportPaid: (
    file: PaidFile,
  ) => Promise<Result<{ readonly rows: number; readonly sums: PaidSums }>>;
  /**
   * Writes the page that shows a client what was paid for its domains in these days, whatever its account, and what proves it. Nothing
   * of practice is in it, of other clients, or of colleagues.
   *
   * Fails with: also `invalid-input` (`path`), `journal-broken`.
   */
  readonly exportProof: (
    asked: ProofAsked,
  ) => Promise<Result<{ readonly rows: number; readonly proven: number }>>;
  /** Holds the text of such a file against the journal. Fails with: also `journal-broken`. */
  readonly checkProof: (text: string) => Promise<Result<CheckedProof>>;
}

const atOnce = 500;

export function createActivity({
  workspace: { activity, accounts, journal },
  now = () => new Date(),
}: {
  readonly workspace: Pick<Workspace, 'activity' | 'accounts' | 'journal'>;
  readonly now?: () => Date;
}): Activity {
  const proofs = createProofs({ activity, accounts, journal }, now);
  return {
    ...proofs,
    list: (asked) => activity.list(asked),
    summary: (filter) => activity.summary({ filter }),
    async exportPaid({ format, path, filter }) {
      const listed = await accounts.list();
      if (!listed.ok) return listed;
      const accountsById = new Map(
        listed.value.map(({ id, label, options }) => [id, { label, currency: options.currency }]),
      );
      const { head, rows: rowsOf, foot } = paidFormats[format];
      return await writeWhole(path, async (write) => {
        const workbook = format === 'xlsx' ? await createWorkbook(write, 'Paid') : null;
        const put = workbook?.write ?? write;
        const written: Change[] = [];
        await put(head);
        for (;;) {
          const page = await activity.paid({ filter, offset: written.length, limit: atOnce });
          if (!page.ok) return page;
          const rows = page.value.map(({ change, client }) =>
            paidRow(change, { client, account: accountsById.get(change.accountId) ?? null }),
          );
          await put(rowsOf(rows, written.length === 0));
          written.push(...page.value.map(({ change }) => change));
          if (page.value.length < atOnce) break;
        }
        await put(foot);
        await workbook?.end();
        return ok({
          rows: written.length,
          sums: sumsOfChanges(written, (id) => accountsById.get(id) ?? null),
        });
      });
    },
  };
}

/** A day's beginning in the system's time zone. @param later In days. */
function startOf(day: string, later: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

type ProofsOf = Pick<Workspace, 'activity' | 'accounts' | 'journal'>;

/** The journal's end, once the whole of it holds. */
async function intact({ journal }: ProofsOf): Promise<Result<ProofFacts['journal']>> {
  const health = await journal.health({ check: true });
  if (!health.ok) return health;
  const { broken, entries, head } = health.value;
  return broken === null
    ? ok({ entries, head })
    : fail({ kind: 'journal-broken', journal: 'changes', seq: broken.seq });
}

/** The row that the journal gives of a change, by its entries up to one of them. */
async function ownRow(
  { journal }: ProofsOf,
  changeId: string,
  upTo: number,
  usual: Parameters<typeof rowOf>[1],
): Promise<Result<ProofRow | null>> {
  const entries = await journal.entries({ id: changeId });
  return entries.ok
    ? ok(
        rowOf(
          entries.value.filter(({ seq }) => seq <= upTo),
          usual,
        ),
      )
    : entries;
}

async function proofRows(
  of: ProofsOf,
  { client, fromDay, toDay, hasPrices }: ProofAsked,
  upTo: number,
): Promise<Result<ProofRow[]>> {
  const listed = await of.accounts.list();
  if (!listed.ok) return listed;
  const currencies = new Map(listed.value.map(({ id, options }) => [id, options.currency]));
  const filter = { ...emptyChangeFilter, client, from: startOf(fromDay, 0), until: startOf(toDay, 1) };
  const rows: ProofRow[] = [];
  for (let offset = 0; ; offset += atOnce) {
    const page = await of.activity.paid({ filter, offset, limit: atOnce });
    if (!page.ok) return page;
    for (const { change } of page.value) {
      const usual = hasPrices ? { currency: currencies.get(change.accountId) ?? null } : null;
      const row = await ownRow(of, change.id, upTo, usual);
      if (!row.ok) return row;
      if (row.value !== null) rows.push(row.value);
    }
    if (page.value.length < atOnce) return ok(rows);
  }
}

/** Whether the journal had these entries when the file was written, and gives the same rows of them. */
async function verdictOf(
  of: ProofsOf,
  { journal, hasPrices, rows }: ProofFacts,
): Promise<Result<'same' | 'altered' | 'other-journal'>> {
  const entryAt = async (seq: number) => {
    const found = await of.journal.page({ after: seq - 1, limit: 1 });
    return found.ok ? ok(found.value[0] ?? null) : found;
  };
  const end = await entryAt(journal.entries);
  if (!end.ok) return end;
  if (end.value?.hash !== journal.head) return ok('other-journal');
  for (const row of rows) {
    const entry = await entryAt(row.entry.seq);
    if (!entry.ok) return entry;
    if (entry.value === null) return ok('altered');
    const usual = hasPrices ? { currency: row.price?.currency ?? null } : null;
    const own = await ownRow(of, entry.value.changeId, journal.entries, usual);
    if (!own.ok) return own;
    if (!isSameRow(row, own.value)) return ok('altered');
  }
  return ok('same');
}

function createProofs(of: ProofsOf, now: () => Date): Pick<Activity, 'exportProof' | 'checkProof'> {
  return {
    async exportProof(asked) {
      const end = await intact(of);
      if (!end.ok) return end;
      const rows = await proofRows(of, asked, end.value.entries);
      if (!rows.ok) return rows;
      const { path, ...shown } = asked;
      const facts: ProofFacts = {
        ...{ format: 'namedesk-proof-1', ...shown, writtenAt: now().toISOString() },
        ...{ journal: end.value, rows: rows.value },
      };
      return await writeWhole(path, async (write) => {
        await write(proofPage(facts));
        return ok({ rows: facts.rows.length, proven: facts.rows.filter(isProvenRow).length });
      });
    },
    async checkProof(text) {
      const facts = factsIn(text);
      if (facts === null) return ok({ verdict: 'not-one', facts });
      const end = await intact(of);
      if (!end.ok) return end;
      const verdict = await verdictOf(of, facts);
      if (!verdict.ok) return verdict;
      if (verdict.value !== 'same') return ok({ verdict: verdict.value, facts });
      return ok({ verdict: text === proofPage(facts) ? 'as-written' : 'page-differs', facts });
    },
  };
}
