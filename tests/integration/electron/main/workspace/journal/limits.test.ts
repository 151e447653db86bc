import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSealedRows } from '../../../../../../electron/main/workspace/journal/entries.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import type { Written } from '../../../../../../electron/main/workspace/journal/write.ts';
import { storageFaultOf } from '../../../../../../electron/main/workspace/sqlite.ts';
import type { ChangeWhat } from '../../../../../../shared/changes/index.ts';
import { defaultAccountOptions, serviceOf } from '../../../../../../shared/domain/account.ts';
import type { Evidence } from '../../../../../../shared/domain/change.ts';
import type { Price } from '../../../../../../shared/domain/finding.ts';
import {
  confirmedAt,
  type ConfirmedLimit,
  creditLabel,
  sharedCreditLabel,
  spendingOf,
  type SpendingLimits,
} from '../../../../../../shared/domain/limits.ts';
import {
  answered,
  at,
  changeId,
  changeIn,
  interrupted,
  type Journal,
  planned,
  sending,
  settled,
  write,
} from '../../../../../support/workspace/a-journal.ts';
import { anAccount } from '../../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';
import { createAccountsRepository } from '../../../../../../electron/main/workspace/repositories/accounts.ts';
import { createSettingsRepository } from '../../../../../../electron/main/workspace/repositories/settings.ts';

describe('F12 limits, in the transaction that lets a change go out', () => {
  const none: SpendingLimits = {
    changeSum: null,
    batchSum: null,
    batchCount: null,
    daySum: null,
    dayCount: null,
  };
  const notGiven: Price = { kind: 'not-given' };
  const given = (amount: string, currency: string | null = 'USD'): Price => ({
    kind: 'given',
    amount,
    currency,
  });
  const batchId = '00000000-0000-4000-9300-000000000001';
  const midnight = '2026-02-21T00:00:00.000Z';
  const noon = '2026-02-21T12:00:00.000Z';
  const service = serviceOf(anAccount());

  interface Sent {
    readonly price: Price;
    readonly at?: string;
    readonly batchId?: string | null;
    readonly accountId?: string;
    readonly service?: typeof service;
    readonly confirmed?: readonly ConfirmedLimit[];
    /** That the person saw; as it was planned where it is left out. */
    readonly seen?: Price;
    /** What the service answers to it; null where nothing came. */
    readonly verdict?: 'done' | 'refused' | null;
    /** What is read of the credit afterwards. */
    readonly evidence?: readonly Evidence[];
  }

  const directory = directoryOfEachTest();
  let database: DatabaseSync;
  let journal: Journal;
  let count = 0;
  beforeEach(() => {
    count = 0;
    database = directory.open();
    accountWith(null);
    journal = createJournalRepository(database, () => new Date(noon));
  });

  const other = { ...service, username: 'other@example.com' };

  const accountWith = (limits: SpendingLimits | null, id = 'a1', login = service) =>
    createAccountsRepository(database).save(
      anAccount({ id, label: id, ...login, options: { ...defaultAccountOptions, limits } }),
    );
  const settle = (limits: Partial<SpendingLimits>) =>
    void createSettingsRepository(database).write({ limits: { ...none, ...limits } });

  const loginOf = ({ service: of = service }: Pick<Sent, 'service'>) => ({ service: of });

  /** Renews another domain each time; the day began at `midnight`, unless it is sent before. */
  async function send({
    price,
    at = noon,
    batchId = null,
    accountId = 'a1',
    ...rest
  }: Sent): Promise<Written> {
    const { confirmed = [], verdict = 'done', seen = price, evidence = [] } = rest;
    count += 1;
    const id = changeId(count);
    const login = loginOf(rest);
    const what: ChangeWhat = { kind: 'renew', periodYears: 1, addons: {}, price };
    const consent = {
      ...{
        at,
        ...login,
        present: '',
        lastEffect: null,
        price: seen,
        premiumAccepted: false,
        limits: confirmed,
      },
    };
    await journal.begin({
      id,
      at,
      sealed: null,
      event: {
        type: 'planned',
        accountId,
        accountLabel: 'Acme',
        ...login,
        domain: `d${count}.com`,
        what,
        batchId,
        digest: 'd'.repeat(64),
        consent,
      },
    });
    const dayStartsAt = at < midnight ? '2026-02-20T00:00:00.000Z' : midnight;
    const before = { readAt: at };
    const facts = { id, at, attempt: 1, before, consent, ...login, validForMs: 900_000, dayStartsAt };
    const sending = await journal.send(facts);
    if (sending.kind === 'written' && verdict !== null) {
      await journal.append({ id, at, event: answered(verdict) });
      const isDone = verdict === 'done';
      await journal.append({
        id,
        at,
        event: { type: 'read-back', verdict: isDone ? 'no-proof' : 'as-before', evidence, error: null },
      });
    }
    return sending;
  }

  const wouldBe = (written: Written) =>
    written.kind === 'over-limit' ? written.limits.map((limit) => limit.wouldBe).join(' ') : written.kind;

  it('lets a day come to exactly what it may, and nothing go out above it', async () => {
    settle({ daySum: '30' });
    expect(wouldBe(await send({ price: given('10') }))).toBe('written');
    expect(wouldBe(await send({ price: given('20.00') }))).toBe('written');
    const over = await send({ price: given('0.0001') });
    expect(over).toMatchObject({ limits: [{ span: 'day', scope: 'workspace', wouldBe: '30.0001' }] });
    // What was not sent was not spent.
    expect(wouldBe(await send({ price: given('1') }))).toBe('31.00');
    expect(spendingOf(journal.costs({ accountId: null, batchId: null, since: midnight }))).toHaveLength(2);
  });

  it('counts from midnight: what was sent a millisecond before it is of the day before', async () => {
    settle({ daySum: '30', dayCount: 1 });
    await send({ price: given('30'), at: '2026-02-20T23:59:59.999Z' });
    await send({ price: notGiven, at: '2026-02-20T23:59:59.999Z' });
    expect(wouldBe(await send({ price: given('30'), at: midnight }))).toBe('written');
    expect(wouldBe(await send({ price: notGiven, at: midnight }))).toBe('written');
    expect(wouldBe(await send({ price: given('1') }))).toBe('31.00');
    expect(wouldBe(await send({ price: notGiven }))).toBe('2');
  });

  it('counts what may have been paid, and not what was refused', async () => {
    settle({ dayCount: 1 });
    await send({ price: notGiven, verdict: 'refused' });
    expect(wouldBe(await send({ price: notGiven, verdict: null }))).toBe('written');
    expect(wouldBe(await send({ price: notGiven }))).toBe('2');
  });

  it('adds each currency up by itself, and prices without one among themselves', async () => {
    settle({ daySum: '30' });
    await send({ price: given('30', 'USD') });
    await send({ price: given('30', 'EUR') });
    expect(wouldBe(await send({ price: given('30', null) }))).toBe('written');
    expect(await send({ price: given('1', null) })).toMatchObject({ limits: [{ currency: null }] });
  });

  it('adds what the credit fell by where no price was given, unless another order may have used it; the change counts all the same', async () => {
    const fell = (label: string) => [{ label, before: '500.00', after: '480.00', speaks: 'for' }] as const;
    settle({ daySum: '30', dayCount: 2 });
    await send({ price: notGiven, evidence: fell(sharedCreditLabel) });
    expect(wouldBe(await send({ price: given('10', null) }))).toBe('written');
    await send({ price: notGiven, evidence: fell(creditLabel) });
    expect(wouldBe(await send({ price: given('1', null) }))).toBe('31.00');
    expect(wouldBe(await send({ price: notGiven }))).toBe('3');
  });

  it('tells with each cost what the credit was before and after, the oldest first', async () => {
    settle({});
    const fell = (label: string, before: string, after: string) =>
      [{ label, before, after, speaks: 'for' }] as const;
    await send({ price: notGiven, evidence: fell(creditLabel, '500.00', '480.00') });
    await send({ price: notGiven });
    await send({ price: notGiven, evidence: fell(sharedCreditLabel, '480.00', '450.00') });
    const costs = journal.costs({ accountId: null, batchId: null, since: midnight });
    expect(costs.map(({ credit }) => credit)).toEqual([
      { before: '500.00', after: '480.00' },
      null,
      { before: '480.00', after: '450.00' },
    ]);
  });

  it('(G11) four at “10.00”, where the credit falls by 100 each, are asked about at the second', async () => {
    settle({ daySum: '100' });
    const evidence = [{ label: creditLabel, before: '500.00', after: '400.00', speaks: 'for' }] as const;
    const four = { price: given('10.00', null), evidence };
    expect(wouldBe(await send(four))).toBe('written');
    expect(wouldBe(await send(four))).toBe('110.00');
  });

  it('holds of a batch by itself, and of a change that is in none not at all', async () => {
    settle({ batchSum: '20', batchCount: 1 });
    await send({ price: given('20'), batchId: batchId });
    expect(await send({ price: given('1'), batchId: batchId })).toMatchObject({
      limits: [{ span: 'batch', wouldBe: '21.00' }],
    });
    expect(wouldBe(await send({ price: given('500') }))).toBe('written');
    await send({ price: notGiven, batchId: batchId });
    expect(wouldBe(await send({ price: notGiven, batchId: batchId }))).toBe('2');
  });

  it('holds of an account by itself, beside the workspace’s', async () => {
    accountWith({ ...none, daySum: '10' });
    accountWith(null, 'a2', other);
    settle({ daySum: '100' });
    await send({ price: given('10') });
    expect(await send({ price: given('1') })).toMatchObject({
      limits: [{ scope: 'account', wouldBe: '11.00' }],
    });
    expect(wouldBe(await send({ price: given('90'), accountId: 'a2', service: other }))).toBe('written');
    expect(await send({ price: given('1'), accountId: 'a2', service: other })).toMatchObject({
      limits: [{ scope: 'workspace', wouldBe: '101.00' }],
    });
  });

  it('(G13) two labels of one login share what they spend, and the strictest of their limits', async () => {
    settle({});
    accountWith({ ...none, daySum: '10', dayCount: 9 });
    accountWith({ ...none, daySum: '50', dayCount: 1 }, 'a2');
    await send({ price: given('10') });
    expect(await send({ price: given('1'), accountId: 'a2' })).toMatchObject({
      limits: [{ scope: 'account', allowed: '10', wouldBe: '11.00' }],
    });
    await send({ price: notGiven });
    expect(await send({ price: notGiven })).toMatchObject({ limits: [{ allowed: '1', wouldBe: '2' }] });
  });

  it('(G13) a login’s account that was removed and added again has spent what it had', async () => {
    settle({});
    await send({ price: given('10') });
    database.prepare('DELETE FROM accounts').run();
    accountWith({ ...none, daySum: '10' }, 'again');
    expect(wouldBe(await send({ price: given('1'), accountId: 'again' }))).toBe('11.00');
  });

  it('goes over one that a person confirmed by typing, once', async () => {
    settle({ changeSum: '10' });
    const over = await send({ price: given('11') });
    if (over.kind !== 'over-limit') throw new Error('It went out');
    expect(wouldBe(await send({ price: given('11'), confirmed: confirmedAt(over.limits, noon) }))).toBe(
      'written',
    );
    expect(wouldBe(await send({ price: given('11') }))).toBe('11.00');
  });

  it('lets past what was confirmed and nothing else, be it another one or the same by more', async () => {
    accountWith({ ...none, daySum: '25' });
    settle({ changeSum: '10', daySum: '30' });
    const over = await send({ price: given('11') });
    if (over.kind !== 'over-limit') throw new Error('It went out');
    expect(over.limits).toHaveLength(1);
    const confirmed = confirmedAt(over.limits, noon);
    expect(wouldBe(await send({ price: given('11'), confirmed }))).toBe('written');
    // The same by a cent more.
    expect(wouldBe(await send({ price: given('11.01'), confirmed }))).toBe('11.01');
    expect(wouldBe(await send({ price: given('11'), confirmed }))).toBe('written');
    // Now the day's as well, of the workspace and of the account.
    const both = await send({ price: given('11'), confirmed });
    expect(wouldBe(both)).toBe('33.00 33.00');
    if (both.kind !== 'over-limit') throw new Error('It went out');
    expect(both.limits.map(({ scope, span }) => [scope, span])).toEqual([
      ['workspace', 'day'],
      ['account', 'day'],
    ]);
    const all = [...confirmed, ...confirmedAt(both.limits, noon)];
    expect(wouldBe(await send({ price: given('11'), confirmed: all.slice(0, 2) }))).toBe('33.00');
    expect(wouldBe(await send({ price: given('11'), confirmed: all }))).toBe('written');
    // What was spent since counts: the very same consent does not hold a second time.
    expect(wouldBe(await send({ price: given('11'), confirmed: all }))).toBe('44.00 44.00');
  });

  it('was confirmed for a day alone', async () => {
    settle({ dayCount: 0 });
    const over = await send({ price: notGiven, at: '2026-02-20T23:59:00.000Z' });
    if (over.kind !== 'over-limit') throw new Error('It went out');
    const confirmed = confirmedAt(over.limits, '2026-02-20T23:59:00.000Z');
    expect(wouldBe(await send({ price: notGiven, confirmed }))).toBe('1');
    const at = '2026-02-20T23:59:59.999Z';
    expect(wouldBe(await send({ price: notGiven, at, confirmed }))).toBe('written');
  });

  it('is of the price that the person saw, and so is what was spent', async () => {
    settle({ changeSum: '10', daySum: '20' });
    expect(wouldBe(await send({ price: given('11'), seen: given('9') }))).toBe('written');
    expect(wouldBe(await send({ price: given('9'), seen: given('11') }))).toBe('11.00');
    expect(spendingOf(journal.costs({ accountId: null, batchId: null, since: midnight }))).toEqual([
      given('9'),
    ]);
    expect(wouldBe(await send({ price: given('10'), seen: given('10') }))).toBe('written');
    expect(wouldBe(await send({ price: given('1') }))).toBe('written');
    expect(wouldBe(await send({ price: given('1') }))).toBe('21.00');
  });

  it('is none where all are switched off', async () => {
    settle({});
    expect(wouldBe(await send({ price: given('999999999') }))).toBe('written');
  });
});

describe('a journal that cannot be written', () => {
  const large = { answer: 'x'.repeat(64 * 1_024) };

  const directory = directoryOfEachTest();
  let database: DatabaseSync;
  let journal: Journal;
  beforeEach(async () => {
    database = directory.open();
    journal = createJournalRepository(database, () => new Date(at));
    await write(journal, 1, [planned(), sending]);
  });

  const faultOf = async (work: () => unknown): Promise<string | null> => {
    try {
      await work();
      return 'no fault';
    } catch (thrown) {
      return storageFaultOf(thrown);
    }
  };
  const fill = (): void => {
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {};
    database.exec(`PRAGMA max_page_count = ${String(pages)}`);
  };
  const everything = () => ({
    entries: journal.page({ after: 0, limit: 100 }),
    changes: database.prepare('SELECT * FROM journal_changes').all(),
    head: database.prepare('SELECT * FROM journal_head').all(),
    sealed: database.prepare('SELECT * FROM journal_sealed').all(),
  });

  it('D8 says that the disk is full, and nothing is half written', async () => {
    const there = everything();
    fill();
    const much = new Uint8Array(200_000);
    const begin = () =>
      journal.begin({ id: changeId(2), at, event: planned({ domain: 'b.com' }), sealed: much });
    expect(await faultOf(begin)).toBe('full');
    expect(await faultOf(() => journal.append({ id: changeId(1), at, event: answered('done', large) }))).toBe(
      'full',
    );
    expect(everything()).toEqual(there);

    database.exec('PRAGMA max_page_count = 1000000');
    expect(changeIn(await write(journal, 2, [planned({ domain: 'b.com' })])).number).toBe(2);
    expect((await journal.health({ check: true })).broken).toBeNull();
  });

  it('D8 says that the disk cannot be written, and nothing is half written', async () => {
    const there = everything();
    database.exec('PRAGMA query_only = ON');
    expect(await faultOf(() => journal.append({ id: changeId(1), at, event: interrupted }))).toBe(
      'read-only',
    );
    expect(await faultOf(() => write(journal, 2, [planned({ domain: 'b.com' })]))).toBe('read-only');
    expect(everything()).toEqual(there);
    expect(journal.find({ id: changeId(1) })).toMatchObject({ state: 'sending' });
  });

  it('D8 has added nothing where the commit itself fails', async () => {
    const there = everything();
    // Breaks a rule that is looked at with the commit alone.
    database.exec(`CREATE TABLE rule (id INTEGER PRIMARY KEY, of INTEGER REFERENCES rule (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER breaks_it AFTER INSERT ON journal_entries BEGIN INSERT INTO rule (of) VALUES (99); END`);
    expect(() => journal.append({ id: changeId(1), at, event: interrupted })).toThrow('FOREIGN KEY');
    const event = planned({ domain: 'b.com' });
    const begin = () => journal.begin({ id: changeId(2), at, event, sealed: Uint8Array.of(1) });
    expect(begin).toThrow('FOREIGN KEY');
    database.exec('DROP TRIGGER breaks_it');
    expect(everything()).toEqual(there);
    expect(changeIn(await write(journal, 1, [interrupted])).state).toBe('uncertain');
  });

  it('has written the end of a change also where the log cannot be cut off', async () => {
    await write(journal, 2, [planned({ domain: 'b.com' }), sending, interrupted], Uint8Array.of(1));
    // Somebody reads an older state of the file, so that the log is still needed.
    const reader = directory.open();
    reader.exec('BEGIN; SELECT * FROM journal_head');
    reader.prepare('SELECT * FROM journal_head').all();
    expect(changeIn(await write(journal, 2, [settled])).state).toBe('settled');
    reader.close();
    expect(journal.sealed({ id: changeId(2) })).toBeNull();
  });

  it('leaves the log for another time where it is locked, and takes nothing else for that', () => {
    const rows = createSealedRows(database);
    database.exec('BEGIN IMMEDIATE; UPDATE journal_head SET changes = 1');
    expect(() => rows.emptyLog()).not.toThrow();
    database.exec('ROLLBACK');
    database.close();
    expect(() => rows.emptyLog()).toThrow('not open');
    database = directory.open();
  });
});
