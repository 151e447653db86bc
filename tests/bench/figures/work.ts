import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { Figure, FigureOptions, Goal, Row, Side } from '../framework/figure.ts';
import { profiling, takeInProcess, type SideScript } from '../framework/side-process.ts';
import {
  startService,
  benchLogin,
  benchNames,
  benchTlds,
  type RunningService,
} from '../service/running-service.ts';
import type { EngineInput } from '../sides/engine.ts';
import { tokenAt } from '../../../electron/main/practice/wire.ts';

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

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** Bytes on disk for each finding, with the whole answer that it was read from, beside the answers as they came. */
export const disk: Figure = {
  name: 'disk',
  async prepare(options) {
    const service = await startService('practice');
    const names = options.isQuick ? 2_000 : 20_000;
    return {
      rows: [
        {
          name: 'disk',
          unit: 'bytes a finding',
          ours: kept(service, names, options),
          limit: asTheyCame(service, names),
          goals: [
            { of: 'ours', bound: 'at most', first: 120, then: null },
            { of: 'ratio', bound: 'at most', first: 0.3, then: null },
          ],
          heldEqual: `the answers of the practice service to ${names} requests of 10 TLDs`,
          warmUp:
            'none: bytes are counted; a finished session, its workspace closed, less an empty workspace',
        },
      ],
      end: service.end,
    };
  },
};

/** The workspace of a finished session, less what an empty one takes. */
function kept(service: RunningService, names: number, { folder }: FigureOptions): Side {
  let runs = 0;
  const sizeOf = async (count: number): Promise<number> => {
    const place = join(folder, `disk-${String(runs++)}`);
    const input: EngineInput = {
      baseUrl: service.baseUrl,
      names: count,
      warmUpNames: 0,
      concurrency: 16,
      folder: place,
    };
    await takeInProcess({ script: 'engine', input });
    return bytesIn(join(place, 'workspace'));
  };
  return {
    is: 'files of the workspace, the whole answers in them',
    async take() {
      const [full, empty] = [await sizeOf(names), await sizeOf(1)];
      return { value: (full - empty) / (names * benchTlds.length), also: { 'MB in all': full / 1e6 } };
    },
  };
}

function asTheyCame(service: RunningService, names: number): Side {
  return {
    is: 'bodies of the answers as they came',
    async take() {
      const { origin, pathname } = new URL(service.baseUrl);
      const pool = new Pool(origin, { connections: 8 });
      const tlds = benchTlds.map((tld) => `&tldsToInclude[]=${tld}`).join('');
      let bytes = 0;
      for (const name of benchNames(names)) {
        const answer = await pool.request({
          path: `${pathname}/domains/lookup`,
          method: 'POST',
          headers: {
            username: benchLogin.username,
            token: tokenAt(benchLogin.username, benchLogin.apiKey, new Date()),
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: `searchTerm=${name}${tlds}&premiumEnabled=0`,
        });
        const { byteLength } = await answer.body.bytes();
        bytes += byteLength;
      }
      await pool.close();
      return { value: bytes / (names * benchTlds.length), also: {} };
    },
  };
}
