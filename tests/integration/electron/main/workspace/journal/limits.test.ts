import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeWhat } from '../../../../../../shared/domain/change.ts';
import { defaultAccountOptions } from '../../../../../../shared/domain/account.ts';
import type { OverLimit, SpendingLimits } from '../../../../../../shared/domain/limits.ts';
import type { Price } from '../../../../../../shared/domain/price.ts';
import { serviceOf } from '../../../../../../shared/domain/service.ts';
import { createJournalRepository } from '../../../../../../electron/main/workspace/journal/journal-repository.ts';
import type { Written } from '../../../../../../electron/main/workspace/journal-requests.ts';
import { createAccountsRepository } from '../../../../../../electron/main/workspace/repositories/accounts.ts';
import { createSettingsRepository } from '../../../../../../electron/main/workspace/repositories/settings.ts';
import { type ADirectory, aDirectory, anAccount } from '../../../../../support/workspace/a-workspace.ts';
import { answered, changeId, type Journal, openFile } from '../../../../../support/workspace/a-journal.ts';

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
  readonly planId?: string | null;
  readonly accountId?: string;
  readonly confirmed?: OverLimit | null;
  /** What the service answers to it; null where nothing came. */
  readonly verdict?: 'claimed' | 'refused' | null;
}

describe('F12 limits, in the transaction that lets a change go out', () => {
  let directory: ADirectory;
  let database: DatabaseSync;
  let journal: Journal;
  let count = 0;
  beforeEach(() => {
    count = 0;
    directory = aDirectory();
    database = openFile(directory.path);
    accountWith(null);
    journal = createJournalRepository(database, () => new Date(noon));
  });
  afterEach(() => {
    database.close();
    directory.remove();
  });

  const accountWith = (limits: SpendingLimits | null, id = 'a1') =>
    createAccountsRepository(database).save(
      anAccount({ id, label: id, options: { ...defaultAccountOptions, limits } }),
    );
  const settle = (limits: Partial<SpendingLimits>) =>
    void createSettingsRepository(database).write({ limits: { ...none, ...limits } });

  /** Renews another domain each time; the day began at `midnight`, unless it is sent before. */
  async function send({
    price,
    at = noon,
    planId = null,
    accountId = 'a1',
    ...rest
  }: Sent): Promise<Written> {
    const { confirmed = null, verdict = 'claimed' } = rest;
    count += 1;
    const id = changeId(count);
    const what: ChangeWhat = { kind: 'renew', periodYears: 1, addons: {}, price };
    const consent = {
      ...{ at, service, present: '', lastEffect: 0, price, premiumAccepted: false, limit: confirmed },
    };
    await journal.begin({
      id,
      at,
      sealed: null,
      event: {
        ...{
          type: 'planned',
          accountId,
          accountLabel: 'Acme',
          service,
          domain: `d${count}.com`,
          what,
          planId,
        },
        ...{ digest: 'd'.repeat(64), consent, personal: null },
      },
    });
    const dayStartsAt = at < midnight ? '2026-02-20T00:00:00.000Z' : midnight;
    const before = { readAt: at };
    const facts = { id, at, attempt: 1, before, consent, service, validForMs: 900_000, dayStartsAt };
    const sending = await journal.send(facts);
    if (sending.kind === 'written' && verdict !== null) {
      await journal.append({ id, at, event: answered(verdict) });
      const isDone = verdict === 'claimed';
      await journal.append({
        id,
        at,
        event: { type: 'read-back', verdict: isDone ? 'no-proof' : 'as-before', evidence: [], error: null },
      });
    }
    return sending;
  }

  const wouldBe = (written: Written) =>
    written.kind === 'over-limit' ? written.limit.wouldBe : written.kind;

  it('lets a day come to exactly what it may, and nothing go out above it', async () => {
    settle({ daySum: '30' });
    expect(wouldBe(await send({ price: given('10') }))).toBe('written');
    expect(wouldBe(await send({ price: given('20.00') }))).toBe('written');
    const over = await send({ price: given('0.0001') });
    expect(over).toMatchObject({ limit: { span: 'day', scope: 'workspace', wouldBe: '30.0001' } });
    // What was not sent was not spent.
    expect(wouldBe(await send({ price: given('1') }))).toBe('31.00');
    expect(journal.spent({ accountId: null, planId: null, since: midnight })).toHaveLength(2);
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
    expect(await send({ price: given('1', null) })).toMatchObject({ limit: { currency: null } });
  });

  it('holds of a batch by itself, and of a change that is in none not at all', async () => {
    settle({ batchSum: '20', batchCount: 1 });
    await send({ price: given('20'), planId: batchId });
    expect(await send({ price: given('1'), planId: batchId })).toMatchObject({
      limit: { span: 'batch', wouldBe: '21.00' },
    });
    expect(wouldBe(await send({ price: given('500') }))).toBe('written');
    await send({ price: notGiven, planId: batchId });
    expect(wouldBe(await send({ price: notGiven, planId: batchId }))).toBe('2');
  });

  it('holds of an account by itself, beside the workspace’s', async () => {
    accountWith({ ...none, daySum: '10' });
    accountWith(null, 'a2');
    settle({ daySum: '100' });
    await send({ price: given('10') });
    expect(await send({ price: given('1') })).toMatchObject({
      limit: { scope: 'account', wouldBe: '11.00' },
    });
    expect(wouldBe(await send({ price: given('90'), accountId: 'a2' }))).toBe('written');
    expect(await send({ price: given('1'), accountId: 'a2' })).toMatchObject({
      limit: { scope: 'workspace', wouldBe: '101.00' },
    });
  });

  it('goes over one that a person confirmed by typing, once', async () => {
    settle({ changeSum: '10' });
    const over = await send({ price: given('11') });
    if (over.kind !== 'over-limit') throw new Error('It went out');
    expect(wouldBe(await send({ price: given('11'), confirmed: over.limit }))).toBe('written');
    expect(wouldBe(await send({ price: given('11') }))).toBe('11.00');
  });

  it('is none where all are switched off', async () => {
    settle({});
    expect(wouldBe(await send({ price: given('999999999') }))).toBe('written');
  });
});
