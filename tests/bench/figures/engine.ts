import { join } from 'node:path';
import type { Figure, FigureOptions, Goal, Row, Side } from '../framework/figure.ts';
import { profiling, type SideScript, takeInProcess } from '../framework/side-process.ts';
import { type RunningService, startService } from '../service/running-service.ts';
import type { EngineInput } from '../sides/engine.ts';

const goal: Goal = { of: 'ratio', bound: 'at least', first: 0.6, then: 0.85 };

interface Load {
  readonly name: string;
  readonly service: 'canned' | 'practice';
  readonly concurrency: number;
}

const loads: readonly Load[] = [
  { name: 'engine', service: 'canned', concurrency: 16 },
  { name: 'engine-64', service: 'canned', concurrency: 64 },
  { name: 'engine-practice', service: 'practice', concurrency: 16 },
  { name: 'engine-practice-64', service: 'practice', concurrency: 64 },
];

/** Findings a second over the whole path, beside a bare loop that sends the same bytes to the same service. */
export const engine: Figure = {
  name: 'engine',
  async prepare(options) {
    const services = { canned: await startService('canned'), practice: await startService('practice') };
    return {
      rows: loads.map((load) => rowOf(load, services[load.service], options)),
      end: async () => {
        await Promise.all(Object.values(services).map((service) => service.end()));
      },
    };
  },
};

let workspaces = 0;

function rowOf({ name, service, concurrency }: Load, running: RunningService, options: FigureOptions): Row {
  const names = options.isQuick ? 4_000 : 30_000;
  const warmUpNames = options.isQuick ? 1_000 : 6_000;
  const input = (): EngineInput => ({
    baseUrl: running.baseUrl,
    names,
    warmUpNames,
    concurrency,
    folder: join(options.folder, `engine-${String(workspaces++)}`),
  });
  const switches = profiling(options, name);
  const side = (is: string, script: SideScript, given: readonly string[]): Side => ({
    is,
    take: () =>
      takeInProcess({
        script,
        input: input(),
        switches: given,
      }),
  });
  return {
    name,
    unit: 'findings/s',
    ours: side(
      'the whole path: schedule, throttle off, sign, send, decode, store durably, report',
      'engine',
      switches,
    ),
    limit: side("undici's pool in a bare loop, JSON.parse and nothing else", 'bare-loop', []),
    goals: [goal],
    heldEqual:
      `${names} requests of 10 TLDs, the same headers and bodies, ${concurrency} at once, one and the same ${service} ` +
      'service in a process of its own, not pinned to cores; each side in a fresh process',
    warmUp: `${warmUpNames} requests in the same process`,
  };
}
