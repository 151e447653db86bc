import type { Plan, PlanRow } from '#shared/domain/plan.ts';
import { aHealth } from '../a-change.ts';
import { aPlan, aPlanId, aPlanRow, countsOf } from '../a-plan.ts';
import type { FakeWorld } from '../fake-world.ts';
import { changes } from './changes-of-every-state.ts';
import { ago } from './searching.ts';

const planRows = (count: number): readonly PlanRow[] =>
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

const applied = (rows: readonly PlanRow[], upTo: number): readonly PlanRow[] =>
  rows.map((row, index) => {
    if (row.leftOut !== null || index >= upTo) return row;
    const number = changes[index % 3 === 0 ? 6 : 12]?.id ?? null;
    if (index === upTo - 1) return { ...row, state: 'uncertain', changeId: changes[10]?.id ?? null };
    return { ...row, state: index % 29 === 14 ? 'refused' : 'confirmed', changeId: number };
  });

interface PlanScene {
  readonly plan?: Partial<Plan>;
  readonly rows: readonly PlanRow[];
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
const unread = many.map((row) =>
  row.index < 122 ? row : { ...row, before: null, leftOut: null, error: null },
);

/** A plan in each of its states, with two older ones beside it. */
export const planWorlds: Readonly<Record<string, Partial<FakeWorld>>> = {
  plans: planWorld({ rows: applied(many, 123), plan: { state: 'running' } }),
  planReading: planWorld({ rows: unread, read: 122, plan: { state: 'reading', digest: null } }),
  planWaits: planWorld({
    rows: unread,
    read: 122,
    plan: { state: 'reading', digest: null, waitingFor: { kind: 'unreachable', why: 'offline' } },
  }),
  planReady: planWorld({ rows: planRows(20) }),
  planTyped: planWorld({ rows: many, plan: { typedCount: countsOf(many).toDo } }),
  planRenew: planWorld({
    rows: many.map((row) => ({
      ...row,
      before: row.before === null ? null : 'expires 2027-08-14 (told by a sync)',
      after: 'renewed for 1 year',
    })),
    plan: { ask: renew, typedCount: countsOf(many).toDo },
  }),
  planHalted: planWorld({ rows: applied(many, 123), plan: { state: 'halted' } }),
  planPaused: planWorld({ rows: applied(many, 123), plan: { state: 'paused' } }),
  planDone: planWorld({ rows: applied(many, 340), plan: { state: 'done' } }),
};
