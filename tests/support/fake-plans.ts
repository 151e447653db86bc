import type { Batch, BatchRow } from '#shared/domain/batch.ts';
import type { Client, EventName, EventPayload, Input } from '#shared/routes.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { aPlan, aPlanId, aPlanRow, countsOf } from './a-plan.ts';
import type { FakeWorld } from './fake-world.ts';

type Tell = <E extends EventName>(name: E, payload: EventPayload<E>) => void;
type Which = Input<'plans', 'rows'>['which'];

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

/** Plans in memory. Nothing is read or sent by itself: a test tells how far it is. */
export function planAnswers(world: FakeWorld, tell: Tell): Client['plans'] {
  const put = (plan: Batch) => {
    world.plans = [plan, ...world.plans.filter(({ id }) => id !== plan.id)];
    tell('plans.changed', { plans: [plan], removed: [] });
    return answer(plan);
  };
  const become = (id: string, news: (plan: Batch) => Partial<Batch>): Promise<Result<Batch>> => {
    const plan = world.plans.find((one) => one.id === id);
    return plan === undefined ? missing() : put({ ...plan, ...news(plan) });
  };
  return {
    list: () => answer({ plans: world.plans.filter(({ accountId }) => accountId === world.activeId) }),
    find: ({ id }) => {
      const plan = world.plans.find((one) => one.id === id);
      return plan === undefined ? missing() : answer(plan);
    },
    prepare({ ask, domains }) {
      const id = aPlanId(world.plans.length + 1);
      const rows = domains.map((domain, index) => aPlanRow(index, { domain, before: null }));
      world.planRows.set(id, rows);
      const counts = { ...countsOf(rows), read: 0 };
      return put(aPlan({ id, accountId: world.activeId ?? '', ask, state: 'reading', digest: null, counts }));
    },
    rows({ id, which, offset, limit }) {
      const rows = (world.planRows.get(id) ?? []).filter((row) => isOf(which, row));
      return answer({ rows: rows.slice(offset, offset + limit), total: rows.length });
    },
    leaveOut({ id, index, isLeftOut }) {
      const rows = (world.planRows.get(id) ?? []).map((row) =>
        row.index === index ? { ...row, leftOut: isLeftOut ? ('by-hand' as const) : null } : row,
      );
      world.planRows.set(id, rows);
      return become(id, () => ({ counts: countsOf(rows), digest: `${index}${String(isLeftOut)}` }));
    },
    readAgain: ({ id }) =>
      become(id, ({ counts }) => ({ state: 'reading', digest: null, counts: { ...counts, read: 0 } })),
    ...running(become),
    remove({ id }) {
      world.plans = world.plans.filter((one) => one.id !== id);
      tell('plans.changed', { plans: [], removed: [id] });
      return answer({});
    },
  };
}

const missing = () =>
  Promise.resolve(fail({ kind: 'invalid-input', field: 'id', reason: 'This plan is not there' } as const));

const isOf = (which: Which, { leftOut, state, error }: BatchRow): boolean => {
  if (which === 'all') return true;
  if (which === 'to-do') return leftOut === null;
  if (which === 'left-out') return leftOut !== null;
  return leftOut !== null || error !== null || state === 'refused' || state === 'uncertain';
};

type Become = (id: string, news: (plan: Batch) => Partial<Batch>) => Promise<Result<Batch>>;

function running(become: Become): Pick<Client['plans'], 'apply' | 'pause' | 'resume' | 'stop'> {
  return {
    async apply({ id, digest, typedCount, goOnAfterUncertain }) {
      const known = await become(id, () => ({}));
      if (!known.ok) return known;
      if (known.value.digest !== digest) return fail({ kind: 'changed-since', what: 'plan' });
      if (known.value.typedCount !== null && known.value.typedCount !== typedCount)
        return fail({
          kind: 'invalid-input',
          field: 'typedCount',
          reason: 'This is not the number of changes',
        });
      return become(id, () => ({ state: 'running', goesOnAfterUncertain: goOnAfterUncertain }));
    },
    pause: ({ id }) => become(id, () => ({ state: 'paused' })),
    resume: ({ id, goOnAfterUncertain }) =>
      become(id, () => ({ state: 'running', goesOnAfterUncertain: goOnAfterUncertain })),
    stop: ({ id }) => become(id, () => ({ state: 'stopped' })),
  };
}
