import { describe, expect, it } from 'vitest';
import { verification } from '#shared/changes/verification.ts';
import { accountId, asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import type { OutcomeOfWrite } from '../../../../support/changes/a-service.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const minuteMs = 60_000;
const ours = [{ name: 'Registrant', fields: [{ name: 'Email', value: 'ada@example.com' }] }];

/** An order whose name nobody can look up yet, a moment after it was sent. */
async function ordered(outcome: OutcomeOfWrite, isPaid = true): Promise<{ desk: ChangingDesk; id: string }> {
  const desk = new ChangingDesk();
  desk.service.free(domain);
  desk.service.behaviours.push({ outcome, isApplied: false });
  desk.service.onWrite = () => Promise.resolve(void (desk.service.credit -= isPaid ? 10 : 0));
  const { id } = valueOf(await desk.apply(asks.register));
  await desk.time.pass(10);
  return { desk, id };
}

const appears = ({ service }: ChangingDesk): void =>
  void Object.assign(service.there(domain), { finding: 'taken', isOurs: true, contacts: ours });

const lookUps = ({ service }: ChangingDesk): number =>
  service.reads.filter((part) => part === 'finding').length;

/** Everything that it was said to be, in turn. */
const saidOf = ({ announced }: ChangingDesk, id: string): readonly string[] => [
  ...new Set(announced.filter((change) => change.id === id).map(({ state }) => state)),
];

describe('F11 a registration at a slow registry', () => {
  it.each([
    ['whose answer was lost, is applied', 'uncertain', true],
    ['whose answer was lost and that is paid later, is applied', 'uncertain', false],
    ['that was claimed, is applied', 'claimed', true],
    ['that “exists”, is applied', 'exists', false],
    ['that met a limit of requests, is applied', 'refused-unconfirmed', false],
  ] as const)(
    '%s when the name appears after five minutes, and never called not done',
    async (_name, outcome, isPaid) => {
      const { desk, id } = await ordered(outcome, isPaid);
      await desk.time.pass(5 * minuteMs);
      expect((await desk.find(id)).state).toBe('uncertain');
      appears(desk);
      await desk.time.pass(10 * minuteMs);
      expect(await desk.find(id)).toMatchObject({ state: 'applied', proof: 'read-back' });
      expect(saidOf(desk, id)).not.toContain('not-applied');
      expect(saidOf(desk, id)).not.toContain('refused');
      expect(desk.service.writes).toHaveLength(1);
    },
  );

  it('is read back at growing pauses, and called not done after ten minutes at the earliest', async ({
    annotate,
  }) => {
    const { desk, id } = await ordered('uncertain', false);
    const before = lookUps(desk);
    const readAt: number[] = [];
    const seen = { lookUps: before };
    const sentMs = desk.time.timer.nowMs();
    while ((await desk.find(id)).state === 'uncertain') {
      await desk.time.pass(1_000);
      if (lookUps(desk) > seen.lookUps) readAt.push(desk.time.timer.nowMs() - sentMs);
      seen.lookUps = lookUps(desk);
    }
    const endedMs = desk.time.timer.nowMs() - sentMs;
    expect((await desk.find(id)).state).toBe('not-applied');
    expect(endedMs).toBeGreaterThanOrEqual(10 * minuteMs);
    expect(readAt.map((ms) => Math.round(ms / 10_000))).toEqual([3, 12, 60, 61]);
    await annotate(
      `figure: read at 0 s, ${readAt.map((ms) => `${Math.round(ms / 1_000)} s`).join(', ')}; called not done after ${Math.round(endedMs / 1_000)} s`,
    );
  });

  it('that was claimed is never called not done by itself', async () => {
    const { desk, id } = await ordered('claimed', false);
    await desk.time.pass(24 * 60 * minuteMs);
    expect((await desk.find(id)).state).toBe('uncertain');
    expect(valueOf(await desk.changes.readBack(id)).state).toBe('uncertain');
  });

  it('that a person reads back after three minutes proves nothing yet, and says so', async () => {
    const { desk, id } = await ordered('uncertain', false);
    await desk.time.pass(3 * minuteMs);
    const change = valueOf(await desk.changes.readBack(id));
    expect(change.state).toBe('uncertain');
    expect(change.evidence.at(-1)?.label).toBe(verification.register.words.tooEarly);
  });

  it('keeps nobody waiting: other changes of the domain and other domains go on', async () => {
    const { desk, id } = await ordered('uncertain', false);
    valueOf(await desk.changes.prepare(accountId, 'other.example', asks.lock));
    valueOf(await desk.changes.prepare(accountId, domain, asks.sync));
    expect((await desk.find(id)).state).toBe('uncertain');
    await desk.time.outcomeOf(desk.changes.close());
    expect(desk.time.timer.nowMs()).toBeLessThan(minuteMs);
  });

  it('goes on being read after a restart in between', async () => {
    const { desk, id } = await ordered('uncertain', false);
    await desk.time.pass(minuteMs);
    await desk.time.outcomeOf(desk.changes.close());
    desk.restart();
    await desk.changes.recover();
    expect((await desk.find(id)).state).toBe('uncertain');
    await desk.time.pass(4 * minuteMs);
    appears(desk);
    await desk.time.pass(10 * minuteMs);
    expect((await desk.find(id)).state).toBe('applied');
  });

  it('that was interrupted after a yes is not called not done either', async () => {
    const { desk, id } = await ordered('claimed', false);
    desk.restart();
    await desk.changes.recover();
    await desk.time.pass(60 * minuteMs);
    expect(await desk.events(id)).toContain('interrupted');
    expect((await desk.find(id)).state).toBe('uncertain');
  });

  it('C9 is read a bounded number of times where the clock stands still', async () => {
    const { desk, id } = await ordered('uncertain', false);
    const stopped = desk.time.now();
    Object.assign(desk.time, { now: () => stopped });
    await desk.time.outcomeOf(desk.changes.close());
    desk.restart();
    const before = lookUps(desk);
    await desk.changes.recover();
    await desk.time.pass(24 * 60 * minuteMs);
    expect(lookUps(desk) - before).toBe(1 + verification.register.readAgainAfterMs.length + 1);
    expect((await desk.find(id)).state).toBe('uncertain');
  });
});
