import { join } from 'node:path';
import type { Figure, Side } from '../framework/figure.ts';
import { takeInProcess } from '../framework/side-process.ts';
import { startService } from '../service/running-service.ts';
import { profiling } from './profiling.ts';

const idleMs = 3_000;

/** How late main's event loop is, 99 times of 100 at most, while the engine runs flat out. */
export const stalls: Figure = {
  name: 'stalls',
  async prepare(options) {
    const service = await startService('canned');
    const names = options.isQuick ? 4_000 : 30_000;
    const warmUpNames = options.isQuick ? 1_000 : 6_000;
    let runs = 0;
    const folder = (): string => join(options.folder, `stalls-${String(runs++)}`);
    const side = (is: string, script: string, input: () => object, switches: readonly string[]): Side => ({
      is,
      take: () =>
        takeInProcess({ script: new URL(`../sides/${script}`, import.meta.url), input: input(), switches }),
    });
    const running = { baseUrl: service.baseUrl, names, warmUpNames, concurrency: 64, value: 'ms late' };
    return {
      rows: [
        {
          name: 'stalls',
          unit: 'ms (p99)',
          ours: side(
            "delay of main's event loop while the engine runs flat out",
            'engine.ts',
            () => ({ ...running, folder: folder() }),
            profiling(options, 'stalls'),
          ),
          limit: side(
            'the same process with nothing to do',
            'idle.ts',
            () => ({ idleMs, folder: folder() }),
            [],
          ),
          goals: [{ of: 'ours', bound: 'at most', first: 20, then: null }],
          heldEqual:
            'the services and the workspace; perf_hooks monitorEventLoopDelay with a resolution of 1 ms',
          warmUp: `${warmUpNames} requests in the same process; none for idling`,
        },
      ],
      end: service.end,
    };
  },
};
