import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OutcomeOfWrite } from '../../../../../support/changes/a-service.ts';
import { locking, names, PlanningDesk } from '../../../../../support/plans/a-planning-desk.ts';

const rows = 6;

/** What can come to pass while a plan is applied. */
type Step =
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'pause' | 'stop' | 'restart' | 'reconnect' | 'offline' | 'online' }
  | { readonly kind: 'resume'; readonly goesOn: boolean }
  | { readonly kind: 'leave-out'; readonly index: number; readonly isLeftOut: boolean }
  | { readonly kind: 'disk'; readonly fails: string | null };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pass'),
      ms: fc.constantFrom(0, 1, 90, 400, 1_100, 6_000, 40_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('pause', 'restart', 'reconnect', 'offline', 'online') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('resume'), goesOn: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('leave-out'),
      index: fc.nat(rows - 1),
      isLeftOut: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('disk'),
      fails: fc.constantFrom('planned', 'sending', 'withdrawn', 'answered', null),
    }),
  },
) as fc.Arbitrary<Step>; // Each record above is one of them.

const behaviour = fc.record({
  outcome: fc.constantFrom<OutcomeOfWrite>('claimed', 'claimed', 'refused', 'uncertain', 'not-sent'),
  isApplied: fc.boolean(),
});

async function take(desk: PlanningDesk, id: string, step: Step): Promise<unknown> {
  const { plans } = desk;
  switch (step.kind) {
    case 'pass':
      return await desk.time.pass(step.ms);
    case 'restart':
      return await desk.time.outcomeOf(desk.restart());
    case 'reconnect':
      return desk.reconnect();
    case 'offline':
    case 'online':
      desk.everything = step.kind === 'offline' ? { kind: 'unreachable', why: 'offline' } : null;
      return plans.wake();
    case 'resume':
      return await plans.resume(id, step.goesOn);
    case 'leave-out':
      return await plans.leaveOut(id, step.index, step.isLeftOut);
    case 'disk':
      for (const name of ['planned', 'sending', 'withdrawn', 'answered']) desk.kept.failAt(name, null);
      return step.fails && desk.kept.failAt(step.fails, 'full');
    default:
      return await plans[step.kind](id);
  }
}

/** Writes down each write at the moment at which it is made, with what its row was then. */
function watch(desk: PlanningDesk, id: string): { readonly domain: string; readonly leftOut: unknown }[] {
  const seen: { domain: string; leftOut: unknown }[] = [];
  desk.service.onWrite = async () => {
    const domain = desk.service.writes.at(-1)?.replace('writeLock ', '') ?? '';
    const row = desk.kept.database
      .prepare(
        'SELECT coalesce(left_out, nullif(by_hand, 0)) AS leftOut FROM plan_rows WHERE plan_id = ? AND domain = ?',
      )
      .get(id, domain);
    seen.push({ domain, leftOut: row?.['leftOut'] });
    await desk.time.timer.sleep(500);
  };
  return seen;
}

describe('whatever happens to a plan', () => {
  it('sends each row once at most, and none that is left out; and what is left is done in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 30 }),
        fc.array(behaviour, { maxLength: 6 }),
        async (steps, behaviours) => {
          const desk = new PlanningDesk();
          desk.unlock(names(rows));
          desk.latencyMs = 20;
          const { id, digest, typedCount } = await desk.prepared(locking, names(rows));
          desk.service.behaviours.push(...behaviours);
          const sent = watch(desk, id);
          await desk.plans.apply(id, digest ?? '', typedCount, false);
          for (const each of steps) await take(desk, id, each);

          await take(desk, id, { kind: 'disk', fails: null });
          await take(desk, id, { kind: 'online' });
          for (let n = 0; n < rows; n += 1) {
            await desk.quiet();
            await desk.plans.resume(id, true);
          }
          await desk.quiet();

          const domains = sent.map(({ domain }) => domain);
          expect(new Set(domains).size, 'a row was sent twice').toBe(domains.length);
          expect(sent.filter(({ leftOut }) => leftOut !== null)).toEqual([]);
          const { state } = await desk.find(id);
          expect(['done', 'stopped']).toContain(state);
          const left = (await desk.rows(id, 'to-do')).filter((row) => row.state === null);
          if (state === 'done') expect(left).toEqual([]);
          expect(desk.bugs).toEqual([]);
        },
      ),
      { numRuns: 80 },
    );
  }, 60_000);
});
