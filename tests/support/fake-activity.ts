import { type ActivityBatch, type ActivityLine, sumsOfChanges } from '#shared/domain/activity.ts';
import type { Batch } from '#shared/domain/batch.ts';
import { type Change, emptyChangeFilter, shownState, tookEffect } from '#shared/domain/change.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Client, Input } from '../../renderer/src/client.ts';
import type { FakeWorld } from './fake-world.ts';

type Filter = Input<'activity', 'list'>['filter'];

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));
const atOf = ({ sentAt, createdAt }: Change): string => sentAt ?? createdAt;

/** Changes and batches of the small world in one list, as the workspace would list them. */
/** @param changes What is answered of the changes of the same world. */
type AccountOf = Parameters<typeof sumsOfChanges>[1];

export function activityAnswers(
  world: FakeWorld,
  fits: (change: Change, filter: Filter) => boolean,
  changes: Pick<Client['changes'], 'list'>,
): Client['activity'] {
  const matching = (filter: Filter): readonly Change[] =>
    world.changes.filter(
      (change) =>
        (filter.by ?? '') === '' &&
        fits(change, filter) &&
        (filter.states?.includes(change.state) ?? true) &&
        !(filter.without ?? []).some((shown) => shown === shownState(change)) &&
        atOf(change) >= (filter.from ?? '') &&
        atOf(change) < (filter.until ?? '\uffff'),
    );
  const accountOf: AccountOf = (id) => {
    const found = world.accounts.find((account) => account.id === id);
    return found === undefined ? null : { label: found.label, currency: found.options.currency };
  };
  return {
    list({ filter, unfolded, offset, limit }) {
      const all = matching(filter);
      const uncertain = all.filter(({ state }) => state === 'uncertain').sort((a, b) => b.number - a.number);
      const single = all.filter(({ state, batchId }) => state !== 'uncertain' && batchId === null);
      const batches = batchesOf(world, filter, all, accountOf);
      const items = [...single.map(lineOf), ...batches, ...theirs(world, filter)].sort((a, b) =>
        timeOf(b).localeCompare(timeOf(a)),
      );
      const lines = [
        ...uncertain.map(lineOf),
        ...items.flatMap((line) => [line, ...below(line, all, unfolded)]),
      ];
      return answer({
        lines: lines.slice(offset, offset + limit),
        total: lines.length,
        uncertain: uncertain.length,
      });
    },
    checkProof: () => answer(null),
    async summary({ filter }) {
      const all = matching(filter);
      const counts = await changes.list({ filter, offset: 0, limit: 1 });
      if (!counts.ok) return counts;
      const { byState, accepted, proven } = counts.value;
      const unfiltered = world.changes.filter(
        ({ accountId }) => filter.accountId === null || accountId === filter.accountId,
      ).length;
      return ok({
        byState,
        accepted,
        proven,
        unfiltered: unfiltered + world.team.changes.length,
        total: all.length + theirs(world, filter).length,
        ofTeam: theirs(world, filter).length,
        sums: sumsOfChanges(all, accountOf),
      });
    },
    exportProof({ client, fromDay, toDay }) {
      const of = matching({ ...emptyChangeFilter, client, from: fromDay, until: `${toDay}T24` }).filter(
        ({ what }) => what.kind === 'renew' || what.kind === 'register',
      );
      const proven = of.filter(({ provenAt }) => provenAt !== undefined).length;
      return answer({
        path: `/home/robin/Documents/proof-${fromDay}-${toDay}.html`,
        rows: of.length,
        proven,
      });
    },
    exportPaid({ format, filter, month }) {
      const sums = sumsOfChanges(matching(filter), accountOf);
      const path = `/home/robin/Documents/paid-changes-${month ?? 'days'}.${format}`;
      return answer({ path, rows: sums.paid + sums.perhaps, sums });
    },
  };
}

const lineOf = (change: Change): ActivityLine => ({ kind: 'change', isOfBatch: false, change, client: '' });

function timeOf(line: ActivityLine): string {
  if (line.kind === 'team') return `${line.change.at} `;
  return line.kind === 'change'
    ? `${atOf(line.change)} ${String(line.change.number).padStart(9, '0')}`
    : `${line.at} `;
}

/** Those of colleagues, whatever else is asked for than whose they are. */
const theirs = ({ team, accounts }: FakeWorld, { by }: Filter): readonly ActivityLine[] =>
  team.changes
    .filter((change) => by == null || change.by === by)
    .map((change) => ({
      kind: 'team',
      isOfBatch: false,
      change,
      accountId: accounts[0]?.id ?? null,
      client: '',
    }));

const below = (
  line: ActivityLine,
  all: readonly Change[],
  unfolded: readonly string[],
): readonly ActivityLine[] =>
  line.kind === 'batch' && unfolded.includes(line.batch.id)
    ? all
        .filter(({ batchId }) => batchId === line.batch.id)
        .sort((a, b) => a.number - b.number)
        .map((change) => ({ kind: 'change', isOfBatch: true, change, client: '' }))
    : [];

function batchesOf(
  world: FakeWorld,
  filter: Filter,
  all: readonly Change[],
  accountOf: AccountOf,
): readonly ActivityLine[] {
  const byBatch = Map.groupBy(
    all.filter(({ batchId }) => batchId !== null),
    ({ batchId }) => batchId ?? '',
  );
  const isUnsent = ({ id, accountId }: Batch): boolean =>
    !world.changes.some(({ batchId }) => batchId === id) &&
    filter.states === null &&
    filter.text === '' &&
    (filter.accountId === null || accountId === filter.accountId);
  const ids = new Set([...byBatch.keys(), ...world.batches.filter(isUnsent).map(({ id }) => id)]);
  return [...ids].flatMap((id): ActivityLine[] => {
    const changes = byBatch.get(id) ?? [];
    const record = world.batches.find((batch) => batch.id === id);
    const at = changes.map(atOf).toSorted().at(-1) ?? record?.createdAt ?? '';
    return [{ kind: 'batch', at, batch: batchOf(id, record, changes, accountOf) }];
  });
}

const recordOf = ({ ask, state, createdAt, stoppedBy, counts, proposal }: Batch) => ({
  ...{ ask, state, createdAt, stoppedBy },
  domains: counts.domains,
  leftOut: counts.leftOut,
  notRead: counts.notRead,
  proposal: proposal ?? null,
});

function batchOf(
  id: string,
  record: Batch | undefined,
  changes: readonly Change[],
  accountOf: AccountOf,
): ActivityBatch {
  const count = (isIt: (change: Change) => boolean) => changes.filter(isIt).length;
  return {
    id,
    accountId: record?.accountId ?? changes[0]?.accountId ?? '',
    kind: record?.ask.kind ?? changes[0]?.what.kind ?? 'lock',
    team: null,
    record: record === undefined ? null : recordOf(record),
    firstDomains: record?.firstDomains ?? changes.slice(0, 2).map(({ domain }) => domain),
    changes: {
      all: changes.length,
      confirmed: count(tookEffect),
      refused: count(({ state }) => state === 'refused' || state === 'not-applied'),
      uncertain: count(({ state }) => state === 'uncertain'),
      withdrawn: count(({ state }) => state === 'withdrawn'),
    },
    sums: sumsOfChanges(changes, accountOf),
  };
}
