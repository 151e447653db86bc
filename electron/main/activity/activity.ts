import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isPerhapsPaid, paidFor, type PaidSums, startOfDay, sumsOfChanges } from '#shared/domain/activity.ts';
import {
  type Change,
  emptyChangeFilter,
  isProven,
  isUncharged,
  type JournalEntry,
  shownState,
} from '#shared/domain/change.ts';
import { fail, mapOk, ok, type Result } from '#shared/result.ts';
import { createWorkbook } from '../export/workbook.ts';
import { textOf, writeWhole } from '../system/files.ts';
import { invalidInput } from '../system/texts.ts';
import type { Filter } from '../workspace/journal/journal-repository.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type * as proofFile from './proof-file.ts';
import type { ProofFacts, ProofRow, ProofVerdict } from './proof-file.ts';
import { localDay, localTime } from '#shared/domain/counting.ts';
import { formatsOf, type Row } from '../export/formats.ts';

interface PaidFile {
  readonly format: 'csv' | 'xlsx';
  readonly path: string;
  readonly filter: Filter;
}

interface ProofAsked {
  readonly path: string;
  readonly client: string;
  /** `YYYY-MM-DD`, both included, in the system's time zone. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly hasPrices: boolean;
}

export interface CheckedProof {
  /** Its name, without its folder. */
  readonly file: string;
  readonly verdict: ProofVerdict;
  /** The verdict in a sentence or two. */
  readonly said: string;
}

/** Files of what was paid, over all accounts, and of what proves it. No service is asked. All fail with: `storage`. */
export type Activity = ReturnType<typeof createActivity>;

const atOnce = 500;

export function createActivity({
  workspace: { activity, accounts, journal },
  now = () => new Date(),
}: {
  readonly workspace: Pick<Workspace, 'activity' | 'accounts' | 'journal'>;
  readonly now?: () => Date;
}) {
  const proofs = createProofs({ activity, accounts, journal }, now);
  return {
    ...proofs,
    /**
     * Writes a row for each change that matches and was paid, or may have been, in the order in which they were sent; none of the practice
     * account, where nothing is paid (H17). The file appears under its name only when it is complete.
     *
     * Fails with: also `invalid-input` (`path`).
     */
    async exportPaid({
      format,
      path,
      filter,
    }: PaidFile): Promise<Result<{ readonly rows: number; readonly sums: PaidSums }>> {
      const accountsById = new Map(
        accounts.list().map(({ id, label, options }) => [id, { label, currency: options.currency }]),
      );
      const { head, rows: rowsOf, foot } = paidFormats[format];
      return await writeWhole(path, async (write) => {
        const workbook = format === 'xlsx' ? await createWorkbook(write, 'Paid') : null;
        const put = workbook?.write ?? write;
        const written: Change[] = [];
        await put(head);
        for (;;) {
          const page = activity.paid({ filter, offset: written.length, limit: atOnce });
          const rows = page.map(({ change, client }) =>
            paidRow(change, { client, account: accountsById.get(change.accountId) ?? null }),
          );
          await put(rowsOf(rows, written.length === 0));
          written.push(...page.map(({ change }) => change));
          await nextTurn();
          if (page.length < atOnce) break;
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

interface ProofsOf extends Pick<Workspace, 'activity' | 'accounts' | 'journal'> {
  /** Loaded with the first proof: no start needs it. */
  readonly proof: typeof proofFile;
}

/** The journal's end, once the whole of it holds. */
async function intact({ journal }: ProofsOf): Promise<Result<ProofFacts['journal']>> {
  const health = await journal.health({ check: true });
  if (!health.ok) return health;
  const { broken, entries, head } = health.value;
  return broken === null
    ? ok({ entries, head })
    : fail({ kind: 'journal-broken', journal: 'changes', seq: broken.seq });
}

/** The entries of a change, up to one of the journal. */
async function entriesOf({ journal }: ProofsOf, id: string, upTo: number): Promise<Result<JournalEntry[]>> {
  return mapOk(await journal.entries({ id }), (all) => all.filter(({ seq }) => seq <= upTo));
}

/** The present currency of each account, by its id; null where it has none, or is not there any more. */
function currenciesOf({ accounts }: ProofsOf): (accountId: string) => string | null {
  const currencies = new Map(accounts.list().map(({ id, options }) => [id, options.currency]));
  return (accountId) => currencies.get(accountId) ?? null;
}

async function proofRows(
  of: ProofsOf,
  { client, fromDay, toDay, hasPrices }: ProofAsked,
  upTo: number,
): Promise<Result<ProofRow[]>> {
  const currencies = currenciesOf(of);
  const filter = { ...emptyChangeFilter, client, from: startOfDay(fromDay, 0), until: startOfDay(toDay, 1) };
  const rows: ProofRow[] = [];
  for (let offset = 0; ; offset += atOnce) {
    const page = of.activity.paid({ filter, offset, limit: atOnce });
    for (const { change } of page) {
      await nextTurn();
      const entries = await entriesOf(of, change.id, upTo);
      if (!entries.ok) return entries;
      const row = of.proof.rowOf(entries.value, hasPrices ? currencies : null);
      if (row !== null) rows.push(row);
    }
    if (page.length < atOnce) return ok(rows);
  }
}

const dayMs = 86_400_000;
const mostProofBytes = 64 * 1024 * 1024;

/** Whether a row was sent in the file's days, in whatever time zone they are. */
function isSentWithin({ sentAt }: ProofRow, { fromDay, toDay }: ProofFacts): boolean {
  const sent = Date.parse(sentAt);
  return sent >= Date.parse(fromDay) - dayMs && sent < Date.parse(toDay) + 2 * dayMs;
}

type RowsVerdict = Exclude<ProofVerdict, 'page-differs' | 'not-one'>;

const entryAt = async ({ journal }: ProofsOf, seq: number) =>
  mapOk(await journal.page({ after: seq - 1, limit: 1 }), ([found]) => found ?? null);

/** Whether the journal gives the same row of the entries that it had when the file was written. */
async function verdictOfRow(
  of: ProofsOf,
  row: ProofRow,
  facts: ProofFacts,
  currencyOf: (accountId: string) => string | null,
): Promise<Result<RowsVerdict>> {
  const entry = await entryAt(of, row.entry.seq);
  if (!entry.ok) return entry;
  if (entry.value === null || !isSentWithin(row, facts)) return ok('altered');
  const entries = await entriesOf(of, entry.value.changeId, facts.journal.entries);
  return mapOk(entries, (all) => {
    const isSame = (usual: typeof currencyOf) =>
      of.proof.isSameRow(row, of.proof.rowOf(all, facts.hasPrices ? usual : null));
    if (isSame(currencyOf)) return 'matches';
    // Where the journal's amount names no currency, the file's is its own word.
    return isSame(() => row.price?.currency ?? null) ? 'other-currency' : 'altered';
  });
}

/** Whether the journal had these entries when the file was written, and gives the same rows of them, each once. */
async function verdictOf(of: ProofsOf, facts: ProofFacts): Promise<Result<RowsVerdict>> {
  const { journal, rows } = facts;
  const end = await entryAt(of, journal.entries);
  if (!end.ok) return end;
  if (end.value?.hash !== journal.head) return ok('other-journal');
  if (new Set(rows.map(({ entry }) => entry.seq)).size !== rows.length) return ok('altered');
  const currencies = currenciesOf(of);
  let worst: RowsVerdict = 'matches';
  for (const row of rows) {
    await nextTurn();
    const verdict = await verdictOfRow(of, row, facts, currencies);
    if (!verdict.ok || verdict.value === 'altered') return verdict;
    if (verdict.value !== 'matches') worst = verdict.value;
  }
  return ok(worst);
}

/** Where the days of a period begin and end: "UTC+01:00"; two where a clock change lies between. */
function zoneOf({ fromDay, toDay }: Pick<ProofAsked, 'fromDay' | 'toDay'>): string {
  const ends = [startOfDay(fromDay, 0), startOfDay(toDay, 1)].map((at) => {
    const ahead = -new Date(at ?? 0).getTimezoneOffset();
    const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
    const two = (part: number): string => String(part).padStart(2, '0');
    return `UTC${ahead < 0 ? '−' : '+'}${two(hours)}:${two(minutes)}`;
  });
  return [...new Set(ends)].join(' to ');
}

function createProofs(workspace: Omit<ProofsOf, 'proof'>, now: () => Date) {
  const withProof = async (): Promise<ProofsOf> => ({ ...workspace, proof: await import('./proof-file.ts') });
  return {
    /**
     * Writes the page that shows a client what was paid for its domains in these days, whatever its account, and what proves it. Nothing
     * of practice is in it, of other clients, or of colleagues.
     *
     * Fails with: also `invalid-input` (`path`), `journal-broken`.
     */
    async exportProof(
      asked: ProofAsked,
    ): Promise<Result<{ readonly rows: number; readonly proven: number }>> {
      const of = await withProof();
      const end = await intact(of);
      if (!end.ok) return end;
      const rows = await proofRows(of, asked, end.value.entries);
      if (!rows.ok) return rows;
      const { path, ...shown } = asked;
      const facts: ProofFacts = {
        format: 'namedesk-proof-1',
        ...shown,
        zone: zoneOf(asked),
        writtenAt: now().toISOString(),
        journal: end.value,
        rows: rows.value,
      };
      return await writeWhole(path, async (write) => {
        await write(of.proof.proofPage(facts));
        return ok({ rows: facts.rows.length, proven: facts.rows.filter(of.proof.isProvenRow).length });
      });
    },
    /** Holds such a file against the journal. Fails with: also `invalid-input` (`file`), `journal-broken`. */
    async checkProof(path: string): Promise<Result<CheckedProof>> {
      const file = basename(path);
      const text = await textOf(path, mostProofBytes);
      if (text === null) return invalidInput('file', `${file} cannot be read, or has more than 64 MiB.`);
      const of = await withProof();
      const facts = of.proof.factsIn(text);
      const said = (verdict: ProofVerdict) =>
        ok({ file, verdict, said: of.proof.verdictText(verdict, facts) });
      if (facts === null) return said('not-one');
      const end = await intact(of);
      if (!end.ok) return end;
      const verdict = await verdictOf(of, facts);
      if (!verdict.ok) return verdict;
      const isOther = verdict.value === 'matches' && text !== of.proof.proofPage(facts);
      return said(isOther ? 'page-differs' : verdict.value);
    },
  };
}

/** The columns of a file for invoices; a change has one row. */
const paidColumns = [
  'sent_on',
  'domain',
  'kind',
  'years',
  'client',
  'account',
  'amount',
  'currency',
  'amount_from',
  'state',
  'proven_at',
  'proven_by',
  'change',
] as const;

type PaidRow = Row<(typeof paidColumns)[number]>;

/** As a table: texts that a spreadsheet would run as a formula stay texts. */
const paidFormats = formatsOf(paidColumns, ['years', 'amount', 'change']);

const amountFrom = { price: 'price', measured: 'measured', 'not-given': 'not given' } as const;

interface OfRow {
  /** Whose the domain is; empty where that is nobody's. */
  readonly client: string;
  /** The account's present label and currency; null where it was removed. */
  readonly account: { readonly label: string; readonly currency: string | null } | null;
}

/**
 * A paid change as every format writes it: what is not known is empty, never 0, and `amount_from` says so. `proven_at` is when the
 * registry, or a reading of the service, showed that it was done, and `proven_by` which; both are empty where neither did. Days and times
 * are those of the system's time zone. Nothing personal is in it.
 */
function paidRow(change: Change, { client, account }: OfRow): PaidRow {
  const { number, domain, what, sentAt, provenAt, accountLabel } = change;
  return {
    sent_on: sentAt === null ? null : localDay(sentAt),
    domain,
    kind: what.kind,
    years: 'periodYears' in what ? String(what.periodYears) : null,
    client: client === '' ? null : client,
    account: account?.label ?? accountLabel,
    ...amountOf(change, account?.currency ?? null),
    state: stateOf(change),
    proven_at: provenAt === undefined ? null : localTime(provenAt),
    proven_by: provenAt === undefined ? null : isProven(change) ? 'registry' : 'service',
    change: String(number),
  };
}

function amountOf(
  change: Change,
  usual: string | null,
): Pick<PaidRow, 'amount' | 'currency' | 'amount_from'> {
  const paid = paidFor(change);
  if (paid === null) return { amount: null, currency: null, amount_from: null };
  const currency = paid.amount === null ? null : (paid.currency ?? usual);
  return { amount: paid.amount, currency, amount_from: amountFrom[paid.by] };
}

/** Uncertain ones are marked: nobody knows whether they were charged. */
function stateOf(change: Change): string {
  if (isPerhapsPaid(change)) return 'UNCERTAIN';
  if (isUncharged(change)) return 'not yet charged';
  if (change.state === 'settled') return 'marked done';
  return shownState(change);
}
