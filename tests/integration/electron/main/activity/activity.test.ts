import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ActivityLine, periodSpan, sumsText } from '#shared/domain/activity.ts';
import { type Change, emptyChangeFilter } from '#shared/domain/change.ts';
import { creditLabel } from '#shared/domain/limits.ts';
import { createActivity } from '../../../../../electron/main/activity/activity.ts';
import { readWorkbook } from '../../../../../electron/main/tables/workbook.ts';
import { expectedThings } from '../../../../support/tables/table-files.ts';
import { createRepositories } from '../../../../../electron/main/workspace/stores.ts';
import { createChangeRows } from '../../../../../electron/main/workspace/journal/changes.ts';
import { aBatchId, aChange, aChangeId } from '../../../../support/a-change.ts';
import { aDirectory, anAccount, valueOf } from '../../../../support/workspace/a-workspace.ts';
import { aDatabase, clientHere } from '../../../../support/workspace/stores-here.ts';
import { defaultAccountOptions, serviceOf } from '#shared/domain/account.ts';

const service = serviceOf(anAccount());
const at = (day: string): string => new Date(`${day}T12:00:00`).toISOString();

const renewal = (number: number, day: string, changes: Partial<Change> & { price?: string | null } = {}) => {
  const { price = '10.00', ...rest } = changes;
  return aChange({
    number,
    accountId: 'a1',
    accountLabel: 'Acme',
    service,
    domain: `name-${number}.com`,
    createdAt: at(day),
    sentAt: at(day),
    proof: 'answer',
    what: {
      kind: 'renew',
      periodYears: 2,
      addons: {},
      price: price === null ? { kind: 'not-given' } : { kind: 'given', amount: price, currency: null },
    },
    ...rest,
  });
};

const [first, second] = [aBatchId(1), aBatchId(2)];
const fell = [{ label: creditLabel, before: '500.00', after: '489.51', speaks: 'for' as const }];

/** Two accounts; a batch whose record is there, one whose record was deleted, and one that has sent nothing yet. */
const story: readonly Change[] = [
  renewal(1, '2026-09-30', { price: '7.00' }),
  renewal(2, '2026-10-01', {
    batchId: first,
    proof: 'registry',
    provenAt: new Date('2026-10-01T12:03:00').toISOString(),
  }),
  renewal(3, '2026-10-31', { batchId: first, price: null, evidence: fell }),
  renewal(4, '2026-10-31', { batchId: first, state: 'refused' }),
  renewal(5, '2026-10-31', { batchId: first, state: 'uncertain', price: '9.00' }),
  renewal(6, '2026-10-15', { domain: '=cmd.example', price: null }),
  renewal(7, '2026-11-02', { accountId: 'a2', accountLabel: 'Beta', price: '3.50' }),
  aChange({
    number: 8,
    accountId: 'a1',
    service,
    batchId: second,
    domain: 'lock-8.com',
    sentAt: at('2026-11-03'),
  }),
  aChange({
    number: 9,
    accountId: 'a1',
    service,
    batchId: second,
    domain: 'lock-9.com',
    sentAt: at('2026-11-03'),
  }),
];

async function aWorkspace() {
  const database = aDatabase();
  const repositories = createRepositories(database);
  const client = clientHere(repositories);
  const eur = { ...defaultAccountOptions, currency: 'EUR' };
  client.accounts.save(anAccount({ id: 'a1', options: eur }));
  client.accounts.save(anAccount({ id: 'a2', label: 'Beta', username: 'b@example.com' }));
  const rows = createChangeRows(database);
  for (const change of story) rows.put({ change, answered: null });
  const batch = (id: string, day: string) => ({
    id,
    at: at(day),
    accountId: 'a1',
    service: { baseUrl: anAccount().baseUrl, username: anAccount().username },
    ask: { kind: 'renew', periodYears: 2 } as const,
    sealed: null,
    after: '2 years',
    domains: ['name-2.com', 'name-3.com', 'name-4.com', 'name-5.com', 'left-out.com'].join('\n'),
  });
  valueOf(await client.batches.create(batch(first, '2026-10-01')));
  database.exec('UPDATE batch_rows SET by_hand = 1 WHERE number = 4');
  valueOf(await client.batches.create(batch(aBatchId(3), '2026-11-04')));
  const activity = createActivity({ workspace: client });
  const list = (filter: object = {}, unfolded: readonly string[] = [], page = { offset: 0, limit: 200 }) =>
    client.activity.list({ filter: { ...emptyChangeFilter, ...filter }, unfolded: [...unfolded], ...page });
  return { database, client, activity, list };
}

const words = (lines: readonly ActivityLine[]): readonly string[] =>
  lines.map((line) => {
    if (line.kind === 'batch') return `batch ${Number(line.batch.id.slice(-2))}`;
    return line.kind === 'change' ? `${line.isOfBatch ? 'below ' : ''}${line.change.number}` : line.kind;
  });

describe('the activity of a workspace', () => {
  it('lists uncertain changes first, then changes and batches by their last change, the newest first', async () => {
    const { list } = await aWorkspace();
    const { lines, total, uncertain } = list();
    expect(words(lines)).toEqual(['5', 'batch 3', 'batch 2', '7', 'batch 1', '6', '1']);
    expect({ total, uncertain }).toEqual({ total: 7, uncertain: 1 });
  });

  it('lists below an unfolded batch its changes, and pages cut through them', async () => {
    const { list } = await aWorkspace();
    const all = list({}, [first]);
    expect(words(all.lines).slice(4, 9)).toEqual(['batch 1', 'below 2', 'below 3', 'below 4', 'below 5']);
    expect(all.total).toBe(11);
    const pages = [];
    for (let offset = 0; offset < all.total; offset += 3)
      pages.push(...list({}, [first], { offset, limit: 3 }).lines);
    expect(words(pages)).toEqual(words(all.lines));
  });

  it('counts in a batch what became of its changes and what was excluded, and adds up what it cost', async () => {
    const { list } = await aWorkspace();
    const { lines } = list();
    const batches = new Map(
      lines.flatMap((line) => (line.kind === 'batch' ? [[line.batch.id, line.batch]] : [])),
    );
    const { changes, record, sums } = batches.get(first) ?? {};
    expect(changes).toEqual({ all: 4, confirmed: 2, refused: 1, uncertain: 1, withdrawn: 0 });
    expect(record).toMatchObject({ domains: 4, leftOut: 1, ask: { kind: 'renew' } });
    expect(sums && sumsText(sums)).toBe(
      'spent 20.49 EUR (10.49 EUR seen in the credit) · 1 uncertain: 9.00 EUR',
    );
    expect(batches.get(second)).toMatchObject({ record: null, firstDomains: ['lock-8.com', 'lock-9.com'] });
    expect(batches.get(aBatchId(3))?.changes.all).toBe(0);
  });

  it.each<[string, object, readonly string[]]>([
    ['a month', periodSpan('2026-10'), ['5', 'batch 1', '6']],
    ['its first day alone', { from: at('2026-10-01'), until: at('2026-10-02') }, ['batch 1']],
    ['an account', { accountId: 'a2' }, ['7']],
    ['a kind', { kinds: ['lock'] }, ['batch 2']],
    ['a state', { states: ['refused'] }, ['batch 1']],
    ['a part of a name, of rows that are not sent too', { text: 'left-out' }, ['batch 3']],
    ['a client', { client: 'ACME' }, ['batch 1', '1']],
    ['one batch', { batchId: second }, ['batch 2']],
  ])('is filtered by %s', async (_, filter, expected) => {
    const { list, database } = await aWorkspace();
    database.exec(`
      INSERT INTO domains (account_id, name, added_at, added_by, tags, client)
        VALUES ('a1', 'name-1.com', 0, 'typed', '[]', 'ACME'), ('a1', 'name-9.com', 0, 'typed', '[]', 'ACME');
      INSERT INTO ordered_clients (account_id, domain, client) VALUES ('a1', 'name-2.com', 'ACME')`);
    expect(words(list(filter).lines)).toEqual(expected);
  });

  it('adds up what a filter shows, whatever is folded', async () => {
    const { client } = await aWorkspace();
    const filter = { ...emptyChangeFilter, ...periodSpan('2026-10') };
    const { total, unfiltered, byState, sums } = client.activity.summary({ filter });
    expect({ total, unfiltered, byState }).toEqual({
      total: 5,
      unfiltered: 9,
      byState: { confirmed: 3, refused: 1, uncertain: 1 },
    });
    expect(sumsText(sums)).toBe(
      'spent 20.49 EUR (10.49 EUR seen in the credit) · 1 uncertain: 9.00 EUR · 1 amount not given',
    );
  });
});

describe('the file of what was paid in a month', () => {
  const directory = aDirectory();

  async function written(format: 'csv' | 'xlsx') {
    const { activity, client } = await aWorkspace();
    const path = join(directory.path, `paid.${format}`);
    const filter = { ...emptyChangeFilter, ...periodSpan('2026-10') };
    const { rows, sums } = valueOf(await activity.exportPaid({ format, path, filter }));
    const summary = client.activity.summary({ filter });
    expect(sums).toEqual(summary.sums);
    return { path, rows };
  }

  it('has a row for each change that was paid, or may have been, and for no other', async () => {
    const { path, rows } = await written('csv');
    expect(readFileSync(path, 'utf8').split('\n')).toEqual([
      'sent_on,domain,kind,years,client,account,amount,currency,amount_from,state,proven_at,proven_by,change',
      '2026-10-01,name-2.com,renew,2,,Acme,10.00,EUR,price,proven,2026-10-01 12:03,registry,2',
      "2026-10-15,'=cmd.example,renew,2,,Acme,,,not given,accepted,,,6",
      '2026-10-31,name-3.com,renew,2,,Acme,10.49,EUR,measured,accepted,,,3',
      '2026-10-31,name-5.com,renew,2,,Acme,9.00,EUR,price,UNCERTAIN,,,5',
      '',
    ]);
    expect(rows).toBe(4);
  });

  it('is the same as a workbook, with amounts that a spreadsheet adds up', async () => {
    const { path } = await written('xlsx');
    const bytes = new Uint8Array(readFileSync(path));
    const { rows } = valueOf(await readWorkbook({ fileName: 'a.xlsx', bytes }, null, expectedThings));
    const cells = valueOf(await rows.read((row) => row.cells, 0));
    expect(cells.map((row) => [row[0], row[1], row[6], row[8]])).toEqual([
      ['sent_on', 'domain', 'amount', 'amount_from'],
      ['2026-10-01', 'name-2.com', '10.00', 'price'],
      ['2026-10-15', "'=cmd.example", '', 'not given'],
      ['2026-10-31', 'name-3.com', '10.49', 'measured'],
      ['2026-10-31', 'name-5.com', '9.00', 'price'],
    ]);
  });
});

it('a change of a kind that costs nothing has no amount, and its columns are those of its change', () => {
  const database = aDatabase();
  const rows = createChangeRows(database);
  const change = aChange({ id: aChangeId(1) });
  rows.put({ change, answered: null });
  expect(rows.isKept({ change, answered: null })).toBe(true);
  expect(database.prepare('SELECT amount, amount_by, paid_at FROM journal_changes').get()).toEqual({
    amount: null,
    amount_by: null,
    paid_at: null,
  });
});
