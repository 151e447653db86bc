import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { ok, type Result } from '#shared/result.ts';
import { parseBaseUrl } from '../../../../../electron/main/reseller/base-url.ts';
import { createResellerClient, type ResellerClient } from '../../../../../electron/main/reseller/client.ts';
import { createTransport } from '../../../../../electron/main/reseller/transport.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { type Call, calls, writeNames } from '../../../../support/named-operations.ts';
import { createRandom } from '../../../../support/fuzz/random.ts';
import { fuzzDecoders, fuzzOverHttp } from '../../../../support/fuzz/run.ts';
import { faults, startRawServer } from '../../../../support/raw-server/raw-server.ts';

describe('fuzz', () => {
  const seed = 20_260_301;
  /** No case may hang: far above what any takes on a busy machine, far below what a person calls a hang. */
  const hangMs = 5_000;

  describe(`C17 generated answers (seed ${seed}; npm run test:fuzz does fifty times as many)`, () => {
    it('20,000 at the decoders: no crash, no hang, nothing available that does not say so', async ({
      annotate,
    }) => {
      const report = await fuzzDecoders({ seed, count: 20_000 });
      expect(report.problems).toEqual([]);
      expect(report.slowestMs).toBeLessThan(hangMs);
      expect(report.seen['available']).toBeGreaterThan(2_000);
      expect(report.seen['unreadable']).toBeGreaterThan(200);
      await annotate(`figure: 20,000 answers at the decoders, ${report.problems.length} problems`);
    });

    it('2,000 over HTTP: the same', async ({ annotate }) => {
      const report = await fuzzOverHttp({ seed, count: 2_000 });
      expect(report.problems).toEqual([]);
      expect(report.slowestMs).toBeLessThan(hangMs);
      expect(report.seen['premium']).toBeGreaterThan(20);
      await annotate(`figure: 2,000 over HTTP, ${report.problems.length} problems`);
    });
  });
});

describe('write once', () => {
  const seeds = Array.from({ length: 10 }, (_, index) => 4_000 + index);

  const transport = createTransport();
  afterAll(() => transport.close());

  function aClient(url: string): ResellerClient {
    const base = parseBaseUrl(`${url}/api/index.php`);
    if (!base.ok) throw new Error('A loopback address is let through');
    return createResellerClient({
      service: {
        baseUrl: base.value,
        username: 'a@b.example',
        options: { ...defaultAccountOptions, timeoutMs: 150 },
      },
      key: () => Promise.resolve(ok(new Secret('test-api-key'))),
      // Far from the turn of an hour, so that no proof is read.
      now: () => new Date('2026-03-01T10:30:00Z'),
      random: () => 0,
      sleep: () => Promise.resolve(),
      onDeviation: () => undefined,
      transport,
    });
  }

  interface Run {
    readonly requests: number;
    readonly connections: number;
    readonly arrived: string;
    readonly result: Result<object>;
  }

  /** One write against one fault, on a server of its own: whatever reaches that server is this write's doing. */
  async function run(write: Call, fault: string, seed: number): Promise<Run> {
    const server = await startRawServer((exchange) => faults[fault]?.(exchange, createRandom(seed)));
    const result = await write(aClient(server.url));
    const seen = {
      requests: server.requests(),
      connections: server.connections(),
      arrived: server.received(),
      result,
    };
    await server.stop();
    return seen;
  }

  describe(`C2 every write against every fault, ${seeds.length} seeds each`, () => {
    const runs: Run[] = [];

    beforeAll(async () => {
      const jobs = writeNames.flatMap((name) =>
        Object.keys(faults).flatMap((fault) => seeds.map((seed) => () => run(calls[name], fault, seed))),
      );
      const next = jobs.values();
      const worker = async (): Promise<void> => {
        for (const job of next) runs.push(await job());
      };
      await Promise.all(Array.from({ length: 24 }, worker));
    });

    it('is at least 1,800 runs', () => {
      expect(runs.length).toBeGreaterThanOrEqual(1_800);
      expect(runs).toHaveLength(writeNames.length * Object.keys(faults).length * seeds.length);
    });

    it('never reaches the service more than once', () => {
      expect(Math.max(...runs.map(({ requests }) => requests))).toBe(1);
      expect(Math.max(...runs.map(({ connections }) => connections))).toBe(1);
    });

    it('C5 is never called not sent when a byte arrived', () => {
      const wrong = runs.filter(
        ({ result, arrived }) => !result.ok && result.error.kind === 'not-sent' && arrived !== '',
      );
      expect(wrong).toEqual([]);
    });

    it('is never called done, and never refused: no fault is a clear answer', () => {
      const kinds = new Set(runs.map(({ result }) => (result.ok ? 'done' : result.error.kind)));
      expect([...kinds].sort()).toEqual(['not-sent', 'uncertain']);
    });
  });
});
