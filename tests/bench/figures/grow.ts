import { join } from 'node:path';
import type { Figure, Side } from '../framework/figure.ts';
import { takeInProcess } from '../framework/side-process.ts';
import { startService } from '../service/running-service.ts';
import { profiling } from './profiling.ts';

/** What a finding costs in a session of a million cells, beside one of ten thousand. */
export const grow: Figure = {
  name: 'grow',
  async prepare(options) {
    const service = await startService('canned');
    const large = { names: options.isQuick ? 10_000 : 100_000, sessions: 1 };
    const small = { names: 1_000, sessions: options.isQuick ? 10 : 40 };
    const warmUpNames = options.isQuick ? 1_000 : 6_000;
    let runs = 0;
    const side = (is: string, load: typeof large, switches: readonly string[]): Side => ({
      is,
      take: () =>
        takeInProcess({
          script: new URL('../sides/engine.ts', import.meta.url),
          input: {
            ...load,
            baseUrl: service.baseUrl,
            warmUpNames,
            concurrency: 16,
            folder: join(options.folder, `grow-${String(runs++)}`),
            value: 'µs',
          },
          switches,
        }),
    });
    const cells = (names: number): string => (names * 10).toLocaleString('en');
    return {
      rows: [
        {
          name: 'grow',
          unit: 'µs a finding',
          ours: side(
            `a session of ${cells(large.names)} cells, from its making to its end`,
            large,
            profiling(options, 'grow'),
          ),
          limit: side(
            `${small.sessions} sessions of ${cells(small.names)} cells, one after the other`,
            small,
            [],
          ),
          goals: [{ of: 'ratio', bound: 'at most', first: 1.2, then: null }],
          heldEqual: '10 TLDs a request, 16 at once, one and the same canned service, a fresh workspace each',
          warmUp: `${warmUpNames} requests in the same process`,
        },
      ],
      end: service.end,
    };
  },
};
