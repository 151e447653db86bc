import type { Batch, BatchRow } from '#shared/domain/batch.ts';
import type { Change } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Client, EventName, EventPayload, Input } from '#shared/routes.ts';
import { aStory, nextOf } from './a-change.ts';
import { aBatch, aBatchId, aBatchRow, countsOf } from './a-batch.ts';
import type { FakeWorld } from './fake-world.ts';

type Tell = <E extends EventName>(name: E, payload: EventPayload<E>) => void;
type Filter = Input<'changes', 'list'>['filter'];

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

/** When something happens in this small world. */
const now = '2026-11-21T09:00:00.000Z';

/** Changes and plans in memory: the outlines of what main does. Nothing goes on by itself; a test tells. */
export const changeAnswers = (
  world: FakeWorld,
  tell: Tell,
): Pick<Client, 'changes' | 'batches' | 'limits'> => ({
  changes: { ...reading(world), ...steps(world, tell), ...making() },
  limits: { used: () => answer({ since: '2026-11-20T23:00:00.000Z', sums: [], unpriced: 0 }) },
  batches: batchAnswers(world, tell),
});

/** A test of the editors answers these itself. */
const making = (): Pick<Client['changes'], 'prepare' | 'prepareAgain' | 'apply'> => ({
  prepare: () => Promise.resolve(fail({ kind: 'no-account' })),
  prepareAgain: () => Promise.resolve(fail({ kind: 'no-account' })),
  apply: () => Promise.resolve(fail({ kind: 'changed-since', what: 'review' })),
});

type Reading = Pick<Client['changes'], 'list' | 'find' | 'lastOf' | 'personal' | 'health' | 'exportJournal'>;

function reading(world: FakeWorld): Reading {
  const lastOf = (domain: string) =>
    world.changes.filter((change) => change.domain === domain && change.accountId === world.activeId);
  return {
    list({ filter, offset, limit }) {
      const all = world.changes.filter((change) => fits(change, filter));
      const shown = all.filter(({ state }) => filter.states === null || filter.states.includes(state));
      return answer({
        changes: [...shown].sort(uncertainFirst).slice(offset, offset + limit),
        total: shown.length,
        byState: byState(all),
      });
    },
    find: ({ id }) => found(world, id, (change) => ({ change, entries: [...aStory(change)] })),
    lastOf: ({ domain }) => answer({ changes: lastOf(domain).slice(-20) }),
    personal: ({ id }) =>
      found(world, id, ({ next, what }) => ({
        roles: next.length > 0 && what.kind === 'contacts' ? [{ name: 'Registrant', fields: person }] : null,
      })),
    health: ({ check }) => {
      if (check) world.health = { ...world.health, checkedAt: now };
      return answer(world.health);
    },
    exportJournal: ({ format, filter }) =>
      answer({
        path: `/home/robin/Documents/changes.${format}`,
        entries: world.changes.filter((change) => fits(change, filter)).length,
      }),
  };
}

const person = [
  { name: 'Contact_Name', value: 'Robin Example' },
  { name: 'Email', value: 'robin@northwind.example' },
];

const fits = (change: Change, filter: Filter): boolean =>
  (filter.accountId === null || change.accountId === filter.accountId) &&
  (filter.kinds === null || filter.kinds.includes(change.what.kind)) &&
  (filter.domain === null || change.domain === filter.domain) &&
  (filter.planId === null || change.planId === filter.planId) &&
  change.domain.includes(filter.text.trim().toLowerCase());

const uncertainFirst = (a: Change, b: Change): number =>
  Number(b.state === 'uncertain') - Number(a.state === 'uncertain') || b.number - a.number;

function byState(changes: readonly Change[]): Partial<Record<Change['state'], number>> {
  const counts: Partial<Record<Change['state'], number>> = {};
  for (const { state } of changes) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

const missing = () =>
  Promise.resolve(fail({ kind: 'invalid-input', field: 'id', reason: 'This change is not there' } as const));

function found<T>(world: FakeWorld, id: string, of: (change: Change) => T): Promise<Result<T>> {
  const change = world.changes.find((one) => one.id === id);
  return change === undefined ? missing() : answer(of(change));
}

function steps(
  world: FakeWorld,
  tell: Tell,
): Pick<Client['changes'], 'send' | 'readBack' | 'settle' | 'withdraw'> {
  function become(id: string, news: (change: Change) => Partial<Change>): Promise<Result<Change>> {
    const change = world.changes.find((one) => one.id === id);
    if (change === undefined) return missing();
    const moved = { ...change, changedAt: now, ...news(change) };
    const after = { ...moved, next: nextOf(moved.state) };
    world.changes = world.changes.map((one) => (one.id === id ? after : one));
    tell('changes.changed', { changes: [after] });
    return answer(after);
  }
  return {
    send: ({ id }) =>
      become(id, ({ attempts }) => ({ state: 'sending', attempts: attempts + 1, sentAt: now, error: null })),
    readBack: ({ id }) => become(id, () => ({ state: 'applied', proof: 'read-back', readBackAt: now })),
    settle: ({ id, as, note }) =>
      become(id, () => ({ state: 'settled', settledAs: as, note, proof: 'person' })),
    withdraw: ({ id }) => become(id, () => ({ state: 'withdrawn' })),
  };
}

type FakeBatchesTell = <E extends EventName>(name: E, payload: EventPayload<E>) => void;
type Which = Input<'batches', 'rows'>['which'];

const fakeBatchesAnswer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

/** Plans in memory. Nothing is read or sent by itself: a test tells how far it is. */
function batchAnswers(world: FakeWorld, tell: FakeBatchesTell): Client['batches'] {
  const put = (batch: Batch) => {
    world.batches = [batch, ...world.batches.filter(({ id }) => id !== batch.id)];
    tell('batches.changed', { batches: [batch], removed: [] });
    return fakeBatchesAnswer(batch);
  };
  const become = (id: string, news: (batch: Batch) => Partial<Batch>): Promise<Result<Batch>> => {
    const batch = world.batches.find((one) => one.id === id);
    return batch === undefined ? fakeBatchesMissing() : put({ ...batch, ...news(batch) });
  };
  return {
    list: () =>
      fakeBatchesAnswer({ batches: world.batches.filter(({ accountId }) => accountId === world.activeId) }),
    find: ({ id }) => {
      const batch = world.batches.find((one) => one.id === id);
      return batch === undefined ? fakeBatchesMissing() : fakeBatchesAnswer(batch);
    },
    prepare({ ask, domains }) {
      const id = aBatchId(world.batches.length + 1);
      const rows = domains.map((domain, index) => aBatchRow(index, { domain, before: null }));
      world.planRows.set(id, rows);
      const counts = { ...countsOf(rows), read: 0 };
      return put(
        aBatch({ id, accountId: world.activeId ?? '', ask, state: 'reading', digest: null, counts }),
      );
    },
    rows({ id, which, offset, limit }) {
      const rows = (world.planRows.get(id) ?? []).filter((row) => isOf(which, row));
      return fakeBatchesAnswer({ rows: rows.slice(offset, offset + limit), total: rows.length });
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
      world.batches = world.batches.filter((one) => one.id !== id);
      tell('batches.changed', { batches: [], removed: [id] });
      return fakeBatchesAnswer({});
    },
  };
}

const fakeBatchesMissing = () =>
  Promise.resolve(fail({ kind: 'invalid-input', field: 'id', reason: 'This plan is not there' } as const));

const isOf = (which: Which, { leftOut, state, error }: BatchRow): boolean => {
  if (which === 'all') return true;
  if (which === 'to-do') return leftOut === null;
  if (which === 'left-out') return leftOut !== null;
  return leftOut !== null || error !== null || state === 'refused' || state === 'uncertain';
};

type Become = (id: string, news: (batch: Batch) => Partial<Batch>) => Promise<Result<Batch>>;

function running(become: Become): Pick<Client['batches'], 'apply' | 'pause' | 'resume' | 'stop'> {
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
