import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBatchesRepository } from '../../../../../../electron/main/workspace/batches/batches-repository.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import type { Stores } from '../../../../../../electron/main/workspace/stores.ts';
import {
  at,
  planned,
  service,
  wholeStory,
  withdrawn,
  write,
} from '../../../../../support/workspace/a-journal.ts';
import { anAccount } from '../../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';
import { createAccountsRepository } from '../../../../../../electron/main/workspace/repositories/accounts.ts';

const id = '00000000-0000-4000-9300-000000000001';
const accountId = anAccount().id;
const seen = { before: 'unlocked', seen: 'unlocked', leftOut: null, error: null };
const read = {
  ...seen,
  remarks: [],
  renewal: null,
  erases: null,
  after: null,
  lastEffect: null,
  teamEffect: null,
};

describe('the batches in the file', () => {
  const directory = directoryOfEachTest();
  let database: DatabaseSync;
  let batches: Stores['batches'];
  beforeEach(() => {
    database = directory.open();
    createAccountsRepository(database).save(anAccount());
    batches = createBatchesRepository(database);
    const ask = { kind: 'lock', state: 'locked' } as const;
    batches.create({
      id,
      at,
      accountId,
      service,
      ask,
      after: 'locked',
      sealed: null,
      domains: 'a.com\nb.com\nc.com',
    });
  });
  const readAll = () => {
    batches.noteRead({ id, rows: [0, 1, 2].map((index) => ({ index, ...read })) });
    return batches.endReading({ id, at });
  };
  const minutesAfter = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
  const apply = (now = at) => {
    const { digest = '', typedCount = null } = batches.some({ ids: [id] })[0] ?? {};
    return batches.apply({
      ...{ id, at: now, digest: digest ?? '', typedCount, goesOn: false },
      ...{ typedLimit: null, validForMs: 900_000, dayStartsAt: at },
    });
  };
  const pause = () => batches.move({ id, at, from: ['running'], to: 'paused', waitingFor: null });
  const resume = (now = at) =>
    batches.resume({
      ...{ id, at: now, goesOn: false, typedLimit: null, validForMs: 12 * 3_600_000, dayStartsAt: at },
    });
  const change = (domain: string) => planned({ accountId, domain, batchId: id });

  it.each([
    ['that are not excluded', [0], ['b.com', 'c.com'], 2],
    ['they have where every one is excluded', [0, 1, 2], ['a.com', 'b.com'], 3],
  ])('count and name the domains %s', (_which, excluded, firstDomains, domains) => {
    readAll();
    for (const index of excluded) batches.leaveOut({ id, index, isLeftOut: true });
    expect(batches.list({ accountId })).toMatchObject([{ firstDomains, counts: { rows: 3, domains } }]);
  });

  it.each([
    ['of each row where there are several', ['ACME', 'ACME', ''], ['ACME', 'ACME', '']],
    ['of none where all are one client’s', ['ACME', 'ACME', 'ACME'], [undefined, undefined, undefined]],
  ])('say the client %s', (_where, clients, said) => {
    const insert = database.prepare(`
      INSERT INTO domains (account_id, name, added_at, added_by, tags, client) VALUES (?, ?, 0, 'typed', '[]', ?)`);
    for (const [index, client] of clients.entries()) insert.run(accountId, `${'abc'[index]}.com`, client);
    const rows = batches.rows({ id, which: 'all', offset: 0, limit: 10 })?.rows;
    expect(rows?.map(({ client }) => client)).toEqual(said);
  });

  it('count a domain of three steps once, also where only one of them is excluded', () => {
    const steps = '00000000-0000-4000-9300-000000000002';
    const ask = { kind: 'contacts', roles: [], unlocks: true } as const;
    const domains = 'a.com\nb.com';
    batches.create({ id: steps, at, accountId, service, ask, after: 'changed', sealed: null, domains });
    batches.noteRead({ id: steps, rows: [{ index: 0, ...read, leftOut: 'already-so' }] });
    expect(batches.some({ ids: [steps] })[0]?.counts).toMatchObject({ rows: 6, leftOut: 1, domains: 2 });
  });

  it('are not ready before each row is read', () => {
    batches.noteRead({ id, rows: [{ index: 1, ...read }] });
    expect(batches.endReading({ id, at })).toMatchObject({
      isDone: false,
      batch: { state: 'reading', digest: null },
    });
    expect(batches.unread({ id, after: -1, limit: 10 }).map(({ index }) => index)).toEqual([0, 2]);
    expect(readAll()).toMatchObject({ isDone: true, batch: { state: 'ready' } });
  });

  it('have nothing to do next unless they run', () => {
    readAll();
    expect(batches.next({ id, from: 0 })).toBeNull();
    apply();
    expect(batches.next({ id, from: 0 })).toMatchObject({ index: 0, domain: 'a.com', plannedId: null });
    pause();
    expect(batches.next({ id, from: 0 })).toBeNull();
  });

  it.each([
    ['14 minutes after its review', 14, null],
    ['16 minutes after it', 16, 'digest'],
    ['half a minute before it, as another process reads the clock', -0.5, null],
    ['before it, because the clock was set back', -2, 'digest'],
  ] as const)('F10 are applied or not %s', (_when, minutes, reason) => {
    readAll();
    expect(apply(minutesAfter(minutes))).toMatchObject({ reason });
  });

  it.each([
    ['11 hours', 11 * 60, null],
    ['13 hours', 13 * 60, 'consent'],
    ['less than no time, because the clock was set back', -2, 'consent'],
  ] as const)('F10 go on or not after a rest of %s', (_time, minutes, reason) => {
    readAll();
    apply();
    pause();
    expect(resume(minutesAfter(minutes))).toMatchObject({ reason });
  });

  it('F10 do not go on with a row that was not among the reviewed ones: that is reviewed first', () => {
    readAll();
    batches.leaveOut({ id, index: 1, isLeftOut: true });
    apply();
    pause();
    batches.leaveOut({ id, index: 2, isLeftOut: true });
    expect(resume()).toMatchObject({ reason: null });
    pause();
    expect(batches.leaveOut({ id, index: 1, isLeftOut: false })).toMatchObject({ reason: null });
    expect(resume()).toMatchObject({ reason: 'consent', batch: { state: 'paused' } });
  });

  it('pass over a row whose change is in the journal, and not one whose change was withdrawn', async () => {
    readAll();
    apply();
    const journal = createJournalRepository(database, () => new Date(at));
    await write(journal, 1, wholeStory.with(0, change('a.com')));
    await write(journal, 2, [change('b.com'), withdrawn]);
    // Of the same domain, and of no batch or another kind.
    await write(journal, 3, [planned({ accountId, domain: 'c.com', what: { kind: 'sync' }, batchId: id })]);
    expect(batches.next({ id, from: 0 })).toMatchObject({ index: 1, plannedId: null });
    expect(batches.next({ id, from: 2 })).toMatchObject({ index: 2, plannedId: null });
    const rows = batches.rows({ id, which: 'all', offset: 0, limit: 10 })?.rows;
    expect(rows?.map(({ state, proof }) => ({ state, proof }))).toEqual([
      { state: 'confirmed', proof: 'read-back' },
      { state: null, proof: null },
      { state: null, proof: null },
    ]);
  });

  it('go with their account, and leave the journal as it is', async () => {
    const journal = createJournalRepository(database, () => new Date(at));
    await write(journal, 1, wholeStory.with(0, change('a.com')));
    const accounts = createAccountsRepository(database);
    expect(accounts.remove({ id: accountId }).inUse).not.toBeNull();
    batches.move({ id, at, from: ['reading'], to: 'stopped', waitingFor: null });
    expect(accounts.remove({ id: accountId })).toEqual({ inUse: null });
    expect(batches.some({ ids: [id] })).toEqual([]);
    expect(batches.rows({ id, which: 'all', offset: 0, limit: 1 })).toBeNull();
    expect(database.prepare('SELECT count(*) AS rows FROM batch_rows').get()).toEqual({ rows: 0 });
    expect(journal.health({ check: false })).toMatchObject({ changes: 1 });
    expect(
      batches.create({
        id,
        at,
        accountId,
        service,
        ask: { kind: 'renew', periodYears: 1 },
        after: '',
        sealed: null,
        domains: 'a.com',
      }),
    ).toBeNull();
  });

  it('are told without a walk through the whole journal', () => {
    const walks = (sql: string) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(id)
        .filter(({ detail }) => String(detail).startsWith('SCAN'));
    expect(walks('SELECT state, count(*) FROM journal_changes WHERE batch_id = ? GROUP BY state')).toEqual(
      [],
    );
    const joined = `SELECT c.id FROM batch_rows r JOIN batches p ON p.id = r.batch_id
      LEFT JOIN journal_changes c ON c.domain = r.domain AND c.account_id = p.account_id AND c.family = p.kind
        AND c.batch_id = p.id AND c.state <> 'withdrawn' WHERE r.batch_id = ?`;
    expect(walks(joined)).toEqual([]);
  });
});
