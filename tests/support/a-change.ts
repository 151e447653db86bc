import { withReason } from '../../electron/main/changes/weigh.ts';
import type { ChangeState } from '#shared/domain/change-kinds.ts';
import type { Change, JournalEntry, JournalEvent, JournalHealth, NextStep } from '#shared/domain/change.ts';
import { registrationRoles } from '#shared/changes/register.ts';
import type { Input } from '../../renderer/src/client.ts';
import {
  type Batch,
  type BatchAsk,
  type BatchCounts,
  type BatchRow,
  type FullBatchAsk,
  unreadRows,
} from '#shared/domain/batch.ts';

/** An id such as the contract wants, from a small number. */
export const aChangeId = (number: number): string =>
  `00000000-0000-4000-9200-${String(number).padStart(12, '0')}`;

const minutesAfter = (at: string, minutes: number): string =>
  new Date(Date.parse(at) + minutes * 60_000).toISOString();

export const nextOf = (state: ChangeState): readonly NextStep[] => {
  if (state === 'planned') return ['send', 'withdraw'];
  return state === 'uncertain' ? ['read-back', 'settle'] : [];
};

/** A lock that was sent and, unless `changes` say otherwise, confirmed by reading back. */
export function aChange(changes: Partial<Change> = {}): Change {
  const { number = 1, state = 'confirmed', createdAt = '2026-11-21T08:00:00.000Z' } = changes;
  return {
    id: aChangeId(number),
    number,
    accountId: 'practice',
    accountLabel: 'Practice',
    service: { baseUrl: 'practice', username: '' },
    domain: 'northwind.com',
    what: { kind: 'lock', state: 'locked' },
    state,
    batchId: null,
    ...sentOf(state, createdAt),
    createdAt,
    changedAt: minutesAfter(createdAt, 1),
    error: null,
    proof: state === 'confirmed' || state === 'applied' ? 'read-back' : null,
    evidence: [],
    readBackAt: null,
    syncAnswer: null,
    note: '',
    settledAs: state === 'settled' ? 'applied' : null,
    next: nextOf(state),
    ...changes,
  };
}

const sentOf = (state: ChangeState, at: string): Pick<Change, 'before' | 'attempts' | 'sentAt'> =>
  state === 'planned' || state === 'withdrawn'
    ? { before: null, attempts: 0, sentAt: null }
    : { before: { readAt: at, lock: 'unlocked' }, attempts: 1, sentAt: minutesAfter(at, 0.1) };

/** A change of which no complete answer came. */
export const anUncertainChange = (changes: Partial<Change> = {}): Change =>
  aChange({ state: 'uncertain', error: { kind: 'uncertain', why: 'no-complete-answer' }, ...changes });

/** The entries that led to a change as it stands, in their order. */
export function aStory(change: Change): readonly JournalEntry[] {
  return eventsOf(change).map(([state, event], index) => ({
    seq: change.number * 10 + index,
    changeId: change.id,
    at: minutesAfter(change.createdAt, index * 0.1),
    state,
    event,
    hash: (change.number * 10 + index).toString(16).padStart(8, 'c0ffee').repeat(8),
  }));
}

type Step = readonly [ChangeState, JournalEvent];

function eventsOf(change: Change): readonly Step[] {
  const { accountId, accountLabel, service, domain, what, batchId } = change;
  const planned: Step = [
    'planned',
    {
      type: 'planned',
      accountId,
      accountLabel,
      service,
      domain,
      what,
      batchId,
      digest: 'd1'.repeat(32),
    },
  ];
  if (change.attempts === 0)
    return change.state === 'withdrawn'
      ? [planned, ['withdrawn', { type: 'withdrawn', error: null }]]
      : [planned];
  const before = change.before ?? { readAt: change.createdAt };
  return [planned, ['sending', { type: 'sending', attempt: 1, before }], ...afterSending(change)];
}

const answer = (status: number, body: object) => ({ status, answer: JSON.stringify(body) });
const said = {
  done: answer(200, { result: 'success', registrant: '[masked]' }),
  no: answer(400, { error: 'The object exists', email: '[masked]' }),
  nothing: { status: null, answer: '' },
} as const;

function afterSending(change: Change): readonly Step[] {
  const { state, error, syncAnswer, evidence } = change;
  const answered = (outcome: 'done' | 'refused' | 'uncertain' | 'unsent', what: keyof typeof said): Step => [
    outcome === 'uncertain' ? 'uncertain' : 'sending',
    { type: 'answered', attempt: 1, outcome, error, syncAnswer, ...said[what] },
  ];
  const readBack = (verdict: 'agrees' | 'as-before' | 'no-proof'): Step => [
    state,
    { type: 'read-back', verdict, evidence, error: null },
  ];
  const inDoubt = error?.kind === 'refused' ? answered('refused', 'no') : answered('uncertain', 'nothing');
  const settled: Step = [
    'settled',
    { type: 'settled', as: change.settledAs ?? 'applied', note: change.note },
  ];
  const steps: Readonly<Record<ChangeState, readonly Step[]>> = {
    planned: [answered('unsent', 'nothing')],
    sending: [],
    withdrawn: [],
    confirmed: [answered('done', 'done'), readBack(change.proof === 'answer' ? 'no-proof' : 'agrees')],
    refused: [answered('refused', 'no'), readBack('as-before')],
    applied: [inDoubt, readBack('agrees')],
    'not-applied': [inDoubt, readBack('as-before')],
    uncertain: change.readBackAt === null ? [inDoubt] : [inDoubt, readBack('no-proof')],
    settled: [inDoubt, settled],
  };
  return steps[state];
}

export const aHealth = (changes: Partial<JournalHealth> = {}): JournalHealth => ({
  entries: 1_204,
  changes: 310,
  head: 'ab12cd34'.repeat(8),
  checkedAt: '2026-11-21T08:00:00.000Z',
  checkedEntries: 1_204,
  broken: null,
  accesses: { lines: 24, head: 'cd34ab12'.repeat(8), broken: null },
  ...changes,
});

export const aBatchId = (number: number): string =>
  `00000000-0000-4000-9300-${String(number).padStart(12, '0')}`;

/** With what main says of it. */
export const aBatchRow = (index: number, changes: Partial<BatchRow> = {}): BatchRow =>
  withReason({
    index,
    domain: `shop-${index + 1}.com`,
    step: null,
    before: 'unlocked',
    after: 'locked',
    erases: null,
    leftOut: null,
    error: null,
    remarks: [],
    renewal: null,
    changeId: null,
    state: null,
    proof: null,
    settledAs: null,
    syncAnswer: null,
    fall: null,
    changeError: null,
    ...changes,
  });

/** The counts that rows come to. */
export function countsOf(rows: readonly BatchRow[]): BatchCounts {
  const count = (fits: (row: BatchRow) => boolean) => rows.filter(fits).length;
  return {
    rows: rows.length,
    domains:
      count(({ step, leftOut }) => step === null && leftOut === null) || count(({ step }) => step === null),
    read: rows.length,
    leftOut: count((row) => row.leftOut !== null),
    leftOutInNeed: count(({ leftOut: why }) => why !== null && why !== 'already-so' && why !== 'by-hand'),
    notRead: unreadRows(rows).length,
    notReadRows: count(
      ({ leftOut: why, domain }) =>
        why !== null && unreadRows(rows).some((unread) => unread.domain === domain),
    ),
    erasing: count(({ erases }) => erases !== null),
    toDo: count((row) => row.leftOut === null),
    remaining: count((row) => row.leftOut === null && (row.state === null || row.state === 'planned')),
    confirmed: count((row) => row.state === 'confirmed'),
    proven: count((row) => row.proof === 'registry'),
    refused: count((row) => row.state === 'refused'),
    uncertain: count((row) => row.state === 'uncertain'),
  };
}

/** A batch that locks, ready to be looked at. */
export const aBatch = (changes: Partial<Batch> = {}, rows: readonly BatchRow[] = []): Batch => ({
  id: aBatchId(1),
  accountId: 'practice',
  ask: { kind: 'lock', state: 'locked' },
  state: 'ready',
  createdAt: '2026-11-21T08:00:00.000Z',
  // A batch that was read long ago has to be read again.
  changedAt: new Date().toISOString(),
  firstDomains: rows.slice(0, 2).map(({ domain }) => domain),
  counts: countsOf(rows),
  digest: 'd1'.repeat(32),
  typedCount: null,
  goesOnAfterUncertain: false,
  waitingFor: null,
  stoppedBy: null,
  ...changes,
});

/** Whether it is among those of a filter. */
export const isRowOf = (
  which: Input<'batches', 'rows'>['which'],
  { leftOut, state, error }: BatchRow,
): boolean => {
  if (which === 'all') return true;
  if (which === 'to-do') return leftOut === null;
  if (which === 'left-out') return leftOut !== null;
  return leftOut !== null || error !== null || state === 'refused' || state === 'uncertain';
};

/** As main stores it. */
export function withoutValues(ask: FullBatchAsk): BatchAsk {
  if (ask.kind === 'contacts') {
    const changed = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);
    return {
      kind: 'contacts',
      roles: ask.roles.map(({ name, fields }) => ({ name, changed: changed(fields) })),
    };
  }
  if (ask.kind !== 'register') return ask;
  const { contacts, domainFields, ...plain } = ask;
  const roles = registrationRoles.filter((role) => contacts[role] !== undefined);
  return { ...plain, roles, domainFields: Object.keys(domainFields) };
}
