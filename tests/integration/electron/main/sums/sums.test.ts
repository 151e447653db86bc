import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayIn } from '#shared/domain/expiry.ts';
import { sumsText } from '#shared/domain/activity.ts';
import { emptyChangeFilter, type JournalEvent } from '#shared/domain/change.ts';
import { creditLabel } from '#shared/domain/limits.ts';
import { type ServiceIdentity, serviceOf } from '#shared/domain/account.ts';
import { limits as limitActions } from '../../../../../electron/main/changes/actions.ts';
import { bound } from '../../../../support/bound.ts';
import { hostOver } from '../../../../../electron/main/cli/host.ts';
import { runCommandLine } from '../../../../../electron/main/cli/run.ts';
import { aTerminal } from '../../../../support/command-line/a-command-line.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import {
  answered,
  changeId,
  interrupted,
  planned,
  settled,
} from '../../../../support/workspace/a-journal.ts';
import { aPricedFinding, valueOf } from '../../../../support/workspace/a-workspace.ts';

// Every sum that is shown is recomputed here from the entries of the journal alone, by code of this file, and compared (H17).

interface Account {
  readonly id: string;
  readonly label: string;
  readonly currency: string | null;
  readonly service: ServiceIdentity;
}

async function addedAccount(w: TestWorld, label: string, currency: string | null): Promise<Account> {
  const login = { baseUrl: `https://${label.toLowerCase()}.example/api`, username: 'me@example.com' };
  const { id } = valueOf(await w.accounts.add({ label, colour: 'teal', ...login }));
  const { options } = valueOf(w.accounts.find(id));
  valueOf(await w.accounts.edit({ id, label, colour: 'teal', ...login, options: { ...options, currency } }));
  return { id, label, currency, service: login };
}

type Price = { readonly kind: 'given'; readonly amount: string; readonly currency: string | null };
const costs = (amount: string, currency: string | null = null): Price => ({
  kind: 'given',
  amount,
  currency,
});
const noPrice = { kind: 'not-given' } as const;

const done = answered('done', { answer: '{"success":true}' });
const refused = answered('refused', { error: { kind: 'refused', status: 200, why: 'other', said: 'no' } });
/** By how much the credit fell is the only sign of what a renewal without a price cost. */
const fell = (after: string): JournalEvent => ({
  ...{ type: 'read-back', verdict: 'agrees', error: null },
  evidence: [{ label: creditLabel, before: '500.00', after, speaks: 'for' }],
});

/** Nothing could show it: the answer alone says so. */
const accepted: JournalEvent = { type: 'read-back', verdict: 'no-proof', evidence: [], error: null };
const asBefore: JournalEvent = { ...accepted, verdict: 'as-before' };

/** Writes changes as the program does: each entry through the journal. */
function writerOf({ workspace: { journal } }: TestWorld) {
  let number = 0;
  const now = new Date().toISOString();
  const ended = (written: unknown): void =>
    expect(written).toMatchObject({ ok: true, value: { kind: 'written' } });
  async function change(
    { id: accountId, label: accountLabel, service }: Account,
    what: Parameters<typeof planned>[0] & object,
    after: readonly JournalEvent[],
  ): Promise<void> {
    number += 1;
    const id = changeId(number);
    const event = planned({ accountId, accountLabel, service, domain: `name-${number}.com`, ...what });
    ended(await journal.begin({ id, at: now, event, sealed: null }));
    const consent = {
      at: now,
      service,
      present: '',
      lastEffect: null,
      price: null,
      premiumAccepted: false,
      limits: [],
    };
    const attempt = { attempt: 1, before: { readAt: now }, consent, service };
    const dayStartsAt = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
    ended(await journal.send({ id, at: now, ...attempt, validForMs: 900_000, dayStartsAt }));
    for (const next of after) ended(await journal.append({ id, at: now, event: next }));
  }
  return {
    change,
    renewal: (account: Account, price: Price | typeof noPrice, after: readonly JournalEvent[], more = {}) =>
      change(account, { what: { kind: 'renew', periodYears: 1, addons: {}, price }, ...more }, after),
  };
}

/** Two accounts with a label each, two without, two with the same, and the practice account; every outcome of paid changes. */
async function aWorld() {
  const w = await createTestWorld({ account: null });
  const practiceAccount = valueOf(await w.accounts.addPractice());
  const nord = await addedAccount(w, 'Nordwind', 'EUR');
  const south = await addedAccount(w, 'South', 'USD');
  const east = await addedAccount(w, 'East', 'EUR');
  const bare = await addedAccount(w, 'Bare', null);
  const plain = await addedAccount(w, 'Plain', null);
  const practice = { ...practiceAccount, currency: null, service: serviceOf(practiceAccount) };
  const { change, renewal } = writerOf(w);
  const ofBatch = async (account: Account, ask: object, domains: readonly string[], number: number) => {
    const id = `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
    const record = {
      id,
      at: new Date().toISOString(),
      accountId: account.id,
      service: account.service,
      after: '',
    };
    const sealed = Uint8Array.of(1, 2, 3);
    // The ask is one of a batch, as its schema says when it is stored.
    const asked = { ...record, ask, sealed, domains: domains.join('\n') } as unknown as Parameters<
      typeof w.workspace.batches.create
    >[0];
    valueOf(await w.workspace.batches.create(asked));
    return id;
  };
  const renewals = await ofBatch(nord, { kind: 'renew', periodYears: 1 }, ['a.com', 'b.com'], 1);
  const roles = [{ name: 'Registrant', changed: ['City'] }];
  const stepped = await ofBatch(south, { kind: 'contacts', roles, unlocks: true }, ['c.com', 'd.com'], 2);
  await renewal(nord, costs('10.10'), [done, accepted], { batchId: renewals, domain: 'a.com' });
  await renewal(nord, costs('7.05', 'CHF'), [done, accepted], { batchId: renewals, domain: 'b.com' });
  await renewal(nord, costs('99.00'), [refused, asBefore]);
  await renewal(nord, noPrice, [done, fell('480.00')]);
  await renewal(east, costs('3.30'), [interrupted, settled]);
  await renewal(south, costs('12.00'), [interrupted]);
  await renewal(south, costs('4.00'), [done, accepted]);
  await renewal(bare, costs('20.00'), [done, accepted]);
  await renewal(bare, noPrice, [done, fell('489.51')]);
  await renewal(plain, costs('5.00'), [done, accepted]);
  await renewal(plain, noPrice, [done, accepted]);
  await renewal(practice, costs('10.99'), [done, accepted]);
  await renewal(practice, costs('100.00'), [interrupted]);
  for (const [domain, last] of [
    ['c.com', done],
    ['d.com', refused],
  ] as const) {
    const of = { batchId: stepped, domain };
    await change(south, { ...of, what: { kind: 'lock', state: 'unlocked' } }, [done, accepted]);
    await change(south, { ...of, what: { kind: 'contacts', roles } }, [
      last,
      last === done ? accepted : asBefore,
    ]);
  }
  const accounts = [nord, south, east, bare, plain];
  return { w, practice, accounts, all: [...accounts, practice], renewals, stepped };
}

type World = Awaited<ReturnType<typeof aWorld>>;

/** A paid change as its entries tell it. */
interface Seen {
  readonly account: Account;
  readonly batchId: string | null;
  readonly isPerhaps: boolean;
  /** In cents; null where nobody knows. */
  readonly price: number | null;
  readonly fall: number | null;
  readonly currency: string | null;
}

const cents = (text: string): number => Math.round(Number(text) * 100);

/** What was paid, or may have been, by the entries alone. */
async function seenIn({ w, all }: World): Promise<readonly Seen[]> {
  const entries = valueOf(await w.workspace.journal.page({ after: 0, limit: 500 }));
  const byChange = Map.groupBy(entries, ({ changeId: id }) => id);
  return [...byChange.values()].flatMap((of): Seen[] => {
    const events = of.map(({ event }) => event as JournalEvent);
    const first = events[0];
    if (first?.type !== 'planned' || first.what.kind !== 'renew') return [];
    const isNo = events.some((event) => event.type === 'answered' && event.outcome === 'refused');
    const isPerhaps = !events.some(({ type }) => type === 'read-back' || type === 'settled');
    const account = all.find(({ id }) => id === first.accountId);
    if (isNo || account === undefined) return [];
    const { price } = first.what;
    const credit = events.flatMap((event) => (event.type === 'read-back' ? event.evidence : []))[0];
    const fall = credit === undefined ? null : cents(credit.before ?? '') - cents(credit.after ?? '');
    const given = price.kind === 'given' ? cents(price.amount) : null;
    const currency = (price.kind === 'given' ? price.currency : null) ?? account.currency;
    return [{ account, batchId: first.batchId, isPerhaps, price: given, fall, currency }];
  });
}

/** Sums by currency, or by the account's label where there is none; empty amounts are left out. */
function added(
  seen: readonly Seen[],
  amountOf: (one: Seen) => number | null,
): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const one of seen) {
    const amount = amountOf(one);
    const key = one.currency ?? `of ${one.account.label}`;
    if (amount !== null) sums[key] = (sums[key] ?? 0) + amount;
  }
  return sums;
}

const paid = (one: Seen): number | null => (one.isPerhaps ? null : (one.price ?? one.fall));
const perhaps = (one: Seen): number | null => (one.isPerhaps ? (one.price ?? one.fall) : null);
/** Limits count what may have been paid too, and the larger of price and fall. */
const counted = (one: Seen): number | null => one.price ?? one.fall;

type Shown = readonly { readonly currency: string | null; readonly account?: unknown }[];
/** Sums as they are shown, in the same form. */
function shown<S extends Shown[number]>(sums: readonly S[], amountOf: (sum: S) => string | null) {
  const labelOf = ({ account }: S): string =>
    typeof account === 'object' && account !== null && 'label' in account
      ? String(account.label)
      : String(account);
  return Object.fromEntries(
    sums.flatMap((sum) => {
      const amount = amountOf(sum);
      return amount === null || cents(amount) === 0
        ? []
        : [[sum.currency ?? `of ${labelOf(sum)}`, cents(amount)]];
    }),
  );
}

async function command(w: TestWorld, ...args: readonly string[]) {
  const terminal = aTerminal({ cwd: w.directory });
  const code = await runCommandLine([...args], terminal, hostOver(w, String));
  return { code, out: terminal.shown(), err: terminal.said() };
}

const real = (seen: readonly Seen[]) => seen.filter(({ account }) => account.label !== 'Practice');

/** One domain of the account that is due, for 10 to the power of `index`, and one whose expiry is not known; no other. */
async function keepDue(w: TestWorld, { id: accountId }: Account, index: number, on: string): Promise<void> {
  const [due, unknown] = [`due-${index}.com`, `unknown-${index}.com`];
  const before = (await w.portfolio.list(accountId)).map(({ name }) => name);
  if (before.length > 0) await w.portfolio.remove(accountId, before, crypto.randomUUID());
  valueOf(await w.portfolio.add(accountId, `${due}\n${unknown}`, [], 'typed'));
  const typed = { source: 'typed', date: on, at: new Date().toISOString() } as const;
  w.workspace.domains.observe({ accountId, news: [{ name: due, expiries: [typed] }] });
  const finding = aPricedFinding(due, '1.00', new Date());
  const renew = { kind: 'given', amount: `${10 ** index}.00`, currency: null } as const;
  const findings = [{ ...finding, prices: finding.prices.map((prices) => ({ ...prices, renew })) }];
  valueOf(await w.workspace.findings.save({ accountId, findings, answer: '' }));
}

describe('each sum, recomputed from the journal', () => {
  it('H17 is that of the accounts that it is of, without practice and without unlike money', async () => {
    const world = await aWorld();
    const { w, all, practice, renewals } = world;
    const seen = await seenIn(world);
    expect(seen).toHaveLength(12);

    // The window's activity: all accounts, each account, and each batch.
    for (const [accountId, of] of [
      [null, real(seen)] as const,
      ...all.map((account) => [account.id, seen.filter((one) => one.account === account)] as const),
    ]) {
      const { sums, total } = w.workspace.activity.summary({ filter: { ...emptyChangeFilter, accountId } });
      expect(shown(sums.sums, ({ sum }) => sum)).toEqual(added(of, paid));
      expect(shown(sums.sums, (sum) => sum.perhaps)).toEqual(added(of, perhaps));
      expect([sums.paid, sums.perhaps]).toEqual([
        of.filter((one) => !one.isPerhaps).length,
        of.filter((one) => one.isPerhaps).length,
      ]);
      const { lines } = w.workspace.activity.list({
        filter: { ...emptyChangeFilter, accountId },
        unfolded: [],
        ...{ offset: 0, limit: 100 },
      });
      for (const line of lines) {
        if (line.kind !== 'batch') continue;
        const ofBatch = of.filter(({ batchId }) => batchId === line.batch.id);
        expect(shown(line.batch.sums.sums, ({ sum }) => sum)).toEqual(added(ofBatch, paid));
      }
      const isOfPractice = lines.some(
        (line) => line.kind === 'change' && line.change.accountId === practice.id,
      );
      expect(isOfPractice).toBe(accountId === practice.id);
      expect(total).toBeGreaterThan(0);
    }

    // Limits: of the workspace and of each account, and what a batch cost.
    const limits = bound(limitActions, { workspace: w.workspace, now: () => new Date() });
    for (const [accountId, of] of [
      [null, real(seen)] as const,
      ...all.map((account) => [account.id, seen.filter((one) => one.account === account)] as const),
    ]) {
      const used = valueOf(await limits.used({ accountId }));
      expect(shown(used.sums, ({ amount }) => amount)).toEqual(added(of, counted));
      expect(used.unpriced).toBe(of.filter(({ price }) => price === null).length);
    }
    // What is asked for before one more is paid is what was used, and that one: of its own money, and of its own world.
    const no = { changeSum: null, batchSum: null, batchCount: null, daySum: '0.01', dayCount: null };
    w.workspace.settings.write({ limits: no });
    const dayStartsAt = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
    for (const account of all) {
      const asked = { prices: [costs('1.00')], accountId: account.id, batchId: null, dayStartsAt };
      const [over, ...others] = valueOf(await w.workspace.journal.limitsOver(asked));
      const own = account === practice ? seen.filter((one) => one.account === practice) : real(seen);
      const before = added(own, counted)[account.currency ?? `of ${account.label}`] ?? 0;
      expect([over?.currency, cents(over?.wouldBe ?? '')]).toEqual([account.currency, before + 100]);
      expect(others).toEqual([]);
    }
    const cost = valueOf(await limits.costIn({ batchId: renewals }));
    const ofBatch = seen.filter(({ batchId }) => batchId === renewals);
    expect(shown(cost.sums, ({ amount }) => amount)).toEqual(added(ofBatch, counted));
  });

  it('H17 is the same in the file for invoices, by the command line too, and none of it is practice', async () => {
    const world = await aWorld();
    const { w } = world;
    const seen = real(await seenIn(world));
    const month = dayIn(0, Date.now()).slice(0, 7);
    const path = join(w.directory, 'paid.csv');
    const written = valueOf(
      await w.activity.exportPaid({ format: 'csv', path, filter: { ...emptyChangeFilter } }),
    );
    const [head, ...rows] = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    const column = (row: readonly string[], name: string): string => row[head?.indexOf(name) ?? -1] ?? '';
    const inFile = (isPerhaps: boolean) =>
      Object.entries(
        Object.groupBy(
          rows.filter((row) => (column(row, 'state') === 'UNCERTAIN') === isPerhaps),
          (row) => column(row, 'currency') || `of ${column(row, 'account')}`,
        ),
      ).flatMap(([key, of = []]) => {
        const sum = of.reduce((total, row) => total + cents(column(row, 'amount')), 0);
        return sum === 0 ? [] : [[key, sum] as const];
      });
    expect(Object.fromEntries(inFile(false))).toEqual(added(seen, paid));
    expect(Object.fromEntries(inFile(true))).toEqual(added(seen, perhaps));
    expect(shown(written.sums.sums, ({ sum }) => sum)).toEqual(added(seen, paid));
    expect(rows.map((row) => column(row, 'account'))).not.toContain('Practice');

    const said = await command(w, 'journal', 'paid', `--month=${month}`, '--out=by-command.csv');
    expect(said.err).toBe(`${seen.length} rows written: ${sumsText(written.sums) ?? ''}.\n`);
    const ofPractice = await command(
      w,
      'journal',
      'paid',
      `--month=${month}`,
      '--out=p.csv',
      '--account=practice',
    );
    expect(ofPractice.code).toBe(2);
    expect(ofPractice.err).toContain('Nothing is paid in practice');
  });

  it('H17 lists of the command line are of the accounts that are counted, and count domains', async () => {
    const world = await aWorld();
    const { w, practice, stepped } = world;
    const labels = async (...args: readonly string[]): Promise<ReadonlySet<string>> => {
      const listed = JSON.parse((await command(w, ...args, '--json')).out) as { accountLabel: string }[];
      return new Set(listed.map(({ accountLabel }) => accountLabel));
    };
    expect(await labels('change', 'list')).toEqual(new Set(['Nordwind', 'South', 'East', 'Bare', 'Plain']));
    expect(await labels('change', 'list', '--account=practice')).toEqual(new Set([practice.label]));
    const batches = JSON.parse((await command(w, 'batch', 'list', '--json')).out) as object[];
    expect(batches).toContainEqual(expect.objectContaining({ id: stepped, domains: 2, rows: 6 }));
  });

  it('H17 is the same in Today: of domains, months and credits', async () => {
    const world = await aWorld();
    const { w, all, accounts, practice } = world;
    const soon = dayIn(3, Date.now());
    for (const [index, account] of all.entries()) await keepDue(w, account, index, soon);
    const { months, credits, domains, withoutExpiry, rows } = await w.today.read();
    expect([domains, withoutExpiry]).toEqual([2 * accounts.length, accounts.length]);
    const expected: Record<string, number> = {};
    for (const [index, { currency, label }] of accounts.entries()) {
      const key = currency ?? `of ${label}`;
      expected[key] = (expected[key] ?? 0) + 100 * 10 ** index;
    }
    const ofMonth = months.find(({ month }) => month === soon.slice(0, 7));
    expect(ofMonth?.count).toBe(accounts.length);
    expect(shown(ofMonth?.cost.sums ?? [], ({ amount }) => amount)).toEqual(expected);
    expect(credits.map(({ accountId, due }) => [accountId, due])).toEqual(accounts.map(({ id }) => [id, 1]));
    expect(rows.filter(({ accountId }) => accountId === practice.id)).toEqual([]);
    for (const [index, account] of accounts.entries()) {
      const row = rows.find((one) => one.kind === 'due' && one.accountId === account.id);
      expect(row).toMatchObject({ count: 1, names: [`due-${index}.com`] });
      expect(row?.cost?.sums.map(({ amount }) => cents(amount))).toEqual([100 * 10 ** index]);
    }
    const printed = JSON.parse((await command(w, 'today', '--json')).out) as object;
    expect(printed).toMatchObject({ domains, withoutExpiry, months });
  });

  it('H17 is without practice also once its account is removed for good', async () => {
    const { w, practice } = await aWorld();
    const sums = async () => {
      const { sums: of } = w.workspace.activity.summary({ filter: emptyChangeFilter });
      const costs = valueOf(await w.workspace.journal.costs({ accountId: null, batchId: null, since: null }));
      return { of, costs };
    };
    const before = await sums();
    // Its renewal of unknown outcome is still open: nothing of it could be removed.
    const open = valueOf(await w.workspace.journal.open({ accountId: practice.id }));
    for (const { id } of open)
      valueOf(await w.workspace.journal.append({ id, at: new Date().toISOString(), event: settled }));
    expect(w.workspace.accounts.remove({ id: practice.id })).toEqual({ inUse: null });
    expect(await sums()).toEqual(before);
  });

  it('H17 is that of practice where nothing else was ever done, but never in the file for invoices', async () => {
    const w = await createTestWorld({ account: null });
    const account = valueOf(await w.accounts.addPractice());
    const practice = { ...account, currency: null, service: serviceOf(account) };
    await writerOf(w).renewal(practice, costs('10.99'), [done, accepted]);
    const { sums } = w.workspace.activity.summary({ filter: emptyChangeFilter });
    expect(shown(sums.sums, ({ sum }) => sum)).toEqual({ [`of ${practice.label}`]: 1099 });
    expect((await w.today.read()).credits).toHaveLength(1);
    const path = join(w.directory, 'paid.csv');
    const filter = { ...emptyChangeFilter, accountId: practice.id };
    expect(valueOf(await w.activity.exportPaid({ format: 'csv', path, filter }))).toMatchObject({ rows: 0 });
  });
});
