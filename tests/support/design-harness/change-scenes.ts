import type { AppError } from '#shared/errors.ts';
import type { Change } from '#shared/domain/change.ts';
import type { OverLimit } from '#shared/domain/limits.ts';
import type { JournalEntry } from '#shared/domain/journal.ts';
import type { Client } from '#shared/routes.ts';
import { fail, ok } from '#shared/result.ts';
import type { FakeAnswers } from '../fake-bridge.ts';
import { aChangeId, anEntryOf, answeredEvent, aReview } from '../fake-change-flow.ts';
import { change, changedDomain, children, ours, practice, renewal, reviews, world } from './change-world.ts';
import { ago } from './searching.ts';

interface Manner {
  /** What the change comes to; it stays on its way where it is left out. */
  readonly comesTo?: Partial<Change>;
  readonly entries?: (change: Change) => readonly JournalEntry[];
  readonly applyFails?: AppError;
  readonly prepareFails?: AppError;
  readonly last?: readonly Change[];
  readonly draft?: unknown;
  /** That sending it would go over. */
  readonly limit?: OverLimit;
}

function answers({
  comesTo = {},
  entries = () => [],
  applyFails,
  prepareFails,
  last = [],
  draft,
  limit: over,
}: Manner = {}): FakeAnswers {
  const changes: Partial<Client['changes']> = {
    prepare: ({ domain, ask }) =>
      Promise.resolve(
        prepareFails === undefined
          ? ok(
              aReview({
                ...ours,
                isPractice: false,
                domain,
                kind: ask.kind,
                readAt: ago(0),
                ...reviews[ask.kind],
                ...(over === undefined
                  ? {}
                  : { asksFor: { typedName: true, premium: false, limits: [over] } }),
              }),
            )
          : fail(prepareFails),
      ),
    prepareAgain: () =>
      Promise.resolve(ok(aReview({ ...ours, isPractice: false, domain: changedDomain, readAt: ago(0) }))),
    apply: () => Promise.resolve(applyFails === undefined ? ok(change(comesTo)) : fail(applyFails)),
    find: () => Promise.resolve(ok({ change: change(comesTo), entries: [...entries(change(comesTo))] })),
    readBack: () => new Promise(() => undefined),
    lastOf: () => Promise.resolve(ok({ changes: [...last] })),
  };
  const body = draft === undefined ? null : JSON.stringify(draft);
  return {
    changes,
    domains: { children: () => Promise.resolve(ok({ children: [...children] })) },
    drafts: { read: () => Promise.resolve(ok({ body, savedAt: body === null ? null : ago(3) })) },
  };
}

const unsent = { state: 'planned', attempts: 0, sentAt: null, next: ['send', 'withdraw'] } as const;
const limit: OverLimit = {
  span: 'day',
  scope: 'workspace',
  measure: 'sum',
  currency: 'USD',
  allowed: '1000',
  wouldBe: '1037.50',
};

const lockEvidence = (after: string | null, speaks: 'for' | 'against' | 'neither') => [
  { label: 'Registrar lock', before: 'unlocked', after, speaks },
];

/** Changes on their way and over, in every state, and what is typed into the editors. */
export const changeScenes = {
  change: {
    world,
    answers: answers({
      last: [change({ what: renewal, state: 'uncertain', number: 9, sentAt: ago(1_500) })],
    }),
  },
  changePractice: {
    world: practice,
    answers: {
      ...answers(),
      changes: {
        ...answers().changes,
        prepare: () => Promise.resolve(ok(aReview({ domain: changedDomain }))),
      },
    },
  },
  changeReadingBack: {
    world,
    answers: answers({
      entries: (one) => [
        anEntryOf(one, { type: 'sending', attempt: 1, before: { readAt: one.createdAt } }),
        anEntryOf(one, answeredEvent('claimed')),
      ],
    }),
  },
  changeConfirmed: {
    world,
    answers: answers({
      comesTo: { state: 'confirmed', proof: 'read-back', evidence: lockEvidence('locked', 'for') },
    }),
  },
  changeRefused: {
    world,
    answers: answers({
      comesTo: {
        state: 'refused',
        proof: 'read-back',
        error: {
          kind: 'refused',
          why: 'other',
          status: 200,
          said: 'Registrar lock is not supported for this TLD',
        },
        evidence: lockEvidence('unlocked', 'against'),
      },
    }),
  },
  changeUncertain: {
    world,
    answers: answers({
      comesTo: {
        state: 'uncertain',
        error: { kind: 'uncertain', why: 'no-complete-answer' },
        readBackAt: ago(0),
        evidence: lockEvidence(null, 'neither'),
        next: ['read-back', 'settle'],
      },
    }),
  },
  changeUnsent: {
    world,
    answers: answers({
      comesTo: {
        state: 'planned',
        error: { kind: 'not-sent', why: 'connection-refused' },
        next: ['send', 'withdraw'],
      },
    }),
  },
  changeUnsentSince: {
    world,
    answers: answers({
      comesTo: {
        ...unsent,
        error: { kind: 'changed-since', what: 'earlier-change', number: 4127 },
      },
    }),
  },
  changeRateLimited: {
    world,
    answers: answers({ comesTo: { ...unsent, error: { kind: 'rate-limited', retryAfterS: 3_540 } } }),
  },
  changeWaits: { world, answers: answers({ comesTo: { ...unsent, error: null } }) },
  changeLimit: { world, answers: answers({ limit }) },
  changeSynced: {
    world,
    answers: answers({
      comesTo: {
        what: { kind: 'sync' },
        state: 'confirmed',
        proof: 'answer',
        told: { active: true, expired: false, transferredAway: null, expiresOn: '2027-08-14' },
      },
    }),
  },
  changeSince: { world, answers: answers({ applyFails: { kind: 'changed-since', what: 'lock' } }) },
  changeOpen: {
    world,
    answers: answers({ prepareFails: { kind: 'open-change', changeId: aChangeId(9), number: 9 } }),
  },
  changeOffline: {
    world: { ...world, status: { ...world.status, connection: 'offline' as const } },
    answers: answers({ prepareFails: { kind: 'unreachable', why: 'offline' } }),
  },
  changeDraft: {
    world,
    answers: answers({ draft: ['ns1.northwind.example', 'ns7.bäckerei.example', 'ns_3.northwind.example'] }),
  },
} as const;
