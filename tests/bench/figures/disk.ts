import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { tokenAt } from '../../../electron/main/practice/wire.ts';
import type { Figure, FigureOptions, Side } from '../framework/figure.ts';
import { takeInProcess } from '../framework/side-process.ts';
import {
  benchLogin,
  benchNames,
  benchTlds,
  type RunningService,
  startService,
} from '../service/running-service.ts';
import type { EngineInput } from '../sides/engine.ts';

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
