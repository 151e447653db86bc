import { type AttentionRow, createAttention, type Grouping } from '#shared/domain/attention.ts';
import type {
  AttentionAccount,
  AttentionBatch,
  AttentionChange,
  AttentionDomain,
  AttentionImport,
  AttentionRemoval,
  AttentionSession,
  AttentionTrouble,
  AttentionUnlocked,
  Snooze,
} from '#shared/domain/attention-items.ts';
import { dayIn } from '#shared/domain/expiry.ts';
import { notGiven, type Price } from '#shared/domain/finding.ts';

export const nowMs = new Date(2026, 10, 24, 12).getTime();
export const dayMs = 86_400_000;
export const day = (days: number): string => dayIn(days, nowMs);
export const ago = (days: number): string => new Date(nowMs - days * dayMs).toISOString();

export const acme: AttentionAccount = {
  id: 'a',
  label: 'Acme',
  isPractice: false,
  currency: null,
  credit: null,
};
export const beta: AttentionAccount = { ...acme, id: 'p', label: 'Beta' };
export const credited = (amount: string, currency: string | null = 'USD'): AttentionAccount => ({
  ...acme,
  currency,
  credit: { amount, readAt: ago(0) },
});

export const aDomain = (name: string, more: Partial<AttentionDomain> = {}): AttentionDomain => ({
  ...{
    accountId: 'a',
    name,
    isArchived: false,
    client: '',
    expiresOn: null,
    price: notGiven,
    lock: null,
    nameservers: null,
    registrant: null,
  },
  ...{ isLeft: false, states: [], isNotFound: false, notRead: null, set: {} },
  ...more,
});
export const costs = (amount: string, currency: string | null = 'USD'): Price => ({
  kind: 'given',
  amount,
  currency,
});
export const expiring = (name: string, days: number, price: Price = notGiven, accountId = 'a') =>
  aDomain(name, { accountId, expiresOn: day(days), price });
export const unlocked = (name: string, days: number, set: AttentionDomain['set'] = {}) =>
  aDomain(name, { lock: { value: 'unlocked', at: ago(0), since: ago(days) }, set });
export const hosts = (value: readonly string[], days: number) => ({ changeId: 'c', value, at: ago(days) });

export const aBatch = (more: Partial<AttentionBatch>): AttentionBatch => ({
  ...{
    id: 'b',
    accountId: 'a',
    ask: { kind: 'lock', state: 'locked' },
    title: 'Lock 3 domains',
    state: 'running',
    needsPerson: false,
  },
  ...{ isStoppedByRestore: false, changedAt: ago(0), firstDomains: ['alpha.com'], paid: [] },
  counts: {
    ...{
      rows: 3,
      domains: 3,
      read: 3,
      leftOut: 0,
      leftOutInNeed: 0,
      notRead: 0,
      notReadRows: 0,
      erasing: 0,
      toDo: 3,
      remaining: 1,
      proven: 0,
    },
    ...{ confirmed: 2, refused: 0, uncertain: 0 },
    ...more.counts,
  },
  ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'counts')),
});
export const aSession = (more: Partial<AttentionSession> = {}): AttentionSession => ({
  ...{
    id: 's',
    accountId: 'a',
    name: 'Spring names',
    state: 'finished',
    finishedAt: ago(0),
    cells: 1_200,
  },
  ...more,
});
export const aChange = (more: Partial<AttentionChange> = {}): AttentionChange => ({
  ...{ id: 'c1', accountId: 'a', domain: 'alpha.com', client: '', doubt: 'uncertain' },
  ...more,
});

export const otherRegistrant = { at: ago(0), since: ago(2), before: { at: ago(5) } };
export const anImport = (more: Partial<AttentionImport>): AttentionImport => ({
  ...{ accountId: 'a', source: 'domains.xlsx', at: ago(1), reason: '', skipped: 0, partly: 0, line: 0 },
  ...more,
});

export interface AttentionInput {
  readonly accounts: readonly AttentionAccount[];
  readonly domains: readonly AttentionDomain[];
  readonly changes: readonly AttentionChange[];
  readonly batches: readonly AttentionBatch[];
  readonly sessions: readonly AttentionSession[];
  readonly imports: readonly AttentionImport[];
  readonly removals: readonly AttentionRemoval[];
  readonly troubles: readonly AttentionTrouble[];
  readonly leftUnlocked: readonly AttentionUnlocked[];
  readonly snoozes: readonly Snooze[];
  readonly nowMs: number;
  readonly by: Grouping;
}

export const input = (more: Partial<AttentionInput>): AttentionInput => ({
  ...{
    accounts: [acme],
    domains: [],
    changes: [],
    batches: [],
    sessions: [],
    imports: [],
    removals: [],
    leftUnlocked: [],
    snoozes: [],
    troubles: [],
    nowMs,
    by: null,
  },
  ...more,
});
export function reportOf(more: Partial<AttentionInput>) {
  const { domains, ...given } = input(more);
  const attention = createAttention(given);
  for (const domain of domains) attention.take(domain);
  return attention.report(given).report;
}
export const rowsOf = (more: Partial<AttentionInput>): readonly AttentionRow[] => reportOf(more).rows;
