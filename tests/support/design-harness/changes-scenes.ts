import type { Change } from '#shared/domain/change.ts';
import { fail, ok } from '#shared/result.ts';
import { aChange, aHealth } from '../a-change.ts';
import type { FakeAnswers } from '../fake-bridge.ts';
import { aReview } from '../fake-change-flow.ts';
import type { FakeWorld } from '../fake-world.ts';
import { ours } from './change-world.ts';
import { at, changes, mine } from './changes-of-every-state.ts';
import { planOverLimit, planWorlds } from './plan-worlds.ts';
import { ago } from './searching.ts';

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
