import { describe, expect, it } from 'vitest';
import type { Batch } from '../../../../../../shared/domain/batch.ts';
import { accountId, names, PlanningDesk, renewing } from '../../../../../support/plans/a-planning-desk.ts';
import { aFinding, valueOf } from '../../../../../support/workspace/a-workspace.ts';

const three = names(3);
const renewed = three.map((name) => `renew ${name}`);
const dayMs = 86_400_000;
const single = { kind: 'renew', periodYears: 1, addons: {} } as const;

async function apply(desk: PlanningDesk, { id, digest, typedCount }: Batch): Promise<Batch> {
  valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
  await desk.quiet();
  return await desk.find(id);
}

describe('F1 a batch of renewals', () => {
  it('F1 that is made again after it was applied has nothing to do, and says since when', async () => {
    const desk = new PlanningDesk();
    await apply(desk, await desk.prepared(renewing, three));
    const again = await desk.prepared(renewing, three);
    expect(again.counts).toMatchObject({ leftOut: 3, toDo: 0, remaining: 0 });
    const rows = await desk.rows(again.id);
    expect(rows.map(({ leftOut }) => leftOut)).toEqual(['renewed', 'renewed', 'renewed']);
    for (const { renewal } of rows) expect(renewal?.renewedAt).toMatch(/^2026-03-01T10:3/);
    await apply(desk, again);
    expect(desk.service.writes).toEqual(renewed);
  });

  it.each(['before', 'after'] as const)(
    'F1 that was ready when another one was applied, made %s it, renews nothing again, and says by which change',
    async (when) => {
      const desk = new PlanningDesk();
      const [one, two] = [await desk.prepared(renewing, three), await desk.prepared(renewing, three)];
      const [first, second] = when === 'before' ? [two, one] : [one, two];
      await apply(desk, first);
      expect((await apply(desk, second)).counts).toMatchObject({ confirmed: 0, leftOut: 3 });
      expect(desk.service.writes).toEqual(renewed);
      expect((await desk.rows(second.id)).map(({ leftOut, error }) => [leftOut, error])).toEqual(
        [1, 2, 3].map((number) => [
          'changed-since',
          { kind: 'changed-since', what: 'earlier-change', number },
        ]),
      );
    },
  );

  it('F1 beside a single renewal renews that domain once', async () => {
    const desk = new PlanningDesk();
    const batch = await desk.prepared(renewing, three);
    const review = valueOf(await desk.changes.prepare(accountId, 'name-1.com', single));
    await apply(desk, batch);
    const confirmation = { typedName: 'name-1.com', premiumAccepted: false, typedLimit: null };
    const applied = await desk.changes.apply(review.reviewId, confirmation);
    await desk.quiet();
    expect(applied.ok && (await desk.changes.find(applied.value.id))).toMatchObject({
      value: { change: { state: 'planned' } },
    });
    expect(desk.service.writes).toEqual(renewed);
  });

  it('F1 renews again what a person includes, one by one', async () => {
    const desk = new PlanningDesk();
    await apply(desk, await desk.prepared(renewing, three));
    const { id } = await desk.prepared(renewing, three);
    const included = valueOf(await desk.plans.leaveOut(id, 1, false));
    expect(included.counts).toMatchObject({ leftOut: 2, remaining: 1 });
    expect((await apply(desk, included)).counts).toMatchObject({ confirmed: 1 });
    expect(desk.service.writes).toEqual([...renewed, 'renew name-1.com']);
  });

  it('F1 can exclude again what was included', async () => {
    const desk = new PlanningDesk();
    await apply(desk, await desk.prepared(renewing, three));
    const { id } = await desk.prepared(renewing, three);
    valueOf(await desk.plans.leaveOut(id, 1, false));
    expect(valueOf(await desk.plans.leaveOut(id, 1, true)).counts).toMatchObject({ leftOut: 3 });
  });

  it.each([
    [59, 'renewed'],
    [61, null],
  ] as const)('F1 of domains that were renewed %i days ago excludes them: %s', async (days, leftOut) => {
    const desk = new PlanningDesk();
    await apply(desk, await desk.prepared(renewing, three));
    await desk.time.pass(days * dayMs);
    const { id } = await desk.prepared(renewing, three);
    expect((await desk.rows(id)).map((row) => row.leftOut)).toEqual([leftOut, leftOut, leftOut]);
  });

  it.each([
    ['read before the renewal', -dayMs, 'sync', 'renewed'],
    ['expected', dayMs, 'expected', 'renewed'],
    ['read since', dayMs, 'sync', null],
  ] as const)(
    'F1 whose expiry is %s, after a hundred days',
    async (_words, knownAfterMs, source, leftOut) => {
      const desk = new PlanningDesk();
      desk.own('name-0.com');
      const renewedMs = desk.time.now().getTime();
      await apply(desk, await desk.prepared(renewing, names(1)));
      const at = new Date(renewedMs + knownAfterMs).toISOString();
      const expiresOn = { value: '2027-05-01', at, source };
      desk.domains.learn({ accountId, news: [{ name: 'name-0.com', expiresOn }] });
      await desk.time.pass(100 * dayMs);
      const { id } = await desk.prepared(renewing, names(1));
      expect(await desk.rows(id)).toMatchObject([{ leftOut, renewal: { expiresOn } }]);
    },
  );

  it('F1 shows the price that was last looked up, and that none is known', async () => {
    const desk = new PlanningDesk();
    const price = { kind: 'given', amount: '9.90', currency: 'EUR' } as const;
    const prices = [{ period: 1, register: price, transfer: price, renew: price }];
    desk.findings = [{ ...aFinding({ domain: 'name-1.com', kind: 'taken' }), prices }];
    const { id } = await desk.prepared(renewing, three);
    const shown = (await desk.rows(id)).map(({ renewal }) => renewal?.price.kind);
    expect(shown).toEqual(['not-given', 'given', 'not-given']);
  });
});

describe('F12 a batch over a limit', () => {
  const keep = (desk: PlanningDesk, limits: object): void =>
    void desk.kept.database.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('limits', ?)").run(
      JSON.stringify({
        changeSum: null,
        batchSum: null,
        batchCount: null,
        daySum: null,
        dayCount: null,
        ...limits,
      }),
    );

  it('F12 is applied once the count was typed', async () => {
    const desk = new PlanningDesk();
    keep(desk, { batchCount: 2 });
    const { id, digest, typedCount } = await desk.prepared(renewing, three);
    const limit = {
      span: 'batch',
      scope: 'workspace',
      measure: 'count',
      currency: null,
      allowed: '2',
      wouldBe: '3',
    };
    expect(await desk.plans.apply(id, digest ?? '', typedCount, false)).toEqual({
      ok: false,
      error: { kind: 'over-limit', limits: [limit] },
    });
    expect((await desk.find(id)).state).toBe('ready');
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false, '3'));
    await desk.quiet();
    expect(desk.service.writes).toEqual(renewed);
  });

  it('F12 that something else brought nearer halts there, and goes on once it was typed', async () => {
    const desk = new PlanningDesk();
    const { id, digest, typedCount } = await desk.prepared(renewing, three);
    keep(desk, { dayCount: 3 });
    // Spent elsewhere while it runs.
    desk.service.onWrite = () => {
      keep(desk, { dayCount: 1 });
      return Promise.resolve();
    };
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.quiet();
    const halted = await desk.find(id);
    expect(halted).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'over-limit', limits: [{ span: 'day', wouldBe: '3' }] },
    });
    expect(desk.service.writes).toEqual(renewed.slice(0, 1));
    expect(await desk.plans.resume(id, false)).toMatchObject({ error: { kind: 'over-limit' } });
    expect(await desk.plans.resume(id, false, '2')).toMatchObject({ error: { kind: 'over-limit' } });
    valueOf(await desk.plans.resume(id, false, '3'));
    await desk.quiet();
    expect(desk.service.writes).toEqual(renewed);
  });

  const priced = (desk: PlanningDesk, amount: string): void => {
    const price = { kind: 'given', amount, currency: 'EUR' } as const;
    const prices = [{ period: 1, register: price, transfer: price, renew: price }];
    desk.findings = three.map((domain) => ({ ...aFinding({ domain, kind: 'taken' }), prices }));
  };

  it('F12 names every limit that the whole of it goes over', async () => {
    const desk = new PlanningDesk();
    priced(desk, '10.00');
    keep(desk, { changeSum: '9', batchSum: '25', daySum: '29' });
    const { id, digest, typedCount } = await desk.prepared(renewing, three);
    expect(await desk.plans.apply(id, digest ?? '', typedCount, false)).toMatchObject({
      error: {
        kind: 'over-limit',
        limits: [
          { span: 'change', wouldBe: '10.00' },
          { span: 'batch', wouldBe: '30.00' },
          { span: 'day', wouldBe: '30.00' },
        ],
      },
    });
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false, '30.00'));
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('done');
    expect(desk.service.writes).toEqual(renewed);
  });

  it('F12 halts at another limit than the one that was confirmed, and holds both when it goes on', async () => {
    const desk = new PlanningDesk();
    priced(desk, '10.00');
    keep(desk, { changeSum: '9' });
    const { id, digest, typedCount } = await desk.prepared(renewing, three);
    desk.service.onWrite = () => {
      keep(desk, { changeSum: '9', daySum: '15' });
      return Promise.resolve();
    };
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false, '10.00'));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'over-limit', limits: [{ span: 'day', allowed: '15', wouldBe: '30.00' }] },
    });
    expect(desk.service.writes).toEqual(renewed.slice(0, 1));
    valueOf(await desk.plans.resume(id, false, '30.00'));
    await desk.quiet();
    expect(desk.service.writes).toEqual(renewed);
  });

  it('F12 is not gone on with where more was spent elsewhere while it was halted, and says what it comes to now', async () => {
    const desk = new PlanningDesk();
    keep(desk, { dayCount: 3 });
    const { id, digest, typedCount } = await desk.prepared(renewing, three);
    desk.service.onWrite = () => {
      keep(desk, { dayCount: 1 });
      return Promise.resolve();
    };
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.quiet();
    desk.service.onWrite = () => Promise.resolve();
    const review = valueOf(await desk.changes.prepare(accountId, 'elsewhere.com', single));
    keep(desk, {});
    const confirmation = { typedName: 'elsewhere.com', premiumAccepted: false, typedLimit: null };
    valueOf(await desk.changes.apply(review.reviewId, confirmation));
    await desk.quiet();
    keep(desk, { dayCount: 1 });
    expect(await desk.plans.resume(id, false, '3')).toMatchObject({
      error: { kind: 'over-limit', limits: [{ wouldBe: '4' }] },
    });
    expect(await desk.find(id)).toMatchObject({
      state: 'halted',
      waitingFor: { limits: [{ wouldBe: '4' }] },
    });
    valueOf(await desk.plans.resume(id, false, '4'));
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('done');
  });

  it('leaves out the rows whose price is known to be another one since the review', async () => {
    const desk = new PlanningDesk();
    priced(desk, '10.00');
    const { id, digest, typedCount } = await desk.prepared(renewing, three);
    const [first] = desk.findings;
    priced(desk, '10.01');
    desk.findings = [...(first === undefined ? [] : [first]), ...desk.findings.slice(1)];
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.quiet();
    expect(desk.service.writes).toEqual(renewed.slice(0, 1));
    const error = { kind: 'changed-since', what: 'price' };
    expect((await desk.rows(id)).map((row) => [row.leftOut, row.error])).toEqual([
      [null, null],
      ['changed-since', error],
      ['changed-since', error],
    ]);
  });
});

describe('what was agreed to with a batch', () => {
  it('does not hold for a review of over fifteen minutes', async () => {
    const desk = new PlanningDesk();
    const { id, digest, typedCount } = await desk.prepared(renewing, three);
    await desk.time.pass(15 * 60_000);
    expect(await desk.plans.apply(id, digest ?? '', typedCount, false)).toEqual({
      ok: false,
      error: { kind: 'changed-since', what: 'plan' },
    });
  });

  it.each([
    ['twelve hours', 12 * 3_600_000 - 120_000, 'done'],
    ['over twelve hours', 12 * 3_600_000 + 1_000, 'ready'],
  ] as const)('after a rest of %s', async (_words, restMs, state) => {
    const desk = new PlanningDesk();
    desk.service.behaviours.push({ outcome: 'uncertain', isApplied: true });
    const { id } = await desk.applied(renewing, three);
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('halted');
    await desk.time.pass(restMs);
    await desk.plans.resume(id, true);
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state, counts: { remaining: state === 'done' ? 0 : 2 } });
  });

  it('F10 is of the login that was reviewed: with another one the rest is read anew', async () => {
    const desk = new PlanningDesk();
    const { id, digest, typedCount } = await desk.prepared(renewing, three);
    desk.login = { username: 'somebody-else@example.com' };
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, false));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({
      state: 'halted',
      waitingFor: { kind: 'changed-since', what: 'login' },
    });
    expect(desk.service.writes).toEqual([]);
    valueOf(await desk.plans.resume(id, false));
    await desk.quiet();
    expect((await desk.find(id)).state).toBe('ready');
  });
});
