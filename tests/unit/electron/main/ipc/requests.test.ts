import fc from 'fast-check';
import type { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { contract } from '#shared/ipc/contract.ts';
import { channelOf, routes } from '#shared/ipc/routes.ts';
import type { Handlers } from '#shared/ipc/types.ts';
import { fail } from '#shared/result.ts';
import { guardedRequests } from '../../../../../electron/main/ipc/requests.ts';
import { trustOnly } from '../../../../../electron/main/ipc/sender.ts';
import { aCaller, aFrame } from '../../../../support/ipc/callers.ts';
import { aListeningLog } from '../../../../support/ipc/listening-log.ts';

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

describe('every request of the contract', () => {
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
