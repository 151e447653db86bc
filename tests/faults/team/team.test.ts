import { describe, expect, it } from 'vitest';
import { postgresOfRun } from '../../support/postgres/postgres-of-run.ts';
import { whyNoPostgres } from '../../support/postgres/postgres-server.ts';
import { seed } from '../../support/seed.ts';
import { checkTable } from '../mutations/edit.ts';
import { teamMutations } from './mutations.ts';
import { isSound, runTeam } from './run.ts';

const interleavings = 60;

describe('mutations of a team', () => {
  it('G16 can be looked for: the text that each takes out is there, once', () => {
    expect(teamMutations.length).toBeGreaterThanOrEqual(6);
    expect(() => checkTable(teamMutations)).not.toThrow();
  });
});

describe.skipIf(whyNoPostgres() !== null)('several desks over one PostgreSQL', () => {
  it(`G16 send nothing twice, lose nothing and free nothing that was sent, whatever goes wrong: ${interleavings} interleavings`, async ({
    annotate,
  }) => {
    const asked = { seed, from: 0, below: interleavings, action: null, worlds: 2, isFirstEnough: false };
    const run = await runTeam(await postgresOfRun(), asked);
    console.log(JSON.stringify(run));
    await annotate(
      `figure: ${run.interleavings} interleavings (seed ${seed}), ${run.posts} writes, ${Object.keys(run.happened).length} sorts of trouble, ${run.violations.length} violations`,
    );
    expect(run).toMatchObject({ interleavings, violations: [], never: [] });
    expect(run.effects).toBeGreaterThan(interleavings);
    expect(isSound(run)).toBe(true);
  }, 900_000);
});
