import { describe, expect, it } from 'vitest';
import { killRun } from './kill/kill-run.ts';

const kills = 5;
const tlds = ['com', 'net', 'org', 'info', 'dev', 'io', 'de', 'co.uk', 'com.au', 'co.za'];

describe('a look-up of 10,000 names under 10 TLDs whose process is killed', () => {
  it(`C18 comes to its end with every cell answered, none lost, and nothing asked twice beyond what was in flight, ${kills} kills`, async () => {
    const seed = Number(process.env['NAMEDESK_FAULTS_SEED'] ?? Date.now() % 1_000_000);
    const figures = await killRun({ seed, kills, names: 10_000, tlds, concurrency: 16, latencyMs: 4 });
    console.log(`killed with seed ${seed}:`, JSON.stringify(figures));
    expect(Object.values(figures.kills).reduce((sum, times) => sum + times, 0)).toBe(kills);
    expect(figures).toMatchObject({ cells: 100_000, unanswered: 0, wrong: 0, lost: 0, repeatsWithinARun: 0 });
    expect(figures.reported).toBeGreaterThan(0);
    expect(figures.repeats).toBeLessThanOrEqual(figures.explainedRepeats);
  }, 180_000);
});
