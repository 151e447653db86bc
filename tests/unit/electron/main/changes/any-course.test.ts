import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpen } from '#shared/domain/change.ts';
import { accountId, asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import { type OutcomeOfWrite, outcomes } from '../../../../support/changes/a-service.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

/** One thing that a person, the service, the machine or time does. */
type Step =
  | { readonly do: 'apply'; readonly kind: keyof typeof asks; readonly windows: number }
  | { readonly do: 'send' | 'read-back' | 'withdraw'; readonly which: number }
  | { readonly do: 'settle'; readonly which: number; readonly as: 'applied' | 'not-applied' }
  | { readonly do: 'answer'; readonly outcome: OutcomeOfWrite; readonly isApplied: boolean }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: Worldly };

type Worldly = 'restart' | 'go-offline' | 'come-back' | 'hang' | 'answer-again';

const which = fc.nat(20);
const kinds = ['lock', 'nameservers', 'contacts', 'renew', 'sync', 'child-register'] as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('apply'),
      kind: fc.constantFrom(...kinds),
      windows: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('send', 'read-back', 'withdraw'), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('settle'), which, as: fc.constantFrom('applied', 'not-applied') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer'),
      outcome: fc.constantFrom(...outcomes),
      isApplied: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(1, 1_000, 6_000, 40_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('restart', 'go-offline', 'come-back', 'hang', 'answer-again'),
    }),
  },
);

const never = (): Promise<void> => new Promise(() => undefined);
const parts = ['lock', 'nameservers', 'contacts', 'credit', 'finding'] as const;

/** Nobody waits for these: what hangs, hangs. */
const begin = (desk: ChangingDesk, work: Promise<unknown>): void =>
  void work.catch((thrown: unknown) => desk.bugs.push(thrown));

async function applied(desk: ChangingDesk, { kind, windows }: Extract<Step, { do: 'apply' }>): Promise<void> {
  const prepared = await desk.changes.prepare(accountId, domain, asks[kind]);
  if (!prepared.ok) return;
  const { reviewId } = prepared.value;
  for (let window = 0; window < windows; window += 1) {
    begin(desk, desk.changes.apply(reviewId, desk.consentTo(prepared.value)));
  }
}

function done(
  { changes }: ChangingDesk,
  step: Extract<Step, { which: number }>,
  id: string,
): Promise<unknown> {
  switch (step.do) {
    case 'send':
      return Promise.all([changes.send(id), changes.send(id)]);
    case 'read-back':
      return changes.readBack(id);
    case 'withdraw':
      return changes.withdraw(id);
    case 'settle':
      return changes.settle(id, step.as, '');
  }
}

const worldly: Readonly<Record<Worldly, (desk: ChangingDesk) => void>> = {
  restart(desk) {
    desk.restart();
    begin(desk, desk.changes.recover());
  },
  'go-offline': ({ service }) =>
    parts.forEach((part) => service.failing.set(part, { kind: 'unreachable', why: 'offline' })),
  'come-back'({ service, changes }) {
    service.failing.clear();
    changes.wake(accountId);
  },
  hang: ({ service }) => void (service.onWrite = never),
  'answer-again': ({ service }) => void (service.onWrite = () => Promise.resolve()),
};

async function take(desk: ChangingDesk, ids: string[], step: Step): Promise<void> {
  if (step.do === 'apply') await applied(desk, step);
  else if (step.do === 'answer') desk.service.behaviours.push(step);
  else if (step.do === 'pass') await desk.time.pass(step.ms);
  else if ('which' in step) {
    const id = ids[step.which % Math.max(1, ids.length)];
    if (id !== undefined) begin(desk, done(desk, step, id));
  } else worldly[step.do](desk);
  await desk.time.pass(1);
  const all = valueOf(await desk.kept.journal.page({ after: 0, limit: 5_000 }));
  ids.splice(0, ids.length, ...new Set(all.map(({ changeId }) => changeId)));
}

describe('whatever happens, in whichever order,', () => {
  it('C2, C8 nothing is sent twice, nothing after a doubt, and one change of a family is open at most', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const desk = new ChangingDesk();
        const ids: string[] = [];
        for (const each of steps) {
          const sentBefore = desk.service.writes.length;
          await take(desk, ids, each);
          const entries = valueOf(await desk.kept.journal.page({ after: 0, limit: 5_000 }));
          const attempts = entries.filter(({ event }) => event.type === 'sending').length;
          expect(desk.service.writes.length).toBeLessThanOrEqual(attempts);
          if (each.do !== 'apply' && each.do !== 'send') expect(desk.service.writes).toHaveLength(sentBefore);
        }
        for (const id of ids) {
          const events = valueOf(await desk.kept.journal.entries({ id }));
          const doubtAt = events.findIndex(({ state }) => state === 'uncertain');
          const later = doubtAt === -1 ? [] : events.slice(doubtAt);
          expect(later.filter(({ event }) => event.type === 'sending')).toEqual([]);
        }
        const open = valueOf(await desk.kept.journal.open({ accountId: null }));
        expect(open.every(({ state }) => isOpen(state))).toBe(true);
        expect(new Set(open.map(({ what }) => what.kind)).size).toBe(open.length);
        expect(desk.bugs).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
