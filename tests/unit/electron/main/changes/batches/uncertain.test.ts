import { describe, expect, it } from 'vitest';
import { names, PlanningDesk, renewing } from '../../../../../support/plans/a-planning-desk.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

describe('a plan that comes to an uncertain change', () => {
  const uncertainSecond = async (goesOn: boolean) => {
    const desk = new PlanningDesk();
    const { id } = await desk.prepared(renewing, names(4));
    const { digest, typedCount } = await desk.find(id);
    desk.service.behaviours.push(
      { outcome: 'claimed', isApplied: true },
      { outcome: 'uncertain', isApplied: false },
    );
    valueOf(await desk.plans.apply(id, digest ?? '', typedCount, goesOn));
    await desk.quiet();
    return { desk, id };
  };

  it('halts there, and goes on with the next one when a person says so', async () => {
    const { desk, id } = await uncertainSecond(false);
    expect(await desk.find(id)).toMatchObject({
      state: 'halted',
      waitingFor: null,
      counts: { confirmed: 1, uncertain: 1 },
    });
    expect(desk.service.writes).toHaveLength(2);
    valueOf(await desk.plans.resume(id, false));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'done', counts: { confirmed: 3, uncertain: 1 } });
    expect(desk.service.writes).toEqual(names(4).map((name) => `renew ${name}`));
  });

  it('halts again at the next one, unless it was told to go on', async () => {
    const { desk, id } = await uncertainSecond(false);
    const doubt = { outcome: 'uncertain', isApplied: false } as const;
    desk.service.behaviours.push(doubt);
    valueOf(await desk.plans.resume(id, false));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'halted', counts: { uncertain: 2 } });
    desk.service.behaviours.push(doubt);
    valueOf(await desk.plans.resume(id, true));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ state: 'done', counts: { uncertain: 3 } });
  });

  it('does not halt where it was told to go on', async () => {
    const { desk, id } = await uncertainSecond(true);
    expect(await desk.find(id)).toMatchObject({ state: 'done', counts: { confirmed: 3, uncertain: 1 } });
  });

  it('counts it as what a person says became of it', async () => {
    const { desk, id } = await uncertainSecond(true);
    const odd = await desk.rows(id, 'odd');
    valueOf(await desk.changes.settle(odd[0]?.changeId ?? '', 'applied', 'The invoice says so.'));
    await desk.quiet();
    expect(await desk.find(id)).toMatchObject({ counts: { confirmed: 4, uncertain: 0 } });
    expect(desk.told.at(-1)?.plan.counts).toMatchObject({ confirmed: 4, uncertain: 0 });
  });
});
