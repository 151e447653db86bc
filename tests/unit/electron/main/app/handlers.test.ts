import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { contract } from '#shared/contract.ts';
import { fail, ok } from '#shared/result.ts';
import { channelOf, type Handlers, routes } from '#shared/routes.ts';
import {
  type Attempt,
  everyRequest,
  guardedRequests,
  handlersOnceReady,
  handlersWithoutWorkspace,
  retryWhileLocked,
} from '../../../../../electron/main/app/handlers.ts';
import { trustOnly } from '../../../../../electron/main/app/sender.ts';
import { aCaller, aFrame } from '../../../../support/ipc/callers.ts';
import { aListeningLog } from '../../../../support/ipc/listening-log.ts';

describe('every request', () => {
  const namesOf = (table: object): readonly string[] =>
    Object.entries(table).flatMap(([area, methods]: [string, object]) =>
      Object.keys(methods).map((method) => `${area}.${method}`),
    );

  const about = {
    version: '1',
    electron: '2',
    platform: 'p',
    workspacePath: '/w',
    placeRisk: null,
  };

  it('a table for every request names each request of the contract once', () => {
    expect(namesOf(everyRequest(() => () => Promise.resolve(ok({})))).toSorted()).toEqual(
      namesOf(contract).toSorted(),
    );
  });

  describe('while the workspace is being opened', () => {
    it('a request waits for its own handler and gets its answer', async () => {
      const ready = Promise.withResolvers<Handlers>();
      const answer = handlersOnceReady(() => ready.promise).tlds.sets({});
      const named = everyRequest((area, method) => () => Promise.resolve(ok(`${area}.${method}`)));
      ready.resolve(named);
      expect(await answer).toEqual(ok('tlds.sets'));
    });
  });

  describe('where the workspace could not be opened', () => {
    const newer = { kind: 'storage', fault: 'newer-version' } as const;

    it('every request says why', async () => {
      const handlers = handlersWithoutWorkspace(newer, about);
      expect(await handlers.accounts.list({})).toEqual(fail(newer));
      expect(await handlers.settings.read({})).toEqual(fail(newer));
    });

    it('only where the workspace is can still be asked', async () => {
      expect(await handlersWithoutWorkspace(newer, about).app.about({})).toEqual(ok(about));
    });
  });
});

describe('opened when free', () => {
  /** Tries that end as `ends` says, the last one for ever; time passes when the test says so. */
  function aPlace(ends: readonly ('busy' | 'opened' | 'failed')[]) {
    const happened: string[] = [];
    const sleeping: (() => void)[] = [];
    let tries = 0;
    const place = retryWhileLocked<string>({
      open() {
        const end = ends[Math.min(tries, ends.length - 1)] ?? 'failed';
        tries += 1;
        happened.push(end);
        const attempt: Attempt<string> = { opened: `${end} ${tries}`, isBusy: end === 'busy' };
        return Promise.resolve(attempt);
      },
      sleep: (_durationMs, signal) =>
        new Promise((resolve, reject) => {
          sleeping.push(resolve);
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        }),
      onFreed: () => void happened.push('freed'),
      onBug: () => void happened.push('bug'),
    });
    const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
    return {
      place,
      happened,
      pass: async () => {
        await settle();
        sleeping.shift()?.();
        await settle();
      },
      settle,
    };
  }

  it('is what the first try gave where nobody is in the way', async () => {
    const { place, happened, settle } = aPlace(['opened']);
    expect(await place.current()).toBe('opened 1');
    await settle();
    expect(happened).toEqual(['opened']);
  });

  it('does not try again what failed for another reason', async () => {
    const { place, happened, pass } = aPlace(['failed', 'opened']);
    await pass();
    expect(await place.current()).toBe('failed 1');
    expect(happened).toEqual(['failed']);
  });

  it('tries until the other process has gone, and says so once', async () => {
    const { place, happened, pass } = aPlace(['busy', 'busy', 'opened']);
    expect(await place.current()).toBe('busy 1');
    await pass();
    await pass();
    await pass();
    expect(await place.current()).toBe('opened 3');
    expect(happened).toEqual(['busy', 'busy', 'opened', 'freed']);
  });

  it('tries no more when it is stopped, and that is no mistake', async () => {
    const { place, happened, settle } = aPlace(['busy']);
    await settle();
    expect(await place.stop()).toBe('busy 1');
    expect(happened).toEqual(['busy']);
  });
});

describe('every request of the contract', () => {
  const names = Object.entries(routes).flatMap(([area, methods]) =>
    Object.keys(methods).map((method) => [area, method] as const),
  );

  /** Handlers that keep what reaches them, and the requests in front of them. */
  function servedRequests() {
    const reached: unknown[] = [];
    const handler = (input: unknown) => {
      reached.push(input);
      return Promise.resolve(fail({ kind: 'cancelled' }));
    };
    const table = Object.fromEntries(
      Object.entries(routes).map(([area, methods]) => [
        area,
        Object.fromEntries(Object.keys(methods).map((method) => [method, handler])),
      ]),
    );
    const requests = guardedRequests({
      handlers: table as unknown as Handlers, // made from the route table, which fits the contract or does not compile
      isTrusted: trustOnly(() => 1, 'app://main'),
      log: aListeningLog().log,
    });
    return { reached, requests };
  }

  const strangers = [
    aCaller({ id: 2 }),
    aCaller({ senderFrame: null }),
    aCaller({ mainFrame: aFrame(), senderFrame: aFrame() }),
    aCaller({ frame: aFrame('https://evil.example', '/') }),
    aCaller({ frame: { origin: 'app://main', url: 'about:blank' } }),
    aCaller({ frame: { origin: 'null', url: 'app://main/' } }),
  ];

  /** Names of fields that the schemas know, so that more than the outermost check is reached. */
  const fieldNames = [
    'id',
    'accountId',
    'place',
    'label',
    'tlds',
    'name',
    'searchId',
    'domain',
    'text',
    'link',
    'options',
  ];
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
  });
  const payload = fc.oneof(
    anything,
    fc.dictionary(fc.constantFrom(...fieldNames), fc.oneof(anything, fc.string(), fc.array(fc.string()))),
  );

  const runs = 1_000;

  it('A11 is served, and nothing else is', async ({ annotate }) => {
    const { requests } = servedRequests();
    expect([...requests.keys()].sort()).toEqual(
      names.map(([area, method]) => channelOf(area, method)).sort(),
    );
    await annotate(
      `figure: ${names.length} requests × ${strangers.length} strangers and ${runs} payloads each, 0 let through`,
    );
  });

  it.each(names)('A11 %s.%s is closed to six kinds of strangers', async (area, method) => {
    const { requests, reached } = servedRequests();
    for (const stranger of strangers) {
      const answer = await requests.get(channelOf(area, method))?.(stranger, {});
      expect(answer).toMatchObject({ ok: false, error: { kind: 'bug' } });
    }
    expect(reached).toEqual([]);
  });

  it.each(names)(
    `A11 %s.%s lets none of ${runs} payloads through that its schema refuses`,
    async (area, method) => {
      const { requests, reached } = servedRequests();
      const schemas: Readonly<Record<string, Readonly<Record<string, { input: z.ZodType }>>>> = contract;
      const schema = schemas[area]?.[method]?.input;
      const property = fc.asyncProperty(payload, async (sent) => {
        const before = reached.length;
        const answer = await requests.get(channelOf(area, method))?.(aCaller(), sent);
        expect(answer).toMatchObject({ ok: false });
        if (!schema?.safeParse(sent).success) expect(reached.length).toBe(before);
      });
      await fc.assert(property, { numRuns: runs });
    },
  );
});
