import type { Batch, BatchRow, RenewalFacts } from '#shared/domain/batch.ts';
import type { Change } from '#shared/domain/change.ts';
import type { OverLimit } from '#shared/domain/limits.ts';
import { fail, ok } from '#shared/result.ts';
import { aChange, aHealth } from '../a-change.ts';
import { aPlan, aPlanId, aPlanRow, countsOf } from '../a-plan.ts';
import type { FakeAnswers } from '../fake-bridge.ts';
import { aReview } from '../fake-change-flow.ts';
import type { FakeWorld } from '../fake-world.ts';
import { ours } from './change-world.ts';
import { at, changes, mine } from './changes-of-every-state.ts';
import { ago } from './searching.ts';

const planRows = (count: number): readonly BatchRow[] =>
  Array.from({ length: count }, (_, index) => {
    if (index % 11 === 3) return aPlanRow(index, { before: 'locked', leftOut: 'already-so' });
    if (index % 17 === 5)
      return aPlanRow(index, {
        before: null,
        leftOut: 'not-readable',
        error: { kind: 'unreachable', why: 'no-answer-in-time' },
      });
    if (index % 19 === 7) return aPlanRow(index, { leftOut: 'by-hand' });
    if (index % 23 === 9) return aPlanRow(index, { leftOut: 'open-change' });
    return aPlanRow(index);
  });

const applied = (rows: readonly BatchRow[], upTo: number): readonly BatchRow[] =>
  rows.map((row, index) => {
    if (row.leftOut !== null || index >= upTo) return row;
    const number = changes[index % 3 === 0 ? 6 : 12]?.id ?? null;
    if (index === upTo - 1) return { ...row, state: 'uncertain', changeId: changes[10]?.id ?? null };
    return { ...row, state: index % 29 === 14 ? 'refused' : 'confirmed', changeId: number };
  });

interface PlanScene {
  readonly plan?: Partial<Batch>;
  readonly rows: readonly BatchRow[];
  readonly read?: number;
}

function planWorld({ plan = {}, rows, read = rows.length }: PlanScene): Partial<FakeWorld> {
  const counts = { ...countsOf(rows), read };
  const made = { createdAt: ago(12), changedAt: ago(2) };
  const others = [
    aPlan(
      {
        accountId: 'account-1',
        id: aPlanId(2),
        ask: { kind: 'renew', periodYears: 1 },
        state: 'done',
        createdAt: ago(3_000),
        changedAt: ago(2_900),
      },
      applied(planRows(90), 90),
    ),
    aPlan(
      {
        accountId: 'account-1',
        id: aPlanId(3),
        ask: { kind: 'nameservers', nameservers: ['ns1.northwind.example', 'ns2.northwind.example'] },
        state: 'stopped',
        createdAt: ago(9_000),
        changedAt: ago(8_000),
      },
      applied(planRows(40), 20),
    ),
  ];
  return {
    plans: [
      aPlan({ accountId: 'account-1', ...made, ...plan, counts: { ...counts, ...plan.counts } }),
      ...others,
    ],
    planRows: new Map([[aPlanId(1), rows]]),
    changes,
    health: aHealth({ checkedAt: ago(3) }),
  };
}

const renew = { kind: 'renew', periodYears: 1 } as const;
const many = planRows(340);

const shops = [
  'northwind-trading.com',
  'harbour-books.com',
  'xn--bckerei-5wa.example',
  'oakline.io',
  'a-rather-long-name-for-a-quiet-harbour-side-bookshop.example',
  'paperplane.studio',
  'quiet-harbor.org',
  'contoso.co.uk',
];
const usd = (amount: string) => ({ kind: 'given', amount, currency: 'USD' }) as const;
const aRenewal = (index: number, facts: Partial<RenewalFacts>, row: Partial<BatchRow> = {}): BatchRow =>
  aPlanRow(index, {
    domain: shops[index % shops.length] ?? '',
    before: null,
    after: 'renewed for 1 year',
    renewal: { renewedAt: null, expiresOn: null, price: { kind: 'not-given' }, ...facts },
    ...row,
  });
const expires = (value: string, source: 'sync' | 'typed' | 'expected', minutes: number) => ({
  value,
  at: ago(minutes),
  source,
});

/** Rows of a renewal: ready ones, renewed ones, and others that are not applied. */
const renewals: readonly BatchRow[] = [
  aRenewal(0, { expiresOn: expires('2026-12-14', 'sync', 3_000), price: usd('12.50') }),
  aRenewal(1, { expiresOn: expires('2026-12-20', 'sync', 90), price: usd('12.50'), renewedAt: ago(527_000) }),
  aRenewal(2, { expiresOn: expires('2027-01-02', 'typed', 70_000) }),
  aRenewal(
    3,
    { expiresOn: expires('2027-11-21', 'expected', 64), renewedAt: ago(64), price: usd('39.00') },
    { leftOut: 'renewed' },
  ),
  aRenewal(4, {}),
  aRenewal(5, { expiresOn: expires('2026-12-30', 'sync', 3_000) }, { leftOut: 'by-hand' }),
  aRenewal(6, { expiresOn: expires('2026-12-30', 'sync', 3_000) }, { leftOut: 'open-change' }),
  aRenewal(
    7,
    { expiresOn: expires('2027-12-30', 'expected', 3) },
    {
      leftOut: 'changed-since',
      error: { kind: 'changed-since', what: 'earlier-change', number: 4127 },
    },
  ),
];
const renewedAll = renewals
  .slice(0, 3)
  .map((row, index) =>
    aRenewal(
      index,
      { ...row.renewal, renewedAt: ago(64), expiresOn: expires('2027-12-14', 'expected', 64) },
      { leftOut: 'renewed' },
    ),
  );
const begun = renewals.map((row, index) =>
  index < 2 ? { ...row, state: 'confirmed' as const, changeId: changes[6]?.id ?? null } : row,
);
const overLimit: OverLimit = {
  span: 'day',
  scope: 'workspace',
  measure: 'sum',
  currency: 'USD',
  allowed: '1000',
  wouldBe: '1037.50',
};
const overCount: OverLimit = {
  span: 'batch',
  scope: 'account',
  measure: 'count',
  currency: null,
  allowed: '1',
  wouldBe: '2',
};
const unread = many.map((row) =>
  row.index < 122 ? row : { ...row, before: null, leftOut: null, error: null },
);

/** A plan in each of its states, with two older ones beside it. */
const planWorlds: Readonly<Record<string, Partial<FakeWorld>>> = {
  plans: planWorld({ rows: applied(many, 123), plan: { state: 'running' } }),
  planReading: planWorld({ rows: unread, read: 122, plan: { state: 'reading', digest: null } }),
  planWaits: planWorld({
    rows: unread,
    read: 122,
    plan: { state: 'reading', digest: null, waitingFor: { kind: 'unreachable', why: 'offline' } },
  }),
  planReady: planWorld({ rows: planRows(20) }),
  planTyped: planWorld({ rows: many, plan: { typedCount: countsOf(many).toDo } }),
  planRenew: planWorld({ rows: renewals, plan: { ask: renew, typedCount: 4 } }),
  planRenewedAll: planWorld({ rows: renewedAll, plan: { ask: renew } }),
  planOverLimit: planWorld({ rows: renewals, plan: { ask: renew, typedCount: 4 } }),
  planAnew: planWorld({ rows: begun, plan: { ask: renew } }),
  planAnewReading: planWorld({
    rows: begun.map((row, index) =>
      index < 2 ? row : { ...row, renewal: null, leftOut: null, error: null },
    ),
    read: 2,
    plan: { ask: renew, state: 'reading', digest: null },
  }),
  planHaltedLimit: planWorld({
    rows: begun,
    plan: { ask: renew, state: 'halted', waitingFor: { kind: 'over-limit', limits: [overCount] } },
  }),
  planHaltedLogin: planWorld({
    rows: begun,
    plan: { ask: renew, state: 'halted', waitingFor: { kind: 'changed-since', what: 'login' } },
  }),
  planFromBackup: planWorld({ rows: begun, plan: { ask: renew, state: 'stopped', stoppedBy: 'restore' } }),
  planHalted: planWorld({ rows: applied(many, 123), plan: { state: 'halted' } }),
  planPaused: planWorld({ rows: applied(many, 123), plan: { state: 'paused' } }),
  planDone: planWorld({ rows: applied(many, 340), plan: { state: 'done' } }),
};

/** What applying comes to where a limit would be gone over. */
const planOverLimit = fail({ kind: 'over-limit', limits: [overLimit] } as const);

export const manyChanges: readonly Change[] = [
  ...Array.from({ length: 2_990 }, (_, index) =>
    aChange({ ...mine, number: index + 100, domain: `shop-${index + 1}.com`, ...at(40_000 - index * 13) }),
  ),
  ...changes.map((change) => ({ ...change, number: change.number + 5_000 })),
];

/** What stands behind the changes and the plans in each state that is looked at. */
export const changeWorlds: Readonly<Record<string, Partial<FakeWorld>>> = {
  changes: { changes, health: aHealth({ checkedAt: ago(3) }) },
  changesMany: { changes: manyChanges, health: aHealth({ entries: 11_802, checkedAt: ago(130) }) },
  changesNone: { health: aHealth({ entries: 0, changes: 0, checkedAt: null }) },
  changesBroken: {
    changes,
    health: aHealth({
      checkedAt: ago(0),
      broken: { seq: 812, why: 'The entry does not match its hash: it was altered after it was written.' },
    }),
  },
  changesFailed: { changes },
  changesSince: { changes, health: aHealth({ checkedAt: ago(3) }) },
  ...planWorlds,
};

export const changeAnswersOf: Readonly<Record<string, FakeAnswers>> = {
  changesFailed: {
    changes: { list: () => Promise.resolve(fail({ kind: 'storage', fault: 'damaged' } as const)) },
  },
  planOverLimit: { plans: { apply: () => Promise.resolve(planOverLimit) } },
  changesSince: {
    changes: {
      send: () =>
        Promise.resolve(fail({ kind: 'changed-since', what: 'earlier-change', number: 4127 } as const)),
      prepareAgain: () => Promise.resolve(ok(aReview({ ...ours, isPractice: false, readAt: ago(0) }))),
    },
  },
  planTyped: {
    plans: { apply: () => Promise.resolve(fail({ kind: 'changed-since', what: 'plan' } as const)) },
  },
};
