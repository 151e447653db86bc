import type { ChangeState } from '#shared/domain/change-kinds.ts';
import type { AnswerVerdict, Change, JournalEntry, JournalEvent } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Client, Output } from '#shared/routes.ts';

type Review = Output<'changes', 'prepare'>;

export const aChangeId = (number: number): string =>
  `00000000-0000-4000-9300-${String(number).padStart(12, '0')}`;

const nextOf: Partial<Record<ChangeState, Change['next']>> = {
  planned: ['send', 'withdraw'],
  uncertain: ['read-back', 'settle'],
};

/** A lock that is being sent, unless a test says otherwise. */
export const aFollowedChange = (changes: Partial<Change> = {}): Change => ({
  id: aChangeId(12),
  number: 12,
  accountId: 'practice',
  accountLabel: 'Practice',
  service: { baseUrl: 'practice', username: '' },
  domain: 'harbour.example',
  what: { kind: 'lock', state: 'locked' },
  state: 'sending',
  planId: null,
  before: null,
  attempts: 1,
  createdAt: '2026-11-21T09:00:00.000Z',
  changedAt: '2026-11-21T09:00:01.000Z',
  sentAt: '2026-11-21T09:00:01.000Z',
  error: null,
  proof: null,
  evidence: [],
  readBackAt: null,
  told: null,
  note: '',
  settledAs: null,
  next: nextOf[changes.state ?? 'sending'] ?? [],
  ...changes,
});

export const aReview = (changes: Partial<Review> = {}): Review => ({
  reviewId: '00000000-0000-4000-9400-000000000001',
  accountId: 'practice',
  accountLabel: 'Practice',
  isPractice: true,
  domain: 'harbour.example',
  kind: 'lock',
  readAt: '2026-11-21T09:00:00.000Z',
  lines: [{ label: 'Registrar lock', before: 'unlocked', after: 'locked', isChanged: true }],
  sent: {
    method: 'POST',
    path: '/domains/harbour.example/lock',
    fields: [{ name: 'lockstatus', value: 'locked' }],
  },
  warnings: [],
  price: null,
  credit: null,
  finding: null,
  last: null,
  asksFor: { typedName: false, premium: false, limits: [] },
  ...changes,
});

export const anEntryOf = (change: Change, event: JournalEvent, at = change.changedAt): JournalEntry => ({
  seq: 1,
  changeId: change.id,
  at,
  state: change.state,
  event,
  hash: '0'.repeat(64),
});

export const answeredEvent = (verdict: AnswerVerdict): JournalEvent => ({
  type: 'answered',
  attempt: 1,
  verdict,
  error: null,
  status: 200,
  answer: '"success"',
  told: null,
});

/** Main's answers about one change: the review, what applying it comes to, and its story. */
export interface OneChange {
  readonly review?: Partial<Review> | undefined;
  readonly applied?: Result<Change> | undefined;
  readonly entries?: readonly JournalEntry[] | undefined;
  /** What were the last changes of the domain. */
  readonly last?: readonly Change[] | undefined;
}

/** `changes` of a fake bridge; any of them can be replaced. */
export function oneChange(
  { review, applied = ok(aFollowedChange()), entries = [], last = [] }: OneChange = {},
  others: Partial<Client['changes']> = {},
): Partial<Client['changes']> {
  return {
    prepare: ({ accountId, domain, ask }) =>
      Promise.resolve(ok(aReview({ accountId, domain, kind: ask.kind, ...review }))),
    apply: () => Promise.resolve(applied),
    find: () =>
      Promise.resolve(
        applied.ok ? ok({ change: applied.value, entries: [...entries] }) : fail({ kind: 'no-account' }),
      ),
    lastOf: () => Promise.resolve(ok({ changes: [...last] })),
    ...others,
  };
}
