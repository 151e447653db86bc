import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutcomeOfWrite } from '../../../../../support/changes/a-service.ts';
import { locking, names, PlanningDesk } from '../../../../../support/plans/a-planning-desk.ts';

const rows = 6;

type Take = (desk: PlanningDesk, id: string, n: number) => unknown;

const pauses = [0, 1, 90, 400, 1_100, 6_000, 40_000];
const disk = ['planned', 'sending', 'withdrawn', 'answered'];

/** What can come to pass while a plan is applied. */
const takes = {
  pass: (desk, _, n) => desk.time.pass(pauses[n % pauses.length] ?? 0),
  pause: (desk, id) => desk.plans.pause(id),
  resume: (desk, id, n) => desk.goOn(id, n % 2 === 0),
  'leave out': (desk, id, n) => desk.plans.leaveOut(id, n % rows, true),
  'take in': (desk, id, n) => desk.plans.leaveOut(id, n % rows, false),
  stop: (desk, id) => desk.plans.stop(id),
  restart: (desk) => desk.time.outcomeOf(desk.restart()),
  reconnect: (desk) => desk.reconnect(),
  offline(desk) {
    desk.everything = { kind: 'unreachable', why: 'offline' };
  },
  online(desk) {
    desk.everything = null;
    desk.plans.wake();
  },
  'disk full': (desk, _, n) => desk.kept.failAt(disk[n % disk.length] ?? '', 'full'),
  'disk well'(desk) {
    for (const name of disk) desk.kept.failAt(name, null);
  },
} as const satisfies Readonly<Record<string, Take>>;

type StepName = keyof typeof takes;
const often: readonly StepName[] = [
  'pass',
  'pass',
  'pass',
  'pause',
  'resume',
  'resume',
  'leave out',
  'take in',
];
const seldom: readonly StepName[] = ['restart', 'reconnect', 'offline', 'online', 'disk full', 'disk well'];

const step = fc.record({
  name: fc.constantFrom<StepName>(...often, ...often, ...seldom, 'stop'),
  n: fc.nat(100),
});

const behaviour = fc.record({
  outcome: fc.constantFrom<OutcomeOfWrite>('claimed', 'claimed', 'refused', 'uncertain', 'not-sent'),
  isApplied: fc.boolean(),
});

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
    // Of one that is not sent nothing is there to be seen.
    if (desk.service.writes.length > seen.length) seen.push({ domain, leftOut: row?.['leftOut'] });
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
          for (const { name, n } of steps) await takes[name](desk, id, n);

          takes['disk well'](desk);
          takes.online(desk);
          for (let n = 0; n < rows; n += 1) {
            await desk.quiet();
            await desk.goOn(id, true);
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
