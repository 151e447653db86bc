import { describe, expect, it } from 'vitest';
import { fuzzDecoders, fuzzOverHttp } from '../../../../support/fuzz/run.ts';

const seed = 20_260_301;
/** No case may hang: far above what any takes on a busy machine, far below what a person calls a hang. */
const hangMs = 5_000;

describe(`C17 generated answers (seed ${seed}; npm run test:fuzz does ten times as many)`, () => {
  it('100,000 at the decoders: no crash, no hang, nothing available that does not say so', async ({
    annotate,
  }) => {
    const report = await fuzzDecoders({ seed, count: 100_000 });
    expect(report.problems).toEqual([]);
    expect(report.slowestMs).toBeLessThan(hangMs);
    expect(report.seen['available']).toBeGreaterThan(10_000);
    expect(report.seen['unreadable']).toBeGreaterThan(1_000);
    await annotate(`figure: 100,000 answers at the decoders, ${report.problems.length} problems`);
  }, 120_000);

  it('10,000 over HTTP: the same', async ({ annotate }) => {
    const report = await fuzzOverHttp({ seed, count: 10_000 });
    expect(report.problems).toEqual([]);
    expect(report.slowestMs).toBeLessThan(hangMs);
    expect(report.seen['premium']).toBeGreaterThan(100);
    await annotate(`figure: 10,000 over HTTP, ${report.problems.length} problems`);
  }, 120_000);
});
